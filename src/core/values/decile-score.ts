// The score of a forecast that is given by its nine deciles.

/** The percents of the deciles, ascending. */
export const DECILES: readonly number[] = [10, 20, 30, 40, 50, 60, 70, 80, 90];

/**
 * The continuous ranked probability score of the value at position `at`: twice the mean pinball loss over the
 * deciles, in the unit of the values. `deciles` are columns in the order of `DECILES`. NaN if a value is missing.
 */
export function decileScore(actual: number, deciles: readonly Float64Array[], at: number): number {
  let total = 0;
  for (let i = 0; i < deciles.length; i++) {
    const above = actual - deciles[i]![at]!;
    const share = DECILES[i]! / 100;
    total += above >= 0 ? share * above : (share - 1) * above;
  }
  return (2 * total) / deciles.length;
}
