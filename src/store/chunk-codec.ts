// How the values of one chunk, or of one forecast run, become bytes: lossless, one tag byte first.
// Decimals (prices, megawatts) take about two bytes a point, anything else eight.
//
//   tag      bits 7–6 format (1), bits 5–4 gaps, bits 3–0 decimals 0–8, or 15 for raw doubles
//   length   varint: points in all, gaps included
//   gaps 0   none
//   gaps 1   varint first present, varint present: gaps only before and after one unbroken stretch
//   gaps 2   varint first present, varint stretch, then one bit a point of the stretch, 1 is present
//   values   of the present points: zig-zag varints of the differences of value × 10^decimals,
//            or little-endian doubles

const FORMAT = 1;
const NO_GAPS = 0;
const GAPS_AROUND = 1;
const GAPS_BETWEEN = 2;

const RAW = 15;
const MAX_DECIMALS = 8;
const POWERS = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);
/** Scaled values stay below this, so that the zig-zag form of a difference stays below 2^53: exact. */
const MAX_SCALED = 2 ** 51;
const MAX_VARINT_BYTES = 8;
const HEADER_BYTES = 1 + 3 * 5;

/** Reused by every call; nothing here waits, so no two calls meet in it. */
let scratch = new Uint8Array(16_384);
let scratchView = new DataView(scratch.buffer);

/** Bytes of a list of values. NaN is a gap; -0 becomes 0; an infinity is a defect of the caller's. */
export function encodeValues(values: Float64Array): Uint8Array {
  const { length } = values;
  const most = HEADER_BYTES + Math.ceil(length / 8) + MAX_VARINT_BYTES * length;
  if (scratch.length < most) {
    scratch = new Uint8Array(most);
    scratchView = new DataView(scratch.buffer);
  }
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

  let decimals = decimalsOf(values, start, end);
  let last = decimals === RAW ? -1 : writeDecimals(at, values, start, end, POWERS[decimals]!);
  if (last < 0 || last - at > 8 * present) {
    decimals = RAW;
    last = writeDoubles(at, values, start, end);
  }
  scratch[0] = (FORMAT << 6) | (gaps << 4) | decimals;
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

/** The fewest decimals that hold every value, or RAW. */
function decimalsOf(values: Float64Array, start: number, end: number): number {
  let decimals = 0;
  for (let i = start; i < end; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    for (;;) {
      const power = POWERS[decimals]!;
      const scaled = Math.round(value * power);
      if (scaled / power === value && Math.abs(scaled) < MAX_SCALED) break;
      if (++decimals > MAX_DECIMALS) return RAW;
    }
  }
  return decimals;
}

/** Returns where the values end, or -1 where some value is not exact after all. */
function writeDecimals(
  from: number,
  values: Float64Array,
  start: number,
  end: number,
  power: number,
): number {
  const bytes = scratch;
  let at = from;
  let before = 0;
  for (let i = start; i < end; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const scaled = Math.round(value * power);
    // A value that was exact with fewer decimals can outgrow the bound when others ask for more.
    if (scaled / power !== value || Math.abs(scaled) >= MAX_SCALED) return -1;
    const step = scaled - before;
    before = scaled;
    if (step < 0x2000_0000 && step > -0x2000_0000) {
      let rest = (step << 1) ^ (step >> 31);
      while (rest > 127) {
        bytes[at++] = (rest & 127) | 128;
        rest >>>= 7;
      }
      bytes[at++] = rest;
    } else {
      at = writeVarint(at, step < 0 ? -2 * step - 1 : 2 * step);
    }
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
