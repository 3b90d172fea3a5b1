// Values to bytes, in the layout of chunk-format.ts. Nothing is allocated per point.

import {
  GAPS_AROUND,
  GAPS_BETWEEN,
  MAX_DECIMALS,
  MAX_SCALED,
  NO_GAPS,
  PACKED,
  POWERS,
  RAW,
  VARINTS,
} from '#store/codec/chunk-format';
import { BLOCK, FEWEST_PACKED, FIRST_BYTES, MAX_PACKED } from '#store/codec/unpack-integers';

const HEADER_BYTES = 1 + 3 * 5;

/** Reused by every call. Nothing here waits, so no two calls use it at once. */
let scratch = new Uint8Array(16_384);
let scratchView = new DataView(scratch.buffer);
/** The values as integers. */
let scaledValues = new Float64Array(2_048);
/** The largest absolute value in `scaledValues`. */
let largest = 0;

function makeRoom(length: number): void {
  // No encoding takes more than raw doubles: a varint has at most eight bytes, a packed integer five.
  const most = HEADER_BYTES + Math.ceil(length / 8) + 8 * length;
  if (scratch.length < most) {
    scratch = new Uint8Array(most);
    scratchView = new DataView(scratch.buffer);
  }
  if (scaledValues.length < length) scaledValues = new Float64Array(length);
}

/** The bytes of a list of values. NaN is a gap and -0 becomes 0. Throws for an infinity. */
export function encodeValues(values: Float64Array): Uint8Array {
  const { length } = values;
  makeRoom(length);
  let start = 0;
  while (start < length && Number.isNaN(values[start]!)) start++;
  let end = length;
  while (end > start && Number.isNaN(values[end - 1]!)) end--;
  let present = 0;
  for (let i = start; i < end; i++) {
    const value = values[i]!;
    if (value - value === 0) present++;
    else if (!Number.isNaN(value)) throw new Error(`a value to store is ${value}`);
  }

  const gaps = present < end - start ? GAPS_BETWEEN : end - start < length ? GAPS_AROUND : NO_GAPS;
  let at = writeVarint(1, length);
  if (gaps !== NO_GAPS) {
    at = writeVarint(at, start);
    at = writeVarint(at, end - start);
  }
  if (gaps === GAPS_BETWEEN) at = writePresence(at, values, start, end);

  const decimals = scaleAll(values, start, end);
  const isPacked = decimals !== RAW && present >= FEWEST_PACKED && largest < MAX_PACKED;
  const last = isPacked
    ? packIntegers(scaledValues, present, scratchView, at)
    : decimals === RAW
      ? writeDoubles(at, values, start, end)
      : writeVarints(at, present);
  scratch[0] = ((isPacked ? PACKED : VARINTS) << 6) | (gaps << 4) | decimals;
  return scratch.slice(0, last);
}

function writePresence(at: number, values: Float64Array, start: number, end: number): number {
  for (let i = start; i < end; i += 8) {
    let bits = 0;
    for (let bit = 0; bit < 8 && i + bit < end; bit++) {
      if (!Number.isNaN(values[i + bit]!)) bits |= 1 << bit;
    }
    scratch[at++] = bits;
  }
  return at;
}

/**
 * Makes integers of all present values and returns how many decimals that took, or RAW. Nearly always
 * the first values show how many decimals all have, so hardly any value is scaled twice. A value that
 * fits fewer decimals but not these has outgrown the bound, and more decimals do not help.
 */
function scaleAll(values: Float64Array, start: number, end: number): number {
  let decimals = 0;
  let misfit = scale(values, start, end, 1);
  while (misfit >= 0) {
    decimals = decimalsOf(values[misfit]!, decimals + 1);
    if (decimals === RAW) break;
    misfit = scale(values, start, end, POWERS[decimals]!);
  }
  return decimals;
}

/** The fewest decimals, at least `fewest`, that a value needs, or RAW. */
function decimalsOf(value: number, fewest: number): number {
  for (let decimals = fewest; decimals <= MAX_DECIMALS; decimals++) {
    if (isScaled(value, Math.round(value * POWERS[decimals]!), POWERS[decimals]!)) return decimals;
  }
  return RAW;
}

const isScaled = (value: number, scaled: number, power: number): boolean =>
  scaled / power === value && Math.abs(scaled) < MAX_SCALED;

/** Scales the present values. Returns the index of the first value that is not exact, or -1. */
function scale(values: Float64Array, start: number, end: number, power: number): number {
  let count = 0;
  largest = 0;
  for (let i = start; i < end; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const scaled = Math.round(value * power);
    if (!isScaled(value, scaled, power)) return i;
    scaledValues[count++] = scaled;
    const size = Math.abs(scaled);
    if (size > largest) largest = size;
  }
  return -1;
}

function writeVarints(from: number, count: number): number {
  let at = from;
  let before = 0;
  for (let i = 0; i < count; i++) {
    const step = scaledValues[i]! - before;
    before = scaledValues[i]!;
    at = writeVarint(at, step < 0 ? -2 * step - 1 : 2 * step);
  }
  return at;
}

function writeDoubles(from: number, values: Float64Array, start: number, end: number): number {
  let at = from;
  for (let i = start; i < end; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    scratchView.setFloat64(at, value + 0, true); // -0 + 0 is 0
    at += 8;
  }
  return at;
}

function writeVarint(from: number, value: number): number {
  let at = from;
  let rest = value;
  while (rest > 127) {
    scratch[at++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  scratch[at++] = rest;
  return at;
}

// Integers to bytes, in the layout of unpack-integers.ts.

/** The width for a difference of 0 to 32 bits, its sign included. Zero bits have width 0. */
const WIDTHS = Uint8Array.from(
  { length: 33 },
  (_, bits) => [0, 8, 12, 16, 32].find((width) => width >= bits)!,
);

const steps = new Int32Array(BLOCK);

/** Writes the first `count` integers of a list and returns the end of their bytes. */
function packIntegers(list: Float64Array, count: number, into: DataView, from: number): number {
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
