// Flags and counts of a query string.

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
