// Numbers from bytes. Short ones are parsed here, exactly; exponents and rare long ones by Number.

import { parseLongDecimal } from '#importers/bytes/long-decimal';

const MINUS = 45;
const PLUS = 43;
const DOT = 46;
const COMMA = 44;
const ZERO = 48;
const NINE = 57;

/** Integers of 15 digits are exact doubles. */
const MAX_EXACT_DIGITS = 15;
/** Powers of ten up to 1e22 are exact doubles. */
const POWERS_OF_TEN = Float64Array.from(
  { length: MAX_EXACT_DIGITS + 1 },
  (_, power) => 10 ** power,
);

/** No price, load or rate is as large as this: such a number is a mistake in the file. */
export const MAX_SIZE = 1e18;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const GAPS = new Set(['', 'nan', 'na', 'null']);

/** Ten times as fast as `String.fromCharCode(...bytes)`; it takes any bytes. */
const { latin1Slice } = Buffer.prototype;

/** The bytes as ASCII text, which is all that a number or a gap may hold. */
const asciiOf = (bytes: Uint8Array, start: number, end: number): string =>
  latin1Slice.call(bytes, start, Math.min(end, start + 400));

/** Whether a field stands for no value: empty, NaN, NA or null in any case. */
export const isGap = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start < 5 && GAPS.has(asciiOf(bytes, start, end).toLowerCase());

/**
 * The finite number a field holds, else NaN. With `takesComma` the decimal mark may be a comma.
 * One exact integer divided by one exact power of ten is rounded once, so it is the nearest double.
 */
export function parseNumber(
  bytes: Uint8Array,
  start: number,
  end: number,
  takesComma: boolean,
): number {
  const sign = bytes[start];
  let at = sign === MINUS || sign === PLUS ? start + 1 : start;
  let digits = end - at;
  let mantissa = 0;
  let byte = 0;
  while (at < end && (byte = bytes[at]!) >= ZERO && byte <= NINE) {
    mantissa = mantissa * 10 + (byte - ZERO);
    at++;
  }
  if (at < end && (byte === DOT || (takesComma && byte === COMMA))) {
    digits--;
    const mark = ++at;
    while (at < end && (byte = bytes[at]!) >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + (byte - ZERO);
      at++;
    }
    if (at === end && digits <= MAX_EXACT_DIGITS) mantissa /= POWERS_OF_TEN[end - mark]!;
  }
  if (at < end || digits > MAX_EXACT_DIGITS) return parseByNumber(bytes, start, end, takesComma);
  if (digits < 1) return Number.NaN;
  return sign === MINUS ? -mantissa : mantissa;
}

function parseByNumber(bytes: Uint8Array, start: number, end: number, takesComma: boolean): number {
  const quick = parseLongDecimal(bytes, start, end, takesComma);
  if (!Number.isNaN(quick)) return quick;
  let text = asciiOf(bytes, start, end);
  if (takesComma && !text.includes('.')) text = text.replace(',', '.');
  if (end - start > 400 || !NUMBER.test(text)) return Number.NaN;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}
