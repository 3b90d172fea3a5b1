// The order of a series' sources, as an operator gives it.

import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import { isSourceName, MOST_SOURCE_CHARACTERS } from '#core/values/source-order';

/** The most sources that an order names. */
export const MOST_ORDERED = 50;

/** Reads the names of an order; `field` is what a refusal calls the list. */
export function readSourceOrder(
  given: readonly string[] | undefined,
  field: string,
): readonly string[] {
  if (given === undefined) {
    const message = 'the order of sources is missing; an empty list removes it';
    throw refuseField('field_missing', field, message);
  }
  if (given.length > MOST_ORDERED) {
    const message = `${given.length} sources are named`;
    throw refuseField('field_invalid', field, message, [`at most ${MOST_ORDERED}`]);
  }
  for (const [i, source] of given.entries()) {
    if (!isSourceName(source)) {
      const message = `not the name of a source: ${quoteGiven(source)}`;
      throw refuseField('field_invalid', `${field}.${i}`, message, [
        `1 to ${MOST_SOURCE_CHARACTERS} characters without controls`,
      ]);
    }
    if (given.indexOf(source) < i) {
      const message = `a source is named twice: ${quoteGiven(source)}`;
      throw refuseField('field_invalid', `${field}.${i}`, message);
    }
  }
  return given;
}

/** The order in words, such as `entsoe, then vendor first`. */
export const describeSourceOrder = (order: readonly string[]): string =>
  order.length === 0 ? 'names decide' : `${order.join(', then ')} first`;
