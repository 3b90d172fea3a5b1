// Integers to bytes, in the layout of unpack-integers.ts.

import { BLOCK, FIRST_BYTES } from '#store/codec/unpack-integers';

/** The width for a difference of 0 to 32 bits, its sign included. Zero bits have width 0. */
const WIDTHS = Uint8Array.from(
  { length: 33 },
  (_, bits) => [0, 8, 12, 16, 32].find((width) => width >= bits)!,
);

const steps = new Int32Array(BLOCK);

/** Writes the first `count` integers of a list and returns the end of their bytes. */
export function packIntegers(
  list: Float64Array,
  count: number,
  into: DataView,
  from: number,
): number {
  let before = list[0]! | 0;
  into.setInt32(from, before, true);
  let widthAt = from + FIRST_BYTES;
  let at = widthAt + Math.ceil((count - 1) / BLOCK);
  for (let i = 1; i < count; ) {
    const length = Math.min(BLOCK, count - i);
    // The bits of all differences, and of their sizes: negative ones inverted.
    let any = 0;
    let sizes = 0;
    for (let k = 0; k < length; k++) {
      const integer = list[i++]! | 0;
      const step = (integer - before) | 0;
      before = integer;
      steps[k] = step;
      any |= step;
      sizes |= step ^ (step >> 31);
    }
    const width = WIDTHS[any === 0 ? 0 : 33 - Math.clz32(sizes)]!;
    into.setUint8(widthAt++, width);
    at = packBlock(length, width, into, at);
  }
  return at;
}

/** Writes the first `length` of `steps` and returns the end of their bytes. */
function packBlock(length: number, width: number, into: DataView, from: number): number {
  const mask = width === 32 ? -1 : (1 << width) - 1;
  let at = from;
  let word = 0;
  let filled = 0;
  for (let k = 0; k < length && width > 0; k++) {
    const bits = steps[k]! & mask;
    word |= bits << filled;
    filled += width;
    if (filled < 32) continue;
    into.setInt32(at, word, true);
    at += 4;
    filled -= 32;
    word = filled > 0 ? bits >>> (width - filled) : 0;
  }
  if (filled === 0) return at;
  into.setInt32(at, word, true);
  return at + Math.ceil(filled / 8);
}
