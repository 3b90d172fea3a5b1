// The depth of JSON, checked before it is parsed: an endlessly nested object is never built.

export const MOST_LEVELS = 32;

const QUOTE = 34;
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
export function isNestedDeeper(bytes: Uint8Array, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > most) return true;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
  }
  return false;
}

/** Returns the place of the closing quote, or the end if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return bytes.length;
}
