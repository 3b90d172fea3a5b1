// Small whole numbers in runs, as Parquet has them in its pages. They are decoded here, as the library
// does not bound the length of a damaged run.

/** Whole numbers in as few bytes as they need: a page may have millions. */
export type SmallNumbers = Uint8Array | Uint16Array | Int32Array;

function smallNumbers(bits: number, count: number): SmallNumbers {
  if (bits <= 8) return new Uint8Array(count);
  return bits <= 16 ? new Uint16Array(count) : new Int32Array(count);
}

/**
 * Reads `count` numbers of `bits` bits each, in runs of one repeated number or of packed numbers: the
 * levels of cells, and places in a dictionary.
 */
export function readRuns(bytes: Uint8Array, bits: number, count: number): SmallNumbers {
  if (bits > 31) throw new RangeError(`numbers of ${bits} bits`);
  const numbers = smallNumbers(bits, count);
  if (bits === 0) return numbers;
  const runs = new RunReader(bytes, bits);
  for (let filled = 0; filled < count; ) filled = runs.next(numbers, filled);
  return numbers;
}

/** Numbers of at most this many bits lie in four bytes, wherever they begin. */
const QUICK_BITS = 24;

class RunReader {
  readonly #bytes: Uint8Array;
  readonly #bits: number;
  #at = 0;

  constructor(bytes: Uint8Array, bits: number) {
    this.#bytes = bytes;
    this.#bits = bits;
  }

  /** Reads as much of a run into `numbers` as fits, from `start` on; returns the index behind it. */
  next(numbers: SmallNumbers, start: number): number {
    const head = this.#varint();
    const length = Math.floor(head / 2) * (head % 2 === 1 ? 8 : 1);
    if (length === 0) throw new RangeError('an empty run');
    const end = Math.min(numbers.length, start + length);
    if (head % 2 === 0) numbers.fill(this.#repeated(), start, end);
    else this.#packed(numbers, start, end, length);
    return end;
  }

  #repeated(): number {
    const width = (this.#bits + 7) >> 3;
    let value = 0;
    for (let i = 0; i < width; i++) value += this.#byte() * 2 ** (8 * i);
    return value;
  }

  #packed(numbers: SmallNumbers, start: number, end: number, length: number): void {
    const begin = this.#at;
    const bits = this.#bits;
    const quickEnd = bits <= QUICK_BITS ? this.#packedQuick(numbers, start, end) : start;
    this.#at = begin + (((quickEnd - start) * bits) >> 3);
    const mask = 2 ** bits;
    // Bits read but not used: fewer than 8 left over and at most 31 wanted fit a double exactly.
    let pending = 0;
    let pendingBits = 0;
    for (let i = quickEnd; i < end; i++) {
      while (pendingBits < bits) {
        pending += this.#byte() * 2 ** pendingBits;
        pendingBits += 8;
      }
      const number = pending % mask;
      numbers[i] = number;
      pending = (pending - number) / mask;
      pendingBits -= bits;
    }
    // The last group may be cut short, but the next run begins after a whole one.
    this.#at = begin + (length * bits) / 8;
  }

  /** Does the same with integers, in groups of eight numbers, while four bytes can be read at once. Returns the end. */
  #packedQuick(numbers: SmallNumbers, start: number, end: number): number {
    const bytes = this.#bytes;
    const bits = this.#bits;
    const mask = (1 << bits) - 1;
    const from = this.#at;
    // Groups of eight begin with a byte, so that the slow way can go on behind them.
    const fit = Math.floor(((bytes.length - from - 4) * 8) / bits / 8) * 8;
    const count = Math.max(0, Math.min((end - start) & ~7, fit));
    for (let i = 0, bit = 0; i < count; i++, bit += bits) {
      const at = from + (bit >> 3);
      const word =
        bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
      numbers[start + i] = (word >>> (bit & 7)) & mask;
    }
    return start + count;
  }

  #varint(): number {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return value;
    }
    throw new RangeError('a run is too long');
  }

  #byte(): number {
    if (this.#at >= this.#bytes.length) throw new RangeError('the runs end too early');
    return this.#bytes[this.#at++]!;
  }
}

/** Whether bits in runs are one run of ones, as those of a column without gaps mostly are. */
export function areAllOnes(bytes: Uint8Array, count: number): boolean {
  let length = 0;
  for (let at = 0; at < 5 && at < bytes.length; at++) {
    length += (bytes[at]! & 0x7f) * 2 ** (7 * at);
    if (bytes[at]! < 0x80) return length % 2 === 0 && length / 2 >= count && bytes[at + 1] === 1;
  }
  return false;
}
