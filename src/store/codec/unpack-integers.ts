// Integers as bytes that are fast to read: differences in blocks of 16, each block in the smallest of five
// widths that fits all of its differences. One or three words divide evenly into each width.
// encode-values.ts writes.
//
//   first    the first integer, four bytes
//   widths   a byte a block: 0, 8, 12, 16 or 32 bits
//   blocks   16 differences of the block's width, two's complement, lowest bits first; the last block
//            ends with its last difference

import { damaged } from '#store/codec/chunk-format';
import { RECIPROCALS, type Reciprocal } from '#store/codec/divide-by-power-of-ten';

/** Fewer integers than this are shorter as varints. */
export const FEWEST_PACKED = 16;
/** Integers stay below this, so a difference fits 32 bits. */
export const MAX_PACKED = 2 ** 30;

/** Differences that share a width. */
export const BLOCK = 16;
export const FIRST_BYTES = 4;

/** A copy of the blocks, because words must be aligned. It has room to read one block too many. */
let words = new Int32Array(1_024);
let wordBytes = new Uint8Array(words.buffer);

// Stryker disable next-line all: no test can change the machine's byte order.
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function copyWords(bytes: Uint8Array, from: number): void {
  const count = Math.ceil((bytes.length - from) / 4) + BLOCK;
  if (words.length < count) {
    words = new Int32Array(2 * count);
    wordBytes = new Uint8Array(words.buffer);
  }
  wordBytes.set(bytes.subarray(from));
  // Stryker disable all: runs on big-endian machines only.
  if (isLittleEndian) return;
  const view = new DataView(words.buffer);
  for (let i = 0; i < count; i++) words[i] = view.getInt32(4 * i, true);
}

// Stryker restore all
/** The values of the last block, if it is incomplete. */
const lastBlock = new Float64Array(BLOCK);

/** Writes `count` integers, each divided by 10^decimals, to `into` and returns the end of their bytes. */
export function unpackIntegers(
  bytes: Uint8Array,
  from: number,
  into: Float64Array,
  offset: number,
  count: number,
  decimals: number,
): number {
  if (count < FEWEST_PACKED) throw damaged(`${count} values where more belong`);
  const widths = from + FIRST_BYTES;
  const blocks = Math.ceil((count - 1) / BLOCK);
  let at = widths + blocks;
  if (at > bytes.length) throw damaged('too short for its values');
  const [a, b, c, d] = [bytes[from]!, bytes[from + 1]!, bytes[from + 2]!, bytes[from + 3]!];
  let integer = a | (b << 8) | (c << 16) | (d << 24);
  const by = RECIPROCALS[decimals]!;
  into[offset] = integer * by.high + integer * by.low;
  copyWords(bytes, at);

  const end = offset + count;
  let next = offset + 1;
  let word = 0;
  for (let block = 0; block < blocks; ) {
    const width = bytes[widths + block]!;
    // Neighbouring blocks of one width together. The last block, which may be incomplete, alone.
    let length = Math.min(BLOCK, end - next);
    block++;
    while (block < blocks - 1 && bytes[widths + block] === width) {
      length += BLOCK;
      block++;
    }
    at += Math.ceil((length * width) / 8);
    if (at > bytes.length) throw damaged('too short for its values');
    const isPart = length < BLOCK;
    const target = isPart ? lastBlock : into;
    const from = isPart ? 0 : next;
    integer = unpackBlocks(width, word, integer, target, from, isPart ? BLOCK : from + length, by);
    if (isPart) into.set(lastBlock.subarray(0, length), next);
    word += (length * width) >> 5;
    next += length;
  }
  return at;
}

function unpackBlocks(
  width: number,
  word: number,
  before: number,
  into: Float64Array,
  from: number,
  end: number,
  by: Reciprocal,
): number {
  switch (width) {
    case 0:
      into.fill(before * by.high + before * by.low, from, end);
      return before;
    case 8:
      return unpack8(word, before, into, from, end, by);
    case 12:
      return unpack12(word, before, into, from, end, by);
    case 16:
      return unpack16(word, before, into, from, end, by);
    case 32:
      return unpack32(word, before, into, from, end, by);
    default:
      throw damaged(`differences of ${width} bits`);
  }
}

// These read one or three words at a time by constant shifts: with one loop for every width a value took
// 4.5 ns. A shift to the left and back keeps the sign. Each function returns the last integer.

function unpack8(
  word: number,
  before: number,
  into: Float64Array,
  from: number,
  end: number,
  { high, low }: Reciprocal,
): number {
  const packed = words;
  let integer = before;
  for (let i = from, w = word; i < end; i += 4, w++) {
    const p = packed[w]!;
    integer = (integer + ((p << 24) >> 24)) | 0;
    into[i] = integer * high + integer * low;
    integer = (integer + ((p << 16) >> 24)) | 0;
    into[i + 1] = integer * high + integer * low;
    integer = (integer + ((p << 8) >> 24)) | 0;
    into[i + 2] = integer * high + integer * low;
    integer = (integer + (p >> 24)) | 0;
    into[i + 3] = integer * high + integer * low;
  }
  return integer;
}

function unpack12(
  word: number,
  before: number,
  into: Float64Array,
  from: number,
  end: number,
  { high, low }: Reciprocal,
): number {
  const packed = words;
  let integer = before;
  for (let i = from, w = word; i < end; i += 8, w += 3) {
    const p = packed[w]!;
    const q = packed[w + 1]!;
    const r = packed[w + 2]!;
    integer = (integer + ((p << 20) >> 20)) | 0;
    into[i] = integer * high + integer * low;
    integer = (integer + ((p << 8) >> 20)) | 0;
    into[i + 1] = integer * high + integer * low;
    integer = (integer + ((((p >>> 24) | (q << 8)) << 20) >> 20)) | 0;
    into[i + 2] = integer * high + integer * low;
    integer = (integer + ((q << 16) >> 20)) | 0;
    into[i + 3] = integer * high + integer * low;
    integer = (integer + ((q << 4) >> 20)) | 0;
    into[i + 4] = integer * high + integer * low;
    integer = (integer + ((((q >>> 28) | (r << 4)) << 20) >> 20)) | 0;
    into[i + 5] = integer * high + integer * low;
    integer = (integer + ((r << 12) >> 20)) | 0;
    into[i + 6] = integer * high + integer * low;
    integer = (integer + (r >> 20)) | 0;
    into[i + 7] = integer * high + integer * low;
  }
  return integer;
}

function unpack16(
  word: number,
  before: number,
  into: Float64Array,
  from: number,
  end: number,
  { high, low }: Reciprocal,
): number {
  const packed = words;
  let integer = before;
  for (let i = from, w = word; i < end; i += 2, w++) {
    const p = packed[w]!;
    integer = (integer + ((p << 16) >> 16)) | 0;
    into[i] = integer * high + integer * low;
    integer = (integer + (p >> 16)) | 0;
    into[i + 1] = integer * high + integer * low;
  }
  return integer;
}

function unpack32(
  word: number,
  before: number,
  into: Float64Array,
  from: number,
  end: number,
  { high, low }: Reciprocal,
): number {
  const packed = words;
  let integer = before;
  for (let i = from, w = word; i < end; i++, w++) {
    integer = (integer + packed[w]!) | 0;
    into[i] = integer * high + integer * low;
  }
  return integer;
}
