// Columns of numbers as the bytes of Parquet pages. The library makes an object of every cell, which takes ten times
// as long: a year of a thousand series took it twelve seconds.

/** Bytes that grow as they are added to. */
class Bytes {
  #bytes = new Uint8Array(1_024);
  #length = 0;

  add(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }

  /** Adds a whole number of at most 53 bits in groups of seven bits, the lowest first. */
  addVarint(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.add((rest % 128) | 128);
    this.add(rest);
  }

  /** The same for a number that may be negative. */
  addSigned(value: number): void {
    this.addVarint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Doubles, or instants as integers of 64 bits, one after the other. */
export const plainDoubles = (values: Float64Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

const TWO_32 = 2 ** 32;

export function plainInstants(instants: Float64Array): Uint8Array {
  const halves = new Int32Array(2 * instants.length);
  for (let i = 0; i < instants.length; i++) {
    const upper = Math.floor(instants[i]! / TWO_32);
    halves[2 * i] = instants[i]! - upper * TWO_32;
    halves[2 * i + 1] = upper;
  }
  return new Uint8Array(halves.buffer);
}

const BLOCK = 128;
const PARTS = 4;
const PART = BLOCK / PARTS;
/** The most bits of a packed difference: 24 days in milliseconds. */
const MOST_BITS = 31;

/**
 * Whole numbers as packed differences (DELTA_BINARY_PACKED): evenly spaced times take hardly any room. Undefined if two
 * neighbours lie too far apart for that.
 */
export function packDifferences(numbers: Float64Array): Uint8Array | undefined {
  const { length } = numbers;
  const bytes = new Bytes();
  for (const head of [BLOCK, PARTS, length]) bytes.addVarint(head);
  bytes.addSigned(length === 0 ? 0 : numbers[0]!);
  for (let start = 1; start < length; start += BLOCK) {
    if (!packBlock(bytes, numbers, start, Math.min(start + BLOCK, length))) return undefined;
  }
  return bytes.take();
}

const differences = new Int32Array(BLOCK);

/** Packs the differences of `numbers[start…end)` to the numbers before; false if they differ by too much. */
function packBlock(bytes: Bytes, numbers: Float64Array, start: number, end: number): boolean {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = start; i < end; i++) {
    const difference = numbers[i]! - numbers[i - 1]!;
    if (difference < least) least = difference;
    if (difference > most) most = difference;
  }
  if (most - least >= 2 ** MOST_BITS) return false;
  differences.fill(0);
  for (let i = start; i < end; i++) differences[i - start] = numbers[i]! - numbers[i - 1]! - least;
  bytes.addSigned(least);
  const widths = Array.from({ length: PARTS }, (_, part) => bitsOf(part * PART));
  for (const bits of widths) bytes.add(bits);
  for (const [part, bits] of widths.entries()) {
    // The last block has no parts behind its last number.
    if (start + part * PART < end) packPart(bytes, part * PART, bits);
  }
  return true;
}

function bitsOf(from: number): number {
  let all = 0;
  for (let i = from; i < from + PART; i++) all |= differences[i]!;
  return 32 - Math.clz32(all);
}

function packPart(bytes: Bytes, from: number, bits: number): void {
  // Fewer than 8 bits left over and at most 31 new ones fit a double exactly.
  let [pending, pendingBits] = [0, 0];
  for (let i = from; i < from + PART && bits > 0; i++) {
    pending += differences[i]! * 2 ** pendingBits;
    for (pendingBits += bits; pendingBits >= 8; pendingBits -= 8) {
      bytes.add(pending % 256);
      pending = Math.floor(pending / 256);
    }
  }
}

/** Small whole numbers in runs of the same one, each of at most `bits` bits. */
export function packRuns(numbers: ArrayLike<number>, bits: number): Uint8Array {
  const bytes = new Bytes();
  for (let start = 0, end = 0; start < numbers.length; start = end) {
    const number = numbers[start]!;
    while (end < numbers.length && numbers[end] === number) end++;
    bytes.addVarint(2 * (end - start));
    for (let shift = 0; shift < bits; shift += 8) bytes.add((number >>> shift) & 255);
  }
  return bytes.take();
}

/** Texts that each follow their length. */
export function plainTexts(texts: readonly string[]): Uint8Array {
  const parts = texts.flatMap((text) => {
    const bytes = Buffer.from(text);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(parts);
}
