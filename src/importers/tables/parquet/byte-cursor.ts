// Reads bytes of a file that is not trusted, one after the other. Each read takes at least one byte or throws.

/** A number of 64 bits takes ten bytes of seven bits. */
const MAX_VARINT_BYTES = 10;

export class ByteCursor {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #whatEnds: string;

  /** `whatEnds` begins the sentence that they end too early, as in "the snappy data end". */
  constructor(bytes: Uint8Array, whatEnds: string) {
    this.#bytes = bytes;
    this.#whatEnds = whatEnds;
  }

  /** The number of bytes that have not been read. */
  get left(): number {
    return this.#bytes.length - this.at;
  }

  byte(): number {
    if (this.left <= 0) throw new RangeError(`${this.#whatEnds} too early`);
    return this.#bytes[this.at++]!;
  }

  /** A number in groups of seven bits, the lowest first. */
  varint(maxBytes = MAX_VARINT_BYTES): number {
    let value = 0;
    for (let i = 0; i < maxBytes; i++) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number is too long');
  }
}
