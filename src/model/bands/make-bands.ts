// Bands for the days of one run: from the errors of past runs or, while these are few, from the errors of a
// naive forecast in the series' own history. They widen with the lead.

import { errorQuantiles } from '#model/bands/bands';
import { errorSizes } from '#model/bands/error-sizes';
import { errorTilts } from '#model/bands/error-tilt';
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

/** How far bands reach from the forecast, downwards and upwards: 24 hours for each of `COVERAGES`. */
export interface Reaches {
  readonly below: readonly Float64Array[];
  readonly above: readonly Float64Array[];
}

/** The past runs of a blend, oldest first, and what is known of the one that is made. */
export interface BandRecord {
  /** Forecast minus actual of the past runs: runs × 24. */
  readonly errors: Float64Array;
  /** The forecasts of the past runs and of the next: (runs + 1) × 24. */
  readonly forecasts: Float64Array;
  /** The members' spreads of the past runs and of the next. */
  readonly spreads: readonly (Float64Array | undefined)[];
}

/** How far the bands of the first day reach. */
export function firstDayReaches(record: BandRecord, days: FilledDays, day: number): Reaches {
  const own = reachesFrom(record);
  if (own !== undefined) return own;
  for (const name of [LEVEL_AND_SHAPE, SEASONAL_NAIVE]) {
    const errors = naiveErrors(days, name, day);
    const forecasts = new Float64Array(errors.length + HOURS).fill(Number.NaN);
    const reaches = reachesFrom({ errors, forecasts, spreads: [] });
    if (reaches !== undefined) return reaches;
  }
  const history = days.target.subarray(days.startRow * HOURS, day * HOURS);
  const { spread } = fitRobustScale(history);
  const even = COVERAGES.map((coverage) =>
    new Float64Array(HOURS).fill(NORMAL_REACH[coverage] * spread),
  );
  return { below: even, above: even };
}

const LOW_SHARES = COVERAGES.map((coverage) => (1 - coverage) / 2);
const HIGH_SHARES = COVERAGES.map((coverage) => (1 + coverage) / 2);

/**
 * The mean of two distributions of errors over their sizes: one that is even on both sides, and one with the signs
 * of the errors that leans as errors do (error-tilt.ts). Undefined unless every hour has enough errors.
 */
function reachesFrom({ errors, forecasts, spreads }: BandRecord): Reaches | undefined {
  const sizes = errorSizes(errors, spreads);
  const scaled = new Float64Array(errors.length);
  for (let i = 0; i < errors.length; i++) scaled[i] = -errors[i]! / sizes[i]!;
  const even = errorQuantiles(scaled.map(Math.abs), COVERAGES);
  if (even === undefined) return undefined;
  const shares = [...LOW_SHARES, ...HIGH_SHARES];
  const signed = errorQuantiles(scaled, shares)!;
  const apart = spreadHours(spreads, sizes.length);
  const tilts = errorTilts({ scaled, sizes, forecasts, spreads: apart }, shares);
  const next = sizes.subarray(errors.length);
  const reaches = (from: number, sign: 1 | -1): Float64Array[] =>
    even.map((widths, at) =>
      widths.map((width, hour) => {
        const leaning = signed[from + at]![hour]! + tilts[from + at]![hour]!;
        return Math.max(0, (width + sign * leaning) / 2) * next[hour]!;
      }),
    );
  return { below: reaches(0, -1), above: reaches(COVERAGES.length, 1) };
}

/** The spreads of all runs, one after the other; NaN if one is not known. */
function spreadHours(spreads: readonly (Float64Array | undefined)[], length: number): Float64Array {
  const hours = new Float64Array(length).fill(Number.NaN);
  spreads.forEach((spread, run) => {
    if (spread) hours.set(spread, run * HOURS);
  });
  return hours;
}

/**
 * Spreads the reaches of a first day over all hours of a run. Hours before the first day have those of the same
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
