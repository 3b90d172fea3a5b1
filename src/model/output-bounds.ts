// What a series can be: not below zero if it never was, and production not above what was ever possible. Solar power is
// exactly zero at hours that are always dark at this time of the year.

import { type FilledDays, HOURS } from '#model/days/filled-days';
import type { SeriesKind } from '#model/members/members';
import { findOperatorForecast } from '#model/members/operator-forecast';

/** Production may be this much above its largest value: capacity grows. */
const HEADROOM = 1.02;
/** The days around a date, in this year and earlier ones, that tell whether an hour is dark. */
const SEASON_DAYS = 15;
const YEAR_DAYS = 365;
/** The share of the largest value up to which an hour counts as dark. */
const DARK = 0.001;

export interface OutputBounds {
  /** The least value; -∞ if values below zero were observed, or for prices. */
  readonly least: number;
  /** The most that an hour of the table can have; ∞ if nothing bounds it. */
  readonly mostAt: (hour: number) => number;
}

const UNBOUNDED: OutputBounds = {
  least: Number.NEGATIVE_INFINITY,
  mostAt: () => Number.POSITIVE_INFINITY,
};

/** Moves hours 0–24 of a row into what is possible, in place. */
export function keepWithin(
  { least, mostAt }: OutputBounds,
  row: number,
  hours: Float64Array,
): void {
  for (let hour = 0; hour < hours.length; hour++) {
    hours[hour] = Math.max(least, Math.min(hours[hour]!, mostAt(row * HOURS + hour)));
  }
}

/** The bounds from the rows before `day`. */
export function findBounds(kind: SeriesKind, days: FilledDays, day: number): OutputBounds {
  if (kind === 'price') return UNBOUNDED;
  const known = days.target.subarray(days.startRow * HOURS, day * HOURS);
  const { low, high } = rangeOf(known);
  if (!(low >= 0)) return UNBOUNDED;
  if (kind !== 'wind' && kind !== 'solar') return { ...UNBOUNDED, least: 0 };
  const operator = findOperatorForecast(days, day);
  return {
    least: 0,
    mostAt(hour) {
      if (kind === 'solar' && isDark(known, hour - days.startRow * HOURS, high)) return 0;
      // An operator that expects more than ever knows of a new plant.
      const expected = operator?.values[hour] ?? Number.NaN;
      return Math.max(HEADROOM * high, Number.isFinite(expected) ? expected : 0);
    },
  };
}

function rangeOf(values: Float64Array): { low: number; high: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    // The first row begins with the series, which is seldom at midnight.
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high };
}

/** Whether an hour had no more than a trace of light on the days around its date. */
function isDark(known: Float64Array, at: number, high: number): boolean {
  let seen = 0;
  for (let year = 0; at - year * YEAR_DAYS * HOURS > 0; year++) {
    for (let day = -SEASON_DAYS; day <= SEASON_DAYS; day++) {
      const value = known[at + (day - year * YEAR_DAYS) * HOURS];
      if (value === undefined || !Number.isFinite(value)) continue;
      if (value > DARK * high) return false;
      seen++;
    }
  }
  return seen > 0;
}
