// The depth of JSON and the number of its values, checked before it is parsed: an endlessly nested object is
// never built, nor one with a hundred thousand fields, which takes 50 ms.

export const MOST_LEVELS = 32;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/**
 * Whether objects and arrays are nested more than `most` deep. The bytes are UTF-8, in which none of these
 * signs is part of another character. If they are no JSON, false means only that a parser meets no more
 * levels than that before it gives up.
 */
export const isNestedDeeper = (bytes: Uint8Array, most: number): boolean =>
  findExcess(bytes, most, Number.POSITIVE_INFINITY) === 'levels';

/**
 * Returns what JSON has too much of: levels, or values in its objects and arrays. An empty array counts as one
 * value. Reading ends with the first excess.
 */
export function findExcess(
  bytes: Uint8Array,
  mostLevels: number,
  mostValues: number,
): 'levels' | 'values' | undefined {
  let depth = 0;
  let values = 0;
  /** A bit for each level, the innermost last: 1 for an array. A comma there means one more value. */
  let arrays = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values += arrays & 1;
    else if (byte === COLON) values++;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const isArray = byte === OPEN_BRACKET ? 1 : 0;
      arrays = (arrays << 1) | isArray;
      values += isArray;
      if (++depth > mostLevels) return 'levels';
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--;
      arrays >>>= 1;
    }
    if (values > mostValues) return 'values';
  }
  return undefined;
}

/** Bytes of a text that are looked at one by one before the rest is searched as a whole, at twice the speed. */
const LOOKED_AT = 64;

/** Returns the place of the closing quote, or the end if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (;;) {
    for (const stop = Math.min(at + LOOKED_AT, bytes.length); at < stop; at++) {
      const byte = bytes[at]!;
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) at++;
    }
    if (at >= bytes.length) return bytes.length;
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return bytes.length;
    if (!isEscaped(bytes, at, quote)) return quote;
    at = quote + 1;
  }
}

/** Whether an odd number of backslashes comes just before a quote, from `first` on. */
function isEscaped(bytes: Uint8Array, first: number, quote: number): boolean {
  let at = quote;
  while (at > first && bytes[at - 1] === BACKSLASH) at--;
  return (quote - at) % 2 === 1;
}
