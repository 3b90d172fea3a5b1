// The depth of JSON and the number of its values and fields, checked before it is parsed: an endlessly nested
// object is never built, nor one with a hundred thousand fields, which takes 50 ms.

export const MOST_LEVELS = 32;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** The signs above except the backslash. All other bytes outside of texts are passed over. */
const SIGN = /[",:[\]{}]/g;
const IS_SIGN = new Uint8Array(256);
for (const sign of [QUOTE, COMMA, COLON]) IS_SIGN[sign] = 1;
for (const sign of [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE]) IS_SIGN[sign] = 1;
/** JSON has no more signs than this for each value: a comma, a colon, two texts or brackets. */
const SIGNS_PER_VALUE = 6;
/** Bytes that are looked at one by one before the rest is searched as a text, at ten times the speed. */
const PASSED = 64;

/** The signs of JSON, one after the other. */
class Signs {
  readonly #bytes: Uint8Array;
  #text: string | undefined;
  count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns the place of the next sign from `at` on, or the end if there is none. */
  next(at: number): number {
    const bytes = this.#bytes;
    this.count++;
    const stop = Math.min(at + PASSED, bytes.length);
    for (let i = at; i < stop; i++) if (IS_SIGN[bytes[i]!] === 1) return i;
    if (stop >= bytes.length) return bytes.length;
    this.#text ??= Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    SIGN.lastIndex = stop;
    return SIGN.test(this.#text) ? SIGN.lastIndex - 1 : bytes.length;
  }
}

/** The most that JSON may have of each; any number if left out. */
export interface JsonLimits {
  readonly levels: number;
  /** The values in objects and arrays. An empty array counts as one value. */
  readonly values?: number;
  /** The fields of all objects. Objects with different fields take the longest to parse. */
  readonly fields?: number;
  /** The backslashes in texts. Texts without one are parsed ten times as fast. */
  readonly escapes?: number;
}

/**
 * Whether objects and arrays are nested more than `most` deep. The bytes are UTF-8, in which none of these
 * signs is part of another character. If they are no JSON, false means only that a parser meets no more
 * levels than that before it gives up.
 */
export const isNestedDeeper = (bytes: Uint8Array, most: number): boolean =>
  findExcess(bytes, { levels: most }) === 'levels';

/** Returns what JSON has too much of. Reading ends with the first excess. */
export function findExcess(
  bytes: Uint8Array,
  {
    levels: mostLevels,
    values: mostValues = Number.POSITIVE_INFINITY,
    fields: mostFields = Number.POSITIVE_INFINITY,
    escapes: mostEscapes = Number.POSITIVE_INFINITY,
  }: JsonLimits,
): keyof JsonLimits | undefined {
  if (hasMore(bytes, BACKSLASH, mostEscapes)) return 'escapes';
  let depth = 0;
  let values = 0;
  let fields = 0;
  /** A bit for each level, the innermost last: 1 for an array. A comma there means one more value. */
  let arrays = 0;
  const signs = new Signs(bytes);
  for (let at = signs.next(0); at < bytes.length; at = signs.next(at + 1)) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values += arrays & 1;
    else if (byte === COLON) {
      values++;
      if (++fields > mostFields) return 'fields';
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const isArray = byte === OPEN_BRACKET ? 1 : 0;
      arrays = (arrays << 1) | isArray;
      values += isArray;
      if (++depth > mostLevels) return 'levels';
    } else {
      depth--;
      arrays >>>= 1;
    }
    if (values > mostValues || signs.count > SIGNS_PER_VALUE * mostValues + 8) return 'values';
  }
  return values > mostValues ? 'values' : undefined;
}

function hasMore(bytes: Uint8Array, byte: number, most: number): boolean {
  if (bytes.length <= most) return false;
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) {
    if (++count > most) return true;
  }
  return false;
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
