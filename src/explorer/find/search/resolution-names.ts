// How resolutions are shown in lists, and every way to type them.

import { RESOLUTIONS, type Resolution } from '#core/time/resolution';

interface ResolutionName {
  readonly shown: string;
  readonly adverb: string;
  /** Lower-case. */
  readonly spellings: readonly string[];
}

const NAMES: readonly ResolutionName[] = RESOLUTIONS.map(({ name, adverb, stepMs }) => {
  const minutes = (stepMs ?? Number.POSITIVE_INFINITY) / 60_000;
  const isShort = minutes < 60;
  return {
    shown: isShort ? `${minutes} min` : name,
    adverb,
    spellings: [name, adverb.toLowerCase(), ...(isShort ? [`${minutes}min`] : [])],
  };
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
