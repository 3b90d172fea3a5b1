// Parquet's metadata, checked before the library decodes it. The library does not check the lengths of
// lists, and one damaged length would make it fill the memory.

import { ByteCursor } from '#importers/tables/parquet/byte-cursor';

const TRUE = 1;
const FALSE = 2;
const BYTE = 3;
const I16 = 4;
const I64 = 6;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

const MAX_DEPTH = 16;
/** The most structs, each of which becomes an object. A footer of 16 MB has fewer. */
const MAX_STRUCTS = 1_500_000;

/** The length of the struct that the bytes begin with; throws a RangeError if it is not whole or sound. */
export function checkThrift(bytes: Uint8Array): number {
  const walk = new ThriftWalk(bytes);
  walk.struct(0);
  return walk.at;
}

class ThriftWalk {
  readonly #cursor: ByteCursor;
  #structs = 0;

  constructor(bytes: Uint8Array) {
    this.#cursor = new ByteCursor(bytes, 'it ends');
  }

  get at(): number {
    return this.#cursor.at;
  }

  struct(depth: number): void {
    if (depth > MAX_DEPTH || ++this.#structs > MAX_STRUCTS) throw new RangeError('too many parts');
    for (;;) {
      const head = this.#cursor.byte();
      if ((head & 0x0f) === 0) return;
      if (head >> 4 === 0) this.#cursor.varint();
      const type = head & 0x0f;
      // The type of a boolean field is its value; in a list it has a byte of its own.
      if (type !== TRUE && type !== FALSE) this.#value(type, depth);
    }
  }

  #value(type: number, depth: number): void {
    if (type === STRUCT) this.struct(depth + 1);
    else if (type === LIST) this.#list(depth);
    else if (type === BINARY) this.#skip(this.#cursor.varint());
    else if (type === DOUBLE) this.#skip(8);
    else if (type >= I16 && type <= I64) this.#cursor.varint();
    else if (type === BYTE || type === TRUE || type === FALSE) this.#skip(1);
    else throw new RangeError(`the unknown type ${type}`);
  }

  #list(depth: number): void {
    const head = this.#cursor.byte();
    const size = head >> 4 === 15 ? this.#cursor.varint() : head >> 4;
    // Every element takes at least one byte.
    if (size > this.#cursor.left) throw new RangeError('a list is too long');
    for (let i = 0; i < size; i++) this.#value(head & 0x0f, depth);
  }

  #skip(count: number): void {
    this.#cursor.at += count;
    if (this.#cursor.left < 0) throw new RangeError('it ends too early');
  }
}
