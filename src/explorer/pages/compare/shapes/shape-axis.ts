// The axes of a plot that is not over time. Pure.

import { splitText, tidyScale, valueSplits } from '#view/axes/value-splits';

export interface ShapeAxis {
  readonly min: number;
  readonly max: number;
  readonly splits: readonly { readonly at: number; readonly text: string }[];
  readonly title: string;
}

const INTERVALS = 7;

/** An axis around all values; from 0 to 1 without any. */
export function axisOfValues(values: readonly number[], title: string): ShapeAxis {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const scale = min <= max ? tidyScale(min, max, INTERVALS) : tidyScale(0, 1, INTERVALS);
  return {
    min: scale.min,
    max: scale.max,
    splits: valueSplits(scale).map((at) => ({ at, text: splitText(at, scale.step) })),
    title,
  };
}
