// The decimals that values are stored with, for writing reduced values no finer than they are known.

/** More decimals than these are not written by people: such values are sums or products. */
export const MOST_DECIMALS = 6;

/** What the multiplication by a power of ten may be off. A division for each value took twice the time. */
const SLACK = 1e-7;

/** The most decimals of any value; null if one has more than six. Gaps have none. */
export function decimalsOf(values: Float64Array): number | null {
  let decimals = 0;
  let scale = 1;
  for (let i = 0; i < values.length; i++) {
    const scaled = values[i]! * scale;
    // A gap is NaN, and so is its difference: the comparison is false.
    if (!(Math.abs(scaled - Math.round(scaled)) > SLACK)) continue;
    while (isFiner(values[i]!, scale)) {
      if (++decimals > MOST_DECIMALS) return null;
      scale *= 10;
    }
  }
  return decimals;
}

const isFiner = (value: number, scale: number): boolean =>
  Math.abs(value * scale - Math.round(value * scale)) > SLACK &&
  Math.round(value * scale) / scale !== value;
