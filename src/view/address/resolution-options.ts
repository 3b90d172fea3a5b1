// The resampling choices, and reading a resolution of an address as one of them. Pure.

import { RESAMPLE_KEYWORDS } from '#core/values/reduction';

export interface ResampleOption {
  readonly value: string;
  /** The order of the interval's length. Native is above all others, so that it is never disabled. */
  readonly rank: number;
}

/** Other spellings of an option. */
const SYNONYMS: Readonly<Record<string, string>> = { '': 'native', '*': 'native', hr: 'hour' };

const options = RESAMPLE_KEYWORDS.filter(({ name }) => SYNONYMS[name] === undefined).map(
  ({ name, to }) => ({ value: name, rank: to?.rank ?? Number.POSITIVE_INFINITY }),
);

/** The options: native first, then from hour to year. */
export const RESAMPLE_OPTIONS: readonly ResampleOption[] = [
  ...options.filter(({ value }) => value === 'native'),
  ...options.filter(({ value }) => value !== 'native'),
];

/** The option that a resolution means. Unknown names stay as they are. */
export function readResolution(text: string): string {
  const folded = text.trim().toLowerCase();
  return SYNONYMS[folded] ?? folded;
}
