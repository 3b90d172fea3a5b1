// Production as a share of capacity, which grows with new plants: of the most that a day of the year before had. A lasso
// on shares learns the weather from years in which less was possible, and forecasts what is possible now.

import { type FilledDays, HOURS } from '#model/days/filled-days';
import type { FitMemo } from '#model/members/fit-memo';
import { fitLoadLasso, LONGEST_LAG } from '#model/members/load-lasso';
import type { DayForecaster } from '#model/members/member';

/** The days whose largest value is the capacity: with fewer, cloudy weeks would look like a loss of plants. */
const CAPACITY_DAYS = 364;
const FEWEST_DAYS = 28;
/** The day before may be known in part only, and does not count. */
const NEWEST_LAG = 2;

/** Learns from the `window` days before `day`; undefined if they are too few. */
export function fitCapacityLasso(
  days: FilledDays,
  day: number,
  window: number,
  knownHours: number,
  memo?: FitMemo,
): DayForecaster | undefined {
  const peaks = new Float64Array(days.dayCount);
  const target = new Float64Array(days.target.length).fill(Number.NaN);
  const writeShares = (row: number): number => {
    const capacity = capacityAt(days, peaks, row);
    for (let i = row * HOURS; i < (row + 1) * HOURS; i++) target[i] = days.target[i]! / capacity;
    peaks[row] = peakOf(days, row);
    return capacity;
  };
  for (let row = days.startRow; row < day; row++) writeShares(row);
  if (!Number.isFinite(capacityAt(days, peaks, day))) return undefined;
  const startRow = days.startRow + FEWEST_DAYS + NEWEST_LAG;
  const shares = { ...days, target, startRow };
  const forecast = fitLoadLasso(shares, day, window, knownHours, memo);
  if (forecast === undefined) return undefined;
  return (row) => {
    // Forecasts of the days before may have been written back.
    for (let before = Math.max(startRow, row - LONGEST_LAG); before < row; before++) {
      writeShares(before);
    }
    const capacity = writeShares(row);
    return forecast(row)?.map((share) => share * capacity);
  };
}

/** The capacity as seen from a row; NaN if too few days are before it, or nothing was produced. */
function capacityAt({ startRow }: FilledDays, peaks: Float64Array, row: number): number {
  const end = row - NEWEST_LAG + 1;
  const first = Math.max(startRow, end - CAPACITY_DAYS);
  if (end - first < FEWEST_DAYS) return Number.NaN;
  let most = 0;
  for (let before = first; before < end; before++) most = Math.max(most, peaks[before]!);
  return most > 0 ? most : Number.NaN;
}

/** The largest value of a row. The first one begins with the series, which is seldom at midnight. */
function peakOf({ target }: FilledDays, row: number): number {
  let peak = 0;
  for (let i = row * HOURS; i < (row + 1) * HOURS; i++) {
    if (target[i]! > peak) peak = target[i]!;
  }
  return peak;
}
