// Unpacks LZ4: blocks, as Parquet's LZ4_RAW has them; blocks in Hadoop's frame, as its older LZ4 has; and the frames
// of Arrow and Feather. Each step takes at least one byte of its input and stays within its output, so that the time
// is bounded by the lengths of both.

/** The shortest match; its length is stored without it. */
const LEAST_MATCH = 4;
/** A length of 15 goes on in further bytes. */
const LONG = 15;

const damaged = (what: string): RangeError => new RangeError(`the lz4 data ${what}`);

/** Unpacks a block to exactly `length` bytes; throws a RangeError if it is damaged. */
export function unpackLz4Block(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  const end = new BlockUnpacking(input, output).unpack(0, length);
  if (end < length) throw damaged('end too early');
  return output;
}

class BlockUnpacking {
  readonly #input: Uint8Array;
  readonly #output: Uint8Array;
  #at = 0;
  #to = 0;
  #limit = 0;

  constructor(input: Uint8Array, output: Uint8Array) {
    this.#input = input;
    this.#output = output;
  }

  /** Unpacks all of the input to `output[start…limit)`; returns the end. Matches may lie before the start. */
  unpack(start: number, limit: number): number {
    const input = this.#input;
    this.#to = start;
    this.#limit = limit;
    while (this.#at < input.length) {
      const token = input[this.#at++]!;
      this.#literals(this.#length(token >> 4));
      // A block ends with literals.
      if (this.#at === input.length) break;
      const distance = this.#byte() + 256 * this.#byte();
      this.#match(this.#length(token & LONG) + LEAST_MATCH, distance);
    }
    return this.#to;
  }

  #byte(): number {
    if (this.#at >= this.#input.length) throw damaged('end too early');
    return this.#input[this.#at++]!;
  }

  #length(short: number): number {
    let length = short;
    if (short < LONG) return length;
    for (let byte = 255; byte === 255; ) {
      byte = this.#byte();
      length += byte;
    }
    return length;
  }

  #literals(length: number): void {
    const from = this.#at;
    if (length > this.#input.length - from) throw damaged('end within their literals');
    if (length > this.#limit - this.#to) throw damaged('are too long');
    this.#output.set(this.#input.subarray(from, from + length), this.#to);
    this.#at += length;
    this.#to += length;
  }

  #match(length: number, distance: number): void {
    const start = this.#to;
    if (distance === 0 || distance > start) throw damaged('copy from before their beginning');
    if (length > this.#limit - start) throw damaged('are too long');
    const output = this.#output;
    this.#to += length;
    if (distance >= length) {
      output.copyWithin(start, start - distance, start - distance + length);
      return;
    }
    // A match may go on into its own bytes, which repeats them.
    for (let i = start; i < start + length; i++) output[i] = output[i - distance]!;
  }
}

/**
 * Unpacks a page that Parquet calls LZ4. Hadoop's frame has the unpacked length before the blocks, and each
 * block's own length before it, both big-endian. Some writers left the frame out, so a page that does not
 * fit it is taken for one block.
 */
export function unpackLz4Hadoop(input: Uint8Array, length: number): Uint8Array {
  try {
    return unpackHadoop(input, length);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return unpackLz4Block(input, length);
  }
}

function unpackHadoop(input: Uint8Array, length: number): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const output = new Uint8Array(length);
  let [at, to] = [0, 0];
  while (at < input.length) {
    const limit = to + view.getUint32(at);
    at += 4;
    if (limit > length) throw damaged('are too long');
    while (to < limit) {
      const start = at + 4;
      at = start + view.getUint32(at);
      if (at > input.length || at === start) throw damaged('end too early');
      to = new BlockUnpacking(input.subarray(start, at), output).unpack(to, limit);
    }
  }
  if (to < length) throw damaged('end too early');
  return output;
}

const FRAME = 0x184d2204;
/** Bits of a frame's flags. */
const VERSION = 0xc0;
const VERSION_1 = 0x40;
const BLOCK_CHECKSUM = 0x10;
const CONTENT_SIZE = 0x08;
const CONTENT_CHECKSUM = 0x04;
const DICTIONARY = 0x01;
const CHECKSUM_BYTES = 4;
/** The bit of a block's length that says that it is not compressed. */
const PLAIN_BLOCK = 0x80000000;
const FIRST_BYTES = 64 * 1024;

/** Unpacks a frame to at most `most` bytes. Throws Lz4TooLong if it has more, and a RangeError if it is damaged. */
export function unpackLz4Frame(input: Uint8Array, most: number): Uint8Array {
  return new FrameUnpacking(input, most).unpack();
}

/** A frame unpacks to more bytes than are allowed. */
export class Lz4TooLong extends Error {}

class FrameUnpacking {
  readonly #input: Uint8Array;
  readonly #view: DataView;
  readonly #most: number;
  #at = 0;
  #output: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #length = 0;

  constructor(input: Uint8Array, most: number) {
    this.#input = input;
    this.#view = new DataView(input.buffer, input.byteOffset, input.byteLength);
    this.#most = most;
  }

  unpack(): Uint8Array {
    if (this.#number(4) !== FRAME) throw damaged('do not begin like a frame');
    const flags = this.#number(1);
    const largest = this.#largestBlock(this.#number(1));
    if ((flags & VERSION) !== VERSION_1) throw damaged('are of another version');
    if (flags & DICTIONARY) throw damaged('need a dictionary');
    if (flags & CONTENT_SIZE) this.#reserve(this.#contentSize());
    this.#skip(1); // a checksum of the above
    for (let size = this.#number(4); size !== 0; size = this.#number(4)) {
      this.#block(size, largest);
      if (flags & BLOCK_CHECKSUM) this.#skip(CHECKSUM_BYTES);
    }
    if (flags & CONTENT_CHECKSUM) this.#skip(CHECKSUM_BYTES);
    return this.#output.subarray(0, this.#length);
  }

  #largestBlock(descriptor: number): number {
    const code = (descriptor >> 4) & 7;
    if (code < 4) throw damaged('have blocks of an unknown size');
    return 4 ** code * 256;
  }

  #contentSize(): number {
    this.#require(8);
    const size = Number(this.#view.getBigUint64(this.#at, true));
    this.#at += 8;
    if (size > this.#most) throw new Lz4TooLong();
    return size;
  }

  #block(size: number, largest: number): void {
    const isPlain = size >= PLAIN_BLOCK;
    const length = isPlain ? size - PLAIN_BLOCK : size;
    if (length > largest) throw damaged('have a block that is too long');
    this.#require(length);
    const packed = this.#input.subarray(this.#at, this.#at + length);
    this.#at += length;
    // A block never unpacks to more than the largest, nor to more than 255 times its bytes.
    this.#reserve(this.#length + (isPlain ? length : Math.min(largest, 255 * length)));
    if (isPlain) {
      this.#output.set(packed, this.#length);
      this.#length += length;
    } else {
      const limit = Math.min(this.#output.length, this.#length + largest);
      this.#length = new BlockUnpacking(packed, this.#output).unpack(this.#length, limit);
    }
    if (this.#length > this.#most) throw new Lz4TooLong();
  }

  /** Makes room for `length` bytes: doubled, so that a long frame is copied a few times only. */
  #reserve(length: number): void {
    if (length <= this.#output.length) return;
    const room = Math.max(length, FIRST_BYTES, 2 * this.#length);
    const output = new Uint8Array(room);
    output.set(this.#output.subarray(0, this.#length));
    this.#output = output;
  }

  #number(bytes: 1 | 4): number {
    this.#require(bytes);
    const value =
      bytes === 1 ? this.#view.getUint8(this.#at) : this.#view.getUint32(this.#at, true);
    this.#at += bytes;
    return value;
  }

  #skip(bytes: number): void {
    this.#require(bytes);
    this.#at += bytes;
  }

  #require(bytes: number): void {
    if (this.#input.length - this.#at < bytes) throw damaged('end too early');
  }
}
