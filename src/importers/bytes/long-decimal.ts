// Decimals of up to 19 digits, as programs print doubles, from bytes without a text in between.
//
// The digits are an exact pair of doubles. Their quotient by a power of ten is one too, with an error of
// about 2^-103 of it. If that could decide the rounding, which is rare, the caller has to ask Number.

const MINUS = 45;
const PLUS = 43;
const ZERO = 48;
const NINE = 57;
const DOT = 46;
const COMMA = 44;

/** The digits of the first part: an integer of 15 digits is an exact double. */
const FIRST_DIGITS = 15;
const MOST_DIGITS = 19;
/** 1e22 is the largest power of ten that is an exact double. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
/** Well above the error of a quotient, well below the distance of two doubles. */
const DOUBT = 2 ** -98;
/** Cuts a double into two halves of 26 bits. */
const SPLITTER = 2 ** 27 + 1;

/** The exact error of `product` = a × b, which rounding made. */
function errorOfProduct(a: number, b: number, product: number): number {
  const [cutA, cutB] = [SPLITTER * a, SPLITTER * b];
  const highA = cutA - (cutA - a);
  const highB = cutB - (cutB - b);
  const [lowA, lowB] = [a - highA, b - highB];
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

/** The double nearest to a plain decimal (sign, digits, one mark), or NaN if this cannot tell. */
export function parseLongDecimal(
  bytes: Uint8Array,
  start: number,
  end: number,
  takesComma: boolean,
): number {
  const isSigned = bytes[start] === MINUS || bytes[start] === PLUS;
  let [first, rest, count, places] = [0, 0, 0, -1];
  for (let at = isSigned ? start + 1 : start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= ZERO && byte <= NINE) {
      if (places >= 0) places++;
      if (count === 0 && byte === ZERO) continue;
      if (++count <= FIRST_DIGITS) first = first * 10 + (byte - ZERO);
      else rest = rest * 10 + (byte - ZERO);
    } else if (places < 0 && (byte === DOT || (takesComma && byte === COMMA))) places = 0;
    else return Number.NaN;
  }
  if (count === 0 || count > MOST_DIGITS || places >= POWERS_OF_TEN.length) return Number.NaN;
  const scale = POWERS_OF_TEN[Math.max(count - FIRST_DIGITS, 0)]!;
  const value = quotient(first, scale, rest, Math.max(places, 0));
  return bytes[start] === MINUS ? -value : value;
}

/** (first × scale + rest) / 10^places, rounded once. */
function quotient(first: number, scale: number, rest: number, places: number): number {
  const product = first * scale;
  const high = product + rest;
  const low = rest - (high - product) + errorOfProduct(first, scale, product);
  const divisor = POWERS_OF_TEN[places]!;
  const near = high / divisor;
  const back = near * divisor;
  const more = (high - back - errorOfProduct(near, divisor, back) + low) / divisor;
  const doubt = near * DOUBT;
  const value = near + (more - doubt);
  return value === near + (more + doubt) ? value : Number.NaN;
}
