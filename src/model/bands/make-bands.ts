// Bands for the days of one run: from the errors of past runs or, while these are few, from the errors of a
// naive forecast in the series' own history. They widen with the lead.

import { halfWidths } from '#model/bands/bands';
import { errorSizes } from '#model/bands/error-sizes';
import { leadGrowth } from '#model/bands/lead-growth';
import { type FilledDays, HOURS, type HourSpan } from '#model/days/filled-days';
import { LEVEL_AND_SHAPE, naiveForecast, SEASONAL_NAIVE } from '#model/members/naives';
import { fitRobustScale } from '#model/numbers/robust-scale';

/** The shares of the actual values that lie within the bands. */
export const COVERAGES = [0.2, 0.4, 0.6, 0.8, 0.9, 0.98] as const;
export type Coverage = (typeof COVERAGES)[number];

/** The distance from the mean that covers each share of a normal distribution, in deviations. */
export const NORMAL_REACH: Readonly<Record<Coverage, number>> = {
  0.2: 0.2533,
  0.4: 0.5244,
  0.6: 0.8416,
  0.8: 1.2816,
  0.9: 1.6449,
  0.98: 2.3263,
};

/** The days of history that are used while past runs are few. */
const NAIVE_DAYS = 182;

/** The errors of a naive in the days before `day`: days × 24, oldest first. */
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

/**
 * The half widths of the first day's 24 hours for each of `COVERAGES`. `errors` are the blend's: runs × 24,
 * oldest first; `spreads` are the members' spreads of these runs and of the one that is made.
 */
export function firstDayWidths(
  errors: Float64Array,
  spreads: readonly (Float64Array | undefined)[],
  days: FilledDays,
  day: number,
): Float64Array[] {
  const own = widthsFrom(errors, spreads);
  if (own !== undefined) return own;
  for (const name of [LEVEL_AND_SHAPE, SEASONAL_NAIVE]) {
    const widths = widthsFrom(naiveErrors(days, name, day), []);
    if (widths !== undefined) return widths;
  }
  const history = days.target.subarray(days.startRow * HOURS, day * HOURS);
  const { spread } = fitRobustScale(history);
  return COVERAGES.map((coverage) => new Float64Array(HOURS).fill(NORMAL_REACH[coverage] * spread));
}

/** The half widths, or undefined unless every hour has enough errors. */
function widthsFrom(
  errors: Float64Array,
  spreads: readonly (Float64Array | undefined)[],
): Float64Array[] | undefined {
  const sizes = errorSizes(errors, spreads);
  const scaled = errors.map((error, i) => Math.abs(error) / sizes[i]!);
  const next = sizes.subarray(errors.length);
  return halfWidths(scaled, COVERAGES)?.map((widths) =>
    widths.map((width, hour) => width * next[hour]!),
  );
}

/**
 * Spreads the half widths of a first day over all hours of a run. Hours before the first day have those of the same
 * hour of the first day: their forecast is as long ahead, or a day less.
 */
export function widthSpreader(
  days: FilledDays,
  day: number,
  { dayCount, leadHours }: Pick<HourSpan, 'dayCount' | 'leadHours'>,
): (widths: Float64Array) => Float64Array {
  const growth = leadGrowth(days, day, dayCount + 1);
  return (widths) => {
    const all = new Float64Array(leadHours + dayCount * HOURS + 1);
    all.set(widths.subarray(HOURS - leadHours, HOURS));
    for (let i = 0; i <= dayCount * HOURS; i++) {
      all[leadHours + i] = widths[i % HOURS]! * growth[Math.floor(i / HOURS)]!;
    }
    return all;
  };
}
