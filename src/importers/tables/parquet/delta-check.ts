// Differences in packed blocks, checked before the library decodes them. It takes a number of any length: a
// page of bytes above 127 is one number of millions of digits, which takes it days.

const MAX_BLOCK = 1 << 20;
const MAX_MINIBLOCKS = 1 << 10;
const MAX_BITS = 64;
/** A number of 64 bits takes ten bytes of seven bits. */
const MAX_VARINT_BYTES = 10;

/** Throws a RangeError unless the bytes begin with blocks of `count` numbers. */
export function checkDeltas(bytes: Uint8Array, count: number): void {
  new DeltaWalk(bytes).check(count);
}

class DeltaWalk {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  check(count: number): void {
    const block = this.#varint();
    const parts = this.#varint();
    const isSound = block > 0 && block <= MAX_BLOCK && parts > 0 && parts <= MAX_MINIBLOCKS;
    if (!isSound || block % parts !== 0)
      throw new RangeError(`blocks of ${block} values in ${parts} parts`);
    this.#varint(); // the number of values again
    this.#varint(); // the first value
    for (let rest = count - 1; rest > 0; rest -= block) this.#block(parts, block / parts, rest);
  }

  /** Passes the smallest difference, the width of each part, and the parts that have values. */
  #block(parts: number, perPart: number, rest: number): void {
    this.#varint();
    let packedBytes = 0;
    for (let i = 0; i < parts; i++) {
      const bits = this.#byte();
      if (i * perPart >= rest) continue;
      if (bits > MAX_BITS) throw new RangeError(`differences of ${bits} bits`);
      packedBytes += Math.ceil((perPart * bits) / 8);
    }
    this.#at += packedBytes;
  }

  #varint(): number {
    let value = 0;
    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number is too long');
  }

  #byte(): number {
    if (this.#at >= this.#bytes.length) throw new RangeError('the differences end too early');
    return this.#bytes[this.#at++]!;
  }
}
