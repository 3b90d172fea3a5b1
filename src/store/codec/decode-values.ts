// Bytes to values, in the layout of chunk-format.ts. Damaged bytes throw, and nothing beyond them is read.

import {
  damaged,
  GAPS_BETWEEN,
  MAX_DECIMALS,
  MAX_VARINT_BYTES,
  NO_GAPS,
  PACKED,
  POWERS,
  RAW,
  VARINTS,
} from '#store/codec/chunk-format';
import { unpackIntegers } from '#store/codec/unpack-integers';

/** The end of the last varint. Read it right after `readVarint`. */
let varintEnd = 0;

function readVarint(bytes: Uint8Array, from: number): number {
  let value = 0;
  let unit = 1;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!;
    value += (byte & 127) * unit;
    if (byte < 128) {
      if (value > Number.MAX_SAFE_INTEGER) break;
      varintEnd = at + 1;
      return value;
    }
    if (at - from === MAX_VARINT_BYTES - 1) break;
    unit *= 128;
  }
  throw damaged('a number does not end where it should');
}

const stepOf = (zigzag: number): number => (zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2);

/**
 * Writes the values to `into` from `offset` on and returns their number; gaps are NaN. Throws if
 * `encodeValues` did not make the bytes, or if `into` is too short.
 */
export function decodeValues(bytes: Uint8Array, into: Float64Array, offset: number): number {
  const tag = bytes[0];
  if (tag === undefined) throw damaged('no bytes');
  const format = tag >> 6;
  const gaps = (tag >> 4) & 3;
  const decimals = tag & 15;
  if (format !== VARINTS && format !== PACKED) throw damaged(`unknown format ${format}`);
  if (gaps > GAPS_BETWEEN) throw damaged(`unknown kind of gaps ${gaps}`);
  if (decimals > MAX_DECIMALS && (decimals !== RAW || format !== VARINTS)) {
    throw damaged(`unknown encoding ${decimals}`);
  }

  const length = readVarint(bytes, 1);
  let at = varintEnd;
  if (length > into.length - offset) {
    throw damaged(`${length} points instead of at most ${into.length - offset}`);
  }
  let start = 0;
  let stretch = length;
  if (gaps !== NO_GAPS) {
    start = readVarint(bytes, at);
    stretch = readVarint(bytes, varintEnd);
    at = varintEnd;
    if (start + stretch > length) throw damaged('the stretch of values is longer than the whole');
    into.fill(Number.NaN, offset, offset + start);
    into.fill(Number.NaN, offset + start + stretch, offset + length);
  }
  const presence = at;
  let present = stretch;
  if (gaps === GAPS_BETWEEN) {
    at += Math.ceil(stretch / 8);
    if (at > bytes.length) throw damaged('too short for its gaps');
    present = countPresent(bytes, presence, stretch);
  }

  // The present values first, one after the other. They move apart afterwards if there are gaps.
  const from = offset + start;
  const end =
    format === PACKED
      ? unpackIntegers(bytes, at, into, from, present, decimals)
      : decimals === RAW
        ? readDoubles(bytes, at, into, from, present)
        : readVarints(bytes, at, into, from, present, POWERS[decimals]!);
  if (end !== bytes.length) throw damaged(`${bytes.length - end} bytes too many`);
  if (present < stretch) moveApart(bytes, presence, into, from, stretch, present);
  return length;
}

const isPresent = (bytes: Uint8Array, presence: number, i: number): boolean =>
  ((bytes[presence + (i >> 3)]! >> (i & 7)) & 1) === 1;

function countPresent(bytes: Uint8Array, presence: number, stretch: number): number {
  let count = 0;
  for (let i = 0; i < stretch; i++) count += isPresent(bytes, presence, i) ? 1 : 0;
  return count;
}

/** Moves values to their places, the last first, so that no value is overwritten before it was moved. */
function moveApart(
  bytes: Uint8Array,
  presence: number,
  into: Float64Array,
  from: number,
  stretch: number,
  present: number,
): void {
  let next = present;
  for (let i = stretch - 1; i >= next; i--) {
    into[from + i] = isPresent(bytes, presence, i) ? into[from + --next]! : Number.NaN;
  }
}

// Stryker disable next-line all: no test can change the machine's byte order.
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function readVarints(
  bytes: Uint8Array,
  from: number,
  into: Float64Array,
  offset: number,
  count: number,
  power: number,
): number {
  let scaled = 0;
  varintEnd = from;
  for (let i = offset; i < offset + count; i++) {
    scaled += stepOf(readVarint(bytes, varintEnd));
    into[i] = scaled / power;
  }
  return varintEnd;
}

function readDoubles(
  bytes: Uint8Array,
  from: number,
  into: Float64Array,
  offset: number,
  count: number,
): number {
  const end = from + 8 * count;
  if (end > bytes.length) throw damaged('too short for its values');
  // On a little-endian machine the bytes are the values already.
  const target = new Uint8Array(into.buffer, into.byteOffset + 8 * offset, 8 * count);
  target.set(bytes.subarray(from, end));
  // Stryker disable all: runs on big-endian machines only.
  if (!isLittleEndian) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let i = 0; i < count; i++) into[offset + i] = view.getFloat64(from + 8 * i, true);
  }
  // Stryker restore all
  // A finite number times zero is zero, NaN or an infinity times zero is NaN: one check at the end will do.
  let zero = 0;
  for (let i = offset; i < offset + count; i++) zero += into[i]! * 0;
  if (zero !== 0) {
    const wrong = into.subarray(offset, offset + count).find((value) => value * 0 !== 0);
    throw damaged(`a value is ${wrong}`);
  }
  return end;
}
