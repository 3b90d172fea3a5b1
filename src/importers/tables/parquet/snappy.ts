// Unpacks snappy. The library's own way takes a length of four bytes with its top bit set as negative, goes
// back in its input and never ends. Here each step takes at least one byte and stays within both buffers.

import { ByteCursor } from '#importers/tables/parquet/byte-cursor';

/** Literals longer than this have their length in one to four further bytes. */
const LONGEST_SHORT_LITERAL = 60;
const MAX_VARINT_BYTES = 5;

/** Unpacks bytes to exactly `length` bytes; throws a RangeError if they are damaged. */
export function unpackSnappy(bytes: Uint8Array, length: number): Uint8Array {
  if (length === 0) return new Uint8Array(0);
  const unpacking = new Unpacking(bytes, length);
  while (!unpacking.isOver) unpacking.step();
  return unpacking.output;
}

class Unpacking {
  readonly output: Uint8Array;
  readonly #input: Uint8Array;
  readonly #cursor: ByteCursor;
  #end = 0;

  constructor(input: Uint8Array, length: number) {
    this.#input = input;
    this.#cursor = new ByteCursor(input, 'the snappy data end');
    const announced = this.#cursor.varint(MAX_VARINT_BYTES);
    if (announced !== length) throw new RangeError(`snappy data of ${announced} bytes`);
    this.output = new Uint8Array(length);
  }

  get isOver(): boolean {
    if (this.#cursor.left > 0) return false;
    if (this.#end < this.output.length) throw new RangeError('the snappy data end too early');
    return true;
  }

  /** Unpacks one literal, or one copy of bytes that were unpacked before. */
  step(): void {
    const tag = this.#cursor.byte();
    const kind = tag & 3;
    if (kind === 0) this.#literal(this.#literalLength((tag >> 2) + 1));
    else if (kind === 1) this.#copy(((tag >> 2) & 7) + 4, (tag >> 5) * 256 + this.#cursor.byte());
    else this.#copy((tag >> 2) + 1, this.#number(kind === 2 ? 2 : 4));
  }

  #literalLength(short: number): number {
    const more = short - LONGEST_SHORT_LITERAL;
    return more <= 0 ? short : this.#number(more) + 1;
  }

  #literal(length: number): void {
    const { at } = this.#cursor;
    if (length > this.#cursor.left) throw new RangeError('the snappy data end within a literal');
    this.#reserve(length);
    this.output.set(this.#input.subarray(at, at + length), this.#end - length);
    this.#cursor.at += length;
  }

  #copy(length: number, distance: number): void {
    if (distance === 0 || distance > this.#end) throw new RangeError('a snappy copy of nothing');
    const { output } = this;
    const start = this.#end;
    this.#reserve(length);
    // A copy may go on into its own bytes, which repeats them.
    for (let i = start; i < start + length; i++) output[i] = output[i - distance]!;
  }

  #reserve(length: number): void {
    this.#end += length;
    if (this.#end > this.output.length) throw new RangeError('the snappy data are too long');
  }

  /** A little-endian number of `count` bytes, never negative. */
  #number(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value += this.#cursor.byte() * 2 ** (8 * i);
    return value;
  }
}
