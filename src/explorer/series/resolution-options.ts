// The resampling choices, and how a resolution in an address is read as one of them. Pure.

import { RESAMPLE_KEYWORDS } from '#core/values/reduction';

export interface ResampleOption {
  readonly value: string;
  /** Length of the interval as an order; the series' own is longer than any, so never disabled. */
  readonly rank: number;
}

/** Other spellings of the same: one option each. */
const SYNONYMS: Readonly<Record<string, string>> = { '': 'native', '*': 'native', hr: 'hour' };

const options = RESAMPLE_KEYWORDS.filter(({ name }) => SYNONYMS[name] === undefined).map(
  ({ name, to }) => ({ value: name, rank: to?.rank ?? Number.POSITIVE_INFINITY }),
);

/** Native first, then from hour to year. */
export const RESAMPLE_OPTIONS: readonly ResampleOption[] = [
  ...options.filter(({ value }) => value === 'native'),
  ...options.filter(({ value }) => value !== 'native'),
];

/** The option a resolution means; unknown names stay as they are. */
export function readResolution(text: string): string {
  const folded = text.trim().toLowerCase();
  return SYNONYMS[folded] ?? folded;
}
