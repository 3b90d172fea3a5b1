// Reads which bands and quantiles a request wants.

import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { quoteGiven } from '#core/nearest';
import { type BandChoice, PERCENT_ENDS, WIDEST_LEVEL } from '#core/values/run-bands';

/** The most levels, and the most quantiles, of one request. */
const MOST_ENTRIES = 20;
/** Up to two digits and up to two decimals. */
const ENTRY = /^\d{1,2}(\.\d{1,2})?$/;

/** Reads `50,95`, the levels of bands in percent; undefined if the field is left out. */
export function parseLevels(text: string | undefined, field: string): number[] | undefined {
  return parseList(text, field, {
    ...{ first: 1, last: WIDEST_LEVEL },
    why: `a run has quantiles from ${PERCENT_ENDS.first} to ${PERCENT_ENDS.last} %, so that its widest band is ${WIDEST_LEVEL} %`,
  });
}

/** Reads `10,50,90`, quantiles in percent; undefined if the field is left out. */
export function parsePercents(text: string | undefined, field: string): number[] | undefined {
  return parseList(text, field, {
    ...PERCENT_ENDS,
    why: `a run has quantiles from ${PERCENT_ENDS.first} to ${PERCENT_ENDS.last} %`,
  });
}

/** Reads the fields `level` and `quantile`. Refuses naming each field at fault. */
export function parseBandChoice(
  level: string | undefined,
  quantile: string | undefined,
): BandChoice {
  const faults = new FaultCollector();
  const levels = faults.check(() => parseLevels(level, 'level'));
  const percents = faults.check(() => parsePercents(quantile, 'quantile'));
  faults.throwIfAny();
  return { levels, percents: percents ?? [] };
}

interface Bounds {
  readonly first: number;
  readonly last: number;
  /** Why no others are allowed. */
  readonly why: string;
}

/** The numbers of a list, ascending, each once. */
function parseList(
  text: string | undefined,
  field: string,
  { first, last, why }: Bounds,
): number[] | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const entries = text.split(',').map((entry) => entry.trim());
  const allowed = [`${first} to ${last}, up to ${MOST_ENTRIES} numbers with a comma between two`];
  if (entries.length > MOST_ENTRIES) {
    const message = `${entries.length} numbers are given; allowed are ${MOST_ENTRIES}`;
    throw refuseField('field_invalid', field, message, allowed);
  }
  const numbers = entries.map((entry) => {
    const number = Number(entry);
    if (ENTRY.test(entry) && number >= first && number <= last) return number;
    const message = `${quoteGiven(entry)} is not a percent from ${first} to ${last}: ${why}`;
    throw refuseField('field_invalid', field, message, allowed);
  });
  return [...new Set(numbers)].sort((a, b) => a - b);
}
