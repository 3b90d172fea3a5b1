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
    const bits = this.#bits;
    const mask = 2 ** bits;
    // Bits read but not used: fewer than 8 left over and at most 31 wanted fit a double exactly.
    let pending = 0;
    let pendingBits = 0;
    const begin = this.#at;
    for (let i = start; i < end; i++) {
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
