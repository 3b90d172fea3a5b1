// Bands around a forecast from its own past errors, hour by hour. The share of errors inside is not fixed:
// each miss raises it and each hit lowers it a little, so that the coverage is right in the long run.

import { lowerBound } from '#core/values/lower-bound';

/** The number of past runs from whose absolute errors a band is read. */
const WINDOW_RUNS = 182;
/** How far a miss moves the level (adaptive conformal inference). */
const STEP = 0.03;
/** With fewer errors than this no band is made. */
export const FEWEST_ERRORS = 14;

/**
 * The half width of the band for a share `coverage` of the next values of an hour. `errors` are its
 * past errors, oldest first; NaN is a run that could not be scored. Undefined if there are too few.
 * The past is replayed: every past band is compared with the next error.
 */
export function halfWidth(errors: Float64Array, coverage: number): number | undefined {
  const sorted: number[] = [];
  const kept: number[] = [];
  let missShare = 1 - coverage;
  for (const error of errors) {
    if (Number.isNaN(error)) continue;
    const size = Math.abs(error);
    if (sorted.length >= FEWEST_ERRORS) {
      const isMiss = size > quantile(sorted, 1 - missShare);
      missShare += STEP * (1 - coverage - (isMiss ? 1 : 0));
    }
    insert(sorted, size);
    kept.push(size);
    if (kept.length > WINDOW_RUNS) remove(sorted, kept[kept.length - WINDOW_RUNS - 1]!);
  }
  return sorted.length < FEWEST_ERRORS ? undefined : quantile(sorted, 1 - missShare);
}

/** The smallest value that at least `share` of the values (and the next one) do not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  const rank = Math.ceil(share * (sorted.length + 1));
  return sorted[Math.max(1, Math.min(sorted.length, rank)) - 1]!;
}

const insert = (sorted: number[], value: number): void => {
  sorted.splice(lowerBound(sorted, value), 0, value);
};

const remove = (sorted: number[], value: number): void => {
  sorted.splice(lowerBound(sorted, value), 1);
};
