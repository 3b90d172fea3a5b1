// Flags, counts and words of a query string.

import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';

/** Reads `true` or `false` in any case; left out or empty means false. */
export function parseFlag(given: string | undefined, field: string): boolean {
  const text = (given ?? '').trim().toLowerCase();
  if (text === '' || text === 'false') return false;
  if (text === 'true') return true;
  throw refuseField('field_invalid', field, `not true or false: ${quoteGiven(given!)}`, [
    'true',
    'false',
  ]);
}

/** Reads a whole number from 1 to `max`; undefined if left out or empty. */
export function parseCount(
  given: string | undefined,
  field: string,
  max: number,
): number | undefined {
  const text = (given ?? '').trim();
  if (text === '') return undefined;
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= max) return count;
  throw refuseField(
    'field_invalid',
    field,
    `not a whole number from 1 to ${max}: ${quoteGiven(given!)}`,
    [`1 to ${max}`],
  );
}

/** More words narrow a search no further, and each is looked for in the text of every series. */
export const MOST_WORDS = 8;
export const LONGEST_SEARCH = 200;

/** Reads the words of a search; none if it is left out or empty. */
export function parseWords(given: string | undefined, field: string): string[] {
  const text = (given ?? '').trim();
  if (text.length > LONGEST_SEARCH) {
    const message = `${text.length} characters were given; at most ${LONGEST_SEARCH} are allowed`;
    throw refuseField('field_invalid', field, message, [`1 to ${LONGEST_SEARCH} characters`]);
  }
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length <= MOST_WORDS) return words;
  const message = `${words.length} words were given; at most ${MOST_WORDS} are allowed`;
  throw refuseField('field_invalid', field, message, [`1 to ${MOST_WORDS} words`]);
}
