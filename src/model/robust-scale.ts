// Scales that a spike cannot bend: median and MAD, then asinh, which is straight near the middle and
// logarithmic far out. The way back is sinh.

/** `scaled = asinh((value - center) / spread)`; `spread` is 0 where all values are the same. */
export interface RobustScale {
  readonly center: number;
  readonly spread: number;
}

/** MAD of a normal distribution with standard deviation 1. */
const NORMAL_MAD = 0.6745;

/** Median of the first `count` values of `values`, which are put in order by this. NaN if empty. */
export function medianInPlace(values: Float64Array, count = values.length): number {
  if (count === 0) return Number.NaN;
  const part = values.subarray(0, count).sort();
  const middle = count >> 1;
  return count % 2 === 1 ? part[middle]! : (part[middle - 1]! + part[middle]!) / 2;
}

/**
 * The scale of every `stride`-th value from `start` on, gaps left out. Where more than half of the
 * values are one and the same (solar at night), the mean absolute deviation stands in for the MAD.
 */
export function fitRobustScale(values: Float64Array, start = 0, stride = 1): RobustScale {
  const kept = new Float64Array(Math.ceil(Math.max(0, values.length - start) / stride));
  let count = 0;
  for (let i = start; i < values.length; i += stride) {
    const value = values[i]!;
    if (Number.isFinite(value)) kept[count++] = value;
  }
  if (count === 0) return { center: 0, spread: 0 };
  const center = medianInPlace(kept, count);
  let total = 0;
  for (let i = 0; i < count; i++) total += kept[i] = Math.abs(kept[i]! - center);
  const spread = medianInPlace(kept, count) / NORMAL_MAD;
  // Differences this small are rounding, not movement.
  const least = 1e-9 * Math.max(1e-9, Math.abs(center));
  if (spread > least) return { center, spread };
  const mean = total / count;
  return { center, spread: mean > least ? mean : 0 };
}

/** 0 for every value of a scale without spread. */
export const toScaled = (scale: RobustScale, value: number): number =>
  scale.spread === 0 ? 0 : Math.asinh((value - scale.center) / scale.spread);

export const fromScaled = (scale: RobustScale, scaled: number): number =>
  scale.center + scale.spread * Math.sinh(scaled);
