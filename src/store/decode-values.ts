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
  const size = bytes.length;
  let at = from;
  let scaled = 0;
  for (let i = 0; i < stretch; i++) {
    if (presence >= 0 && ((bytes[presence + (i >> 3)]! >> (i & 7)) & 1) === 0) {
      into[offset + i] = Number.NaN;
      continue;
    }
    // Up to four bytes at hand: nearly every value; the rest takes the careful way.
    let zigzag = 0;
    let shift = 0;
    let byte = 128;
    const started = at;
    while (byte > 127 && shift < 28 && at < size) {
      byte = bytes[at++]!;
      zigzag |= (byte & 127) << shift;
      shift += 7;
    }
    if (byte > 127) {
      const long = readVarint(bytes, started);
      at = varintEnd;
      scaled += long % 2 === 0 ? long / 2 : -(long + 1) / 2;
    } else {
      scaled += (zigzag >>> 1) ^ -(zigzag & 1);
    }
    into[offset + i] = scaled / power;
  }
  return at;
}

function readDoubles(
  bytes: Uint8Array,
  from: number,
  presence: number,
  into: Float64Array,
  offset: number,
  stretch: number,
): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = from;
  for (let i = 0; i < stretch; i++) {
    if (presence >= 0 && ((bytes[presence + (i >> 3)]! >> (i & 7)) & 1) === 0) {
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
