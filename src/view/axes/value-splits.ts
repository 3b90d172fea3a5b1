// The ends and splits of a value axis: tidy numbers around every value shown.

import { formatNumber } from '#view/axes/number-text';

export interface ValueScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly intervals: number;
  /** The splits of a logarithmic scale, on which equal distances are equal ratios. */
  readonly logSplits?: readonly number[];
}

/** Fits a scale over [min, max] with at most `mostIntervals` intervals. */
export type FitScale = (min: number, max: number, mostIntervals: number) => ValueScale;

/** A step is one of these times a power of ten. */
const TIDY = [1, 2, 2.5, 5];

/** The finest tidy scale over [min, max] with at most `mostIntervals` intervals. */
export function tidyScale(min: number, max: number, mostIntervals: number): ValueScale {
  const [low, high] = widen(min, max);
  for (const step of tidySteps((high - low) / mostIntervals)) {
    const scale = scaleFrom(low, high, step);
    if (scale.intervals <= mostIntervals) return scale;
  }
  throw new Error('a longer step always fits');
}

/** The finest tidy scale over [min, max] with exactly `intervals` intervals: two axes share a grid. */
export function tidyScaleWith(min: number, max: number, intervals: number): ValueScale {
  const [low, high] = widen(min, max);
  for (const step of tidySteps((high - low) / intervals)) {
    const scale = scaleFrom(low, high, step);
    if (scale.intervals > intervals) continue;
    // Spare intervals go above, so that a scale from zero still begins at zero.
    return { ...scale, intervals, max: multiple(Math.round(scale.min / step) + intervals, step) };
  }
  throw new Error('a longer step always fits');
}

export function valueSplits({ min, step, intervals, logSplits }: ValueScale): readonly number[] {
  if (logSplits) return logSplits;
  const first = Math.round(min / step);
  return Array.from({ length: intervals + 1 }, (_, i) => multiple(first + i, step));
}

/** Writes a split with as many digits as its step needs. */
export const splitText = (value: number, step: number): string =>
  formatNumber(value, decimalsOfStep(step));

/** Gives a flat line room above and below. */
function widen(min: number, max: number): [number, number] {
  if (max > min) return [min, max];
  const room = Math.abs(min) * 0.05 || 1;
  return [min - room, max + room];
}

function* tidySteps(least: number): Generator<number> {
  for (let power = Math.floor(Math.log10(least)); ; power++) {
    for (const tidy of TIDY) {
      const step = Number(`${tidy}e${power}`);
      if (step >= least * (1 - 1e-9)) yield step;
    }
  }
}

function scaleFrom(low: number, high: number, step: number): ValueScale {
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return {
    min: multiple(first, step),
    max: multiple(last, step),
    step,
    intervals: last - first,
  };
}

/** Returns `count` × `step` without the tail that binary fractions leave. */
const multiple = (count: number, step: number): number =>
  Number((count * step).toFixed(decimalsOfStep(step)));

function decimalsOfStep(step: number): number {
  const [mantissa = '', power] = step.toExponential().split('e');
  return Math.min(100, Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(power)));
}
