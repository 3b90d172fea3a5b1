// The decimals that values are stored with, for writing reduced values no finer than they are known.

/** More decimals than these are not written by people: such values are sums or products. */
export const MOST_DECIMALS = 6;

/** What the multiplication by a power of ten may be off. */
const SLACK = 1e-7;

/** A number to which a double can only add whole numbers: adding and subtracting it rounds, faster than `Math.round`. */
const ROUNDER = 2 ** 52 + 2 ** 51;

/** The most decimals of any value; null if one has more than six. Gaps have none. */
export function decimalsOf(values: Float64Array): number | null {
  let decimals = 0;
  let scale = 1;
  for (let i = 0; i < values.length; i++) {
    const scaled = values[i]! * scale;
    const off = scaled - (scaled + ROUNDER - ROUNDER);
    // A gap is NaN, and so is its difference: both comparisons are false.
    if (!(off > SLACK || off < -SLACK)) continue;
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
