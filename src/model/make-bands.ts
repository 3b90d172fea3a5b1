// Bands for the days of one run: from the errors of past runs, or while there are few, from those that
// a naive forecast made in the series' own history; wider the further ahead.

import { FEWEST_ERRORS, halfWidth } from '#model/bands';
import { type FilledDays, HOURS } from '#model/filled-days';
import { leadGrowth } from '#model/lead-growth';
import { LEVEL_AND_SHAPE, naiveForecast, SEASONAL_NAIVE } from '#model/naives';
import { hourErrors } from '#model/past-runs';
import { fitRobustScale } from '#model/robust-scale';

/** Shares of the actual values that the bands shall hold. */
export const COVERAGES = [0.8, 0.9] as const;
export type Coverage = (typeof COVERAGES)[number];

/** Deviations from the mean that hold these shares of a normal distribution. */
export const NORMAL_REACH: Readonly<Record<Coverage, number>> = { 0.8: 1.2816, 0.9: 1.6449 };

/** Days of history looked at where past runs are few. */
const NAIVE_DAYS = 182;

/** Errors of a naive in the days before `day`: days × 24, oldest first. */
function naiveErrors(days: FilledDays, name: string, day: number): Float64Array {
  const rows: number[] = [];
  for (let row = Math.max(days.startRow, day - NAIVE_DAYS); row < day; row++) {
    if (days.isObserved[row] === 1) rows.push(row);
  }
  const errors = new Float64Array(rows.length * HOURS).fill(Number.NaN);
  rows.forEach((row, index) => {
    const forecast = naiveForecast(name, days, row);
    for (let hour = 0; hour < HOURS && forecast !== undefined; hour++) {
      errors[index * HOURS + hour] = forecast[hour]! - days.target[row * HOURS + hour]!;
    }
  });
  return errors;
}

/** Half widths of the 24 hours of the first day. `errors` are the blend's: runs × 24, oldest first. */
export function firstDayWidths(
  errors: Float64Array,
  days: FilledDays,
  day: number,
  coverage: Coverage,
): Float64Array {
  const own = widthsFrom(errors, coverage);
  if (own !== undefined) return own;
  for (const name of [LEVEL_AND_SHAPE, SEASONAL_NAIVE]) {
    const widths = widthsFrom(naiveErrors(days, name, day), coverage);
    if (widths !== undefined) return widths;
  }
  const history = days.target.subarray(days.startRow * HOURS, day * HOURS);
  const { spread } = fitRobustScale(history);
  return new Float64Array(HOURS).fill(NORMAL_REACH[coverage] * spread);
}

/** Undefined unless every hour has enough errors. */
function widthsFrom(errors: Float64Array, coverage: number): Float64Array | undefined {
  if (errors.length < FEWEST_ERRORS * HOURS) return undefined;
  const widths = new Float64Array(HOURS);
  for (let hour = 0; hour < HOURS; hour++) {
    const width = halfWidth(hourErrors(errors, hour), coverage);
    if (width === undefined) return undefined;
    widths[hour] = width;
  }
  return widths;
}

/** Half widths of all hours of a run of so many days, and of the hour after. */
export function spreadWidths(
  widths: Float64Array,
  days: FilledDays,
  day: number,
  dayCount: number,
): Float64Array {
  const growth = leadGrowth(days, day, dayCount + 1);
  return Float64Array.from(
    { length: dayCount * HOURS + 1 },
    (_, i) => widths[i % HOURS]! * growth[Math.floor(i / HOURS)]!,
  );
}
