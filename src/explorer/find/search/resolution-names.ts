// How resolutions are shown in lists, and every way to type them.

import { RESOLUTIONS, type Resolution } from '#core/time/resolution';
import { resolutionText } from '#explorer/series/resolution-text.ts';

interface ResolutionName {
  readonly shown: string;
  readonly adverb: string;
  /** Lower-case. */
  readonly spellings: readonly string[];
}

const NAMES: readonly ResolutionName[] = RESOLUTIONS.map((resolution) => {
  const { name, adverb } = resolution;
  const shown = resolutionText(resolution);
  return { shown, adverb, spellings: [name, adverb.toLowerCase(), shown.replace(' ', '')] };
});

const byAdverb = new Map(NAMES.map(({ adverb, shown }) => [adverb, shown]));

/** Turns `Hourly` into `hour`, `QuarterHourly` into `15 min`. */
export const shownResolution = (adverb: string): string => byAdverb.get(adverb) ?? adverb;

/** The resolution that is shown by a name. */
export const resolutionShownAs = (shown: string): Resolution | undefined =>
  RESOLUTIONS.find(({ adverb }) => shownResolution(adverb) === shown);

/** The shown names of the resolutions that are spelt like `text` or, if none is, begin with it. */
export function resolutionsLike(text: string): string[] {
  const typed = text.toLowerCase();
  const exact = NAMES.filter(({ spellings }) => spellings.includes(typed));
  const found =
    exact.length > 0
      ? exact
      : NAMES.filter(({ spellings }) => spellings.some((name) => name.startsWith(typed)));
  return found.map(({ shown }) => shown);
}
