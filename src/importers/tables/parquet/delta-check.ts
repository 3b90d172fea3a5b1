// Differences in packed blocks, checked before the library decodes them. It takes a number of any length: a
// page of bytes above 127 is one number of millions of digits, which takes it days.

import { ByteCursor } from '#importers/tables/parquet/byte-cursor';

const MAX_BLOCK = 1 << 20;
const MAX_MINIBLOCKS = 1 << 10;
const MAX_BITS = 64;

/** Throws a RangeError unless the bytes begin with blocks of `count` numbers. */
export function checkDeltas(bytes: Uint8Array, count: number): void {
  new DeltaWalk(bytes).check(count);
}

class DeltaWalk {
  readonly #cursor: ByteCursor;

  constructor(bytes: Uint8Array) {
    this.#cursor = new ByteCursor(bytes, 'the differences end');
  }

  check(count: number): void {
    const block = this.#cursor.varint();
    const parts = this.#cursor.varint();
    const isSound = block > 0 && block <= MAX_BLOCK && parts > 0 && parts <= MAX_MINIBLOCKS;
    if (!isSound || block % parts !== 0)
      throw new RangeError(`blocks of ${block} values in ${parts} parts`);
    this.#cursor.varint(); // the number of values again
    this.#cursor.varint(); // the first value
    for (let rest = count - 1; rest > 0; rest -= block) this.#block(parts, block / parts, rest);
  }

  /** Passes the smallest difference, the width of each part, and the parts that have values. */
  #block(parts: number, perPart: number, rest: number): void {
    this.#cursor.varint();
    let packedBytes = 0;
    for (let i = 0; i < parts; i++) {
      const bits = this.#cursor.byte();
      if (i * perPart >= rest) continue;
      if (bits > MAX_BITS) throw new RangeError(`differences of ${bits} bits`);
      packedBytes += Math.ceil((perPart * bits) / 8);
    }
    this.#cursor.at += packedBytes;
  }
}
