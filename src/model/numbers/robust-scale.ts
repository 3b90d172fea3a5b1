// Scales that a spike does not distort: median and MAD, then either asinh, which is linear near the middle
// and logarithmic far out, or a line that is cut off.

import { FURTHEST as FURTHEST_BENT } from '#model/numbers/bend';

/** Scaled values are distances from the center in spreads; `spread` is 0 if all values are the same. */
export interface RobustScale {
  readonly center: number;
  readonly spread: number;
}

/** The MAD of a normal distribution with standard deviation 1. */
const NORMAL_MAD = 0.6745;

/** The median of the first `count` values, which it sorts. NaN without any. */
export function medianInPlace(values: Float64Array, count = values.length): number {
  if (count === 0) return Number.NaN;
  const part = values.subarray(0, count).sort();
  const middle = count >> 1;
  return count % 2 === 1 ? part[middle]! : (part[middle - 1]! + part[middle]!) / 2;
}

/** The median of the first `count` values, at least one and none of them NaN, which it moves: no sort is needed. */
export function selectMedian(values: Float64Array, count: number): number {
  const middle = count >> 1;
  let left = 0;
  let right = count - 1;
  while (left < right) {
    const pivot = values[middle]!;
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (pivot < values[j]!) j--;
      if (i > j) break;
      const moved = values[i]!;
      values[i++] = values[j]!;
      values[j--] = moved;
    }
    if (j < middle) left = i;
    if (middle < i) right = j;
  }
  const upper = values[middle]!;
  if (count % 2 === 1) return upper;
  let lower = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < middle; i++) lower = Math.max(lower, values[i]!);
  return (lower + upper) / 2;
}

/**
 * The scale of every `stride`-th value from `start` on, without gaps. If more than half of the values
 * are the same (solar at night), the mean absolute deviation replaces the MAD.
 */
export function fitRobustScale(values: Float64Array, start = 0, stride = 1): RobustScale {
  const kept = new Float64Array(Math.ceil(Math.max(0, values.length - start) / stride));
  let count = 0;
  for (let i = start; i < values.length; i += stride) {
    const value = values[i]!;
    if (Number.isFinite(value)) kept[count++] = value;
  }
  if (count === 0) return { center: 0, spread: 0 };
  const center = selectMedian(kept, count);
  let total = 0;
  for (let i = 0; i < count; i++) total += kept[i] = Math.abs(kept[i]! - center);
  const spread = selectMedian(kept, count) / NORMAL_MAD;
  // Differences this small are rounding, not movement.
  const least = 1e-9 * Math.max(1e-9, Math.abs(center));
  if (spread > least) return { center, spread };
  const mean = total / count;
  return { center, spread: mean > least ? mean : 0 };
}

/** The curve of distances from the center: `asinh` for prices, `straight` for the rest. */
export type ScaleCurve = 'asinh' | 'straight';

/** The largest scaled value: asinh at 200 spreads, straight at 12. Outliers count, but less. */
const FURTHEST: Readonly<Record<ScaleCurve, number>> = { asinh: FURTHEST_BENT, straight: 12 };

const cut = (scaled: number, furthest: number): number =>
  Math.max(-furthest, Math.min(furthest, scaled));

/** Scales a value: 0 on a scale without spread; otherwise a gap stays a gap. */
export function toScaled(scale: RobustScale, curve: ScaleCurve, value: number): number {
  if (scale.spread === 0) return 0;
  const distance = (value - scale.center) / scale.spread;
  return cut(curve === 'asinh' ? Math.asinh(distance) : distance, FURTHEST[curve]);
}

export function fromScaled(scale: RobustScale, curve: ScaleCurve, scaled: number): number {
  const within = cut(scaled, FURTHEST[curve]);
  return scale.center + scale.spread * (curve === 'asinh' ? Math.sinh(within) : within);
}
