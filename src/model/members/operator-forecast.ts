// The driver that forecasts the target itself, such as a grid operator's forecast of load, and its errors so far.

import { type FilledDays, HOURS, isWhole } from '#model/days/filled-days';
import { findRegimeStart } from '#model/members/error-regime';
import type { DayForecaster } from '#model/members/member';

/** The days before a run that tell whether a driver forecasts the target. */
const JUDGED_DAYS = 364;
const FEWEST_DAYS = 28;
/** Its mean absolute error, as a share of that of the week before, up to which it does. */
const MOST_SHARE = 0.5;
const WEEK = 7 * HOURS;

/** The forecast by another, hour by hour, with the errors that are known. */
export interface OperatorForecast {
  readonly name: string;
  /** Days × 24. */
  readonly values: Float64Array;
  /** The first row since which it errs as it does now. */
  readonly regimeStart: number;
  /** Target less forecast. Unknown hours of the target are as they were written back. */
  errorAt(hour: number): number;
}

/** The driver that is nearest to the target over the days before `day`; undefined if none is near enough. */
export function findOperatorForecast(days: FilledDays, day: number): OperatorForecast | undefined {
  const { target } = days;
  const first = Math.max(days.startRow + 7, day - JUDGED_DAYS);
  let nearest: FilledDays['drivers'][number] | undefined;
  let leastShare = MOST_SHARE;
  for (const driver of days.drivers) {
    let [own, naive, count] = [0, 0, 0];
    for (let row = first; row < day; row++) {
      if (days.isObserved[row] !== 1 || !isWhole(driver.values, row)) continue;
      count++;
      for (let i = row * HOURS; i < (row + 1) * HOURS; i++) {
        const weekBefore = target[i - WEEK]!;
        // A series that begins with a market day has no values in the first hours of its first row.
        if (!Number.isFinite(weekBefore)) continue;
        own += Math.abs(target[i]! - driver.values[i]!);
        naive += Math.abs(target[i]! - weekBefore);
      }
    }
    const share = own / naive;
    if (count < FEWEST_DAYS || !(share < leastShare)) continue;
    leastShare = share;
    nearest = driver;
  }
  if (nearest === undefined) return undefined;
  const { name, values } = nearest;
  const errorAt = (hour: number): number => target[hour]! - values[hour]!;
  return { name, values, errorAt, regimeStart: findRegimeStart(days, day, errorAt) };
}

/** The forecast as its maker published it. Hour 0 of the day after is as far from the hour before as the day before. */
export function asPublished({ values }: OperatorForecast): DayForecaster {
  return (row) => {
    if (!isWhole(values, row)) return undefined;
    return withNextHour(values, row, values.slice(row * HOURS, (row + 1) * HOURS));
  };
}

/** Adds hour 0 of the next day: the published step from the last hour, or no step if it is not published. */
export function withNextHour(values: Float64Array, row: number, hours: Float64Array): Float64Array {
  const end = (row + 1) * HOURS;
  const step = (values[end] ?? Number.NaN) - values[end - 1]!;
  const all = new Float64Array(HOURS + 1);
  all.set(hours);
  all[HOURS] = hours[HOURS - 1]! + (Number.isFinite(step) ? step : 0);
  return all;
}
