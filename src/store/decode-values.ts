// Bytes to values, in the layout of chunk-format.ts. Damaged bytes throw; nothing is read beyond them.

import {
  FORMAT,
  GAPS_BETWEEN,
  MAX_DECIMALS,
  MAX_VARINT_BYTES,
  NO_GAPS,
  POWERS,
  RAW,
} from '#store/chunk-format';

const damaged = (what: string): Error => new Error(`stored values are damaged: ${what}`);

/** Where a varint that was read ends: read at once after `readVarint`. */
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

/**
 * Writes the values to `into`, from `offset` on, gaps as NaN, and returns how many there are. Bytes
 * that `encodeValues` did not make, or more values than `into` has room for, throw an Error.
 */
export function decodeValues(bytes: Uint8Array, into: Float64Array, offset: number): number {
  const tag = bytes[0];
  if (tag === undefined) throw damaged('no bytes');
  if (tag >> 6 !== FORMAT) throw damaged(`unknown format ${tag >> 6}`);
  const gaps = (tag >> 4) & 3;
  const decimals = tag & 15;
  if (gaps > GAPS_BETWEEN) throw damaged(`unknown kind of gaps ${gaps}`);
  if (decimals !== RAW && decimals > MAX_DECIMALS) throw damaged(`unknown encoding ${decimals}`);

  const length = readVarint(bytes, 1);
  let at = varintEnd;
  if (length > into.length - offset) {
    throw damaged(`${length} points where at most ${into.length - offset} belong`);
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
  // -1 where every point of the stretch is present.
  const presence = gaps === GAPS_BETWEEN ? at : -1;
  if (gaps === GAPS_BETWEEN) at += Math.ceil(stretch / 8);
  if (at > bytes.length) throw damaged('too short for its gaps');

  const from = offset + start;
  const end =
    decimals === RAW
      ? readDoubles(bytes, at, presence, into, from, stretch)
      : readDecimals(bytes, at, presence, into, from, stretch, POWERS[decimals]!);
  if (end !== bytes.length) throw damaged(`${bytes.length - end} bytes too many`);
  return length;
}

function readDecimals(
  bytes: Uint8Array,
  from: number,
  presence: number,
  into: Float64Array,
  offset: number,
  stretch: number,
  power: number,
): number {
  const end = offset + stretch;
  let at = from;
  let scaled = 0;
  for (let i = offset; i < end; ) {
    if (presence >= 0 && !isPresent(bytes, presence, i - offset)) {
      into[i++] = Number.NaN;
      continue;
    }
    const zigzag = readVarint(bytes, at);
    at = varintEnd;
    scaled += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    into[i++] = scaled / power;
    if (presence >= 0 || Math.abs(scaled) >= QUICK_BELOW) continue;
    const quickEnd = Math.min(end, i + QUICK_RUN);
    at = readQuickly(bytes, at, into, i, quickEnd, scaled | 0, power);
    scaled = quickScaled;
    i = quickStop;
  }
  return at;
}

/** Differences of two bytes are below 2^13: a run of this many from below 2^30 stays below 2^31. */
const QUICK_RUN = 2 ** 16;
const QUICK_BELOW = 2 ** 30;
/** Where `readQuickly` stopped, and the scaled value there: read at once after it. */
let quickStop = 0;
let quickScaled = 0;

/**
 * Values whose differences take one or two bytes, as nearly all of prices and loads do, up to the
 * first that takes more or to the last byte. One branch and 32-bit integers only: 5 ns a value, where
 * adding doubles and branching by length takes 8.
 */
function readQuickly(
  bytes: Uint8Array,
  from: number,
  into: Float64Array,
  start: number,
  end: number,
  before: number,
  power: number,
): number {
  const last = bytes.length - 1;
  let at = from;
  let scaled = before;
  let i = start;
  while (i < end && at < last) {
    const first = bytes[at]!;
    const second = bytes[at + 1]!;
    if ((first & second) > 127) break;
    const hasSecond = first >> 7;
    const zigzag = (first & 127) | ((second << 7) & -hasSecond);
    at += 1 + hasSecond;
    scaled = (scaled + ((zigzag >>> 1) ^ -(zigzag & 1))) | 0;
    into[i++] = scaled / power;
  }
  quickStop = i;
  quickScaled = scaled;
  return at;
}

const isPresent = (bytes: Uint8Array, presence: number, i: number): boolean =>
  ((bytes[presence + (i >> 3)]! >> (i & 7)) & 1) === 1;

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function readDoubles(
  bytes: Uint8Array,
  from: number,
  presence: number,
  into: Float64Array,
  offset: number,
  stretch: number,
): number {
  if (presence < 0 && isLittleEndian) return copyDoubles(bytes, from, into, offset, stretch);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = from;
  for (let i = 0; i < stretch; i++) {
    if (presence >= 0 && !isPresent(bytes, presence, i)) {
      into[offset + i] = Number.NaN;
      continue;
    }
    if (at + 8 > bytes.length) throw damaged('too short for its values');
    const value = view.getFloat64(at, true);
    if (value - value !== 0) throw damaged(`a value is ${value}`);
    into[offset + i] = value;
    at += 8;
  }
  return at;
}

/** The same without gaps: the bytes are the values already. */
function copyDoubles(
  bytes: Uint8Array,
  from: number,
  into: Float64Array,
  offset: number,
  stretch: number,
): number {
  const end = from + 8 * stretch;
  if (end > bytes.length) throw damaged('too short for its values');
  const target = new Uint8Array(into.buffer, into.byteOffset + 8 * offset, 8 * stretch);
  target.set(bytes.subarray(from, end));
  // Zero times any number is zero, and times NaN or an infinity NaN: one look at the end is enough.
  let zero = 0;
  for (let i = offset; i < offset + stretch; i++) zero += into[i]! * 0;
  if (zero !== 0) {
    const wrong = into.subarray(offset, offset + stretch).find((value) => value * 0 !== 0);
    throw damaged(`a value is ${wrong}`);
  }
  return end;
}
