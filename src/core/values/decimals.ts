// The decimals that values are stored with, for writing reduced values no finer than they are known.

/** More decimals than these are not written by people: such values are sums or products. */
export const MOST_DECIMALS = 6;

/** The most decimals of any value; null if one has more than six. Gaps have none. */
export function decimalsOf(values: ArrayLike<number | null>): number | null {
  let decimals = 0;
  let scale = 1;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === null || value === undefined || Number.isNaN(value)) continue;
    while (Math.round(value * scale) / scale !== value) {
      if (++decimals > MOST_DECIMALS) return null;
      scale *= 10;
    }
  }
  return decimals;
}
