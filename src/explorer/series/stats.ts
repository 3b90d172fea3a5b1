// Figures of the values shown. Times are seconds since 1970 UTC; null is a gap and never counts. Pure.

import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { HourRange } from '#core/values/blocks';

/** Values on consecutive intervals: each lasts until the next time, the last one until `endTime`. */
export interface IntervalValues {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly endTime: number;
  /** The last observed time; later values are forecast. Undefined if all are. */
  readonly lastObserved: number | undefined;
}

export interface TimedValue {
  readonly time: number;
  readonly value: number;
}

export interface Statistics {
  readonly count: number;
  readonly gapCount: number;
  /** The number of forecast values among `count`. */
  readonly forecastCount: number;
  /** The last observed value; the last forecast value if none shown is observed. */
  readonly last: TimedValue;
  readonly isLastForecast: boolean;
  /** The mean, in which each value weighs as long as its interval, as in the server's averages. */
  readonly mean: number;
  readonly min: TimedValue;
  readonly max: TimedValue;
}

/** Computes the figures; undefined without values. */
export function summarize({ times, values, endTime, lastObserved }: IntervalValues) {
  let [count, forecastCount, total, weight] = [0, 0, 0, 0];
  let last: TimedValue | undefined;
  let lastForecast: TimedValue | undefined;
  let min: TimedValue | undefined;
  let max: TimedValue | undefined;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    const time = times[i]!;
    const seconds = (times[i + 1] ?? endTime) - time;
    count++;
    total += value * seconds;
    weight += seconds;
    if (!min || value < min.value) min = { time, value };
    if (!max || value > max.value) max = { time, value };
    if (isForecast(time, lastObserved)) {
      forecastCount++;
      lastForecast = { time, value };
    } else last = { time, value };
  }
  if (!min || !max) return undefined;
  const figures: Statistics = {
    count,
    gapCount: values.length - count,
    forecastCount,
    last: (last ?? lastForecast)!,
    isLastForecast: last === undefined,
    mean: total / weight,
    min,
    max,
  };
  return figures;
}

export const isForecast = (time: number, lastObserved: number | undefined): boolean =>
  lastObserved === undefined || time > lastObserved;

/** The mean of the values whose interval starts in these hours of the zone's clock. */
export function meanOverHours(
  { times, values }: Pick<IntervalValues, 'times' | 'values'>,
  hours: readonly HourRange[],
  zone: Zone,
): number | undefined {
  const isWithin = Array.from({ length: 24 }, (_, hour) =>
    hours.some(({ from, to }) => hour >= from && hour < to),
  );
  let [count, total] = [0, 0];
  let [offset, steadyUntil] = [0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    const instant = times[i]! * SECOND_MS;
    if (instant >= steadyUntil) {
      offset = zone.offsetAt(instant);
      steadyUntil = zone.steadyUntil(instant);
    }
    const wall = instant + offset;
    const hour = Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / HOUR_MS);
    if (!isWithin[hour]) continue;
    count++;
    total += value;
  }
  return count === 0 ? undefined : total / count;
}

/** Reads hours as the server writes them: `09-20` or `00-08,20-24`. */
export function readHours(text: string): HourRange[] {
  return text.split(',').map((range) => {
    const [from, to] = range.split('-').map(Number);
    return { from: from!, to: to! };
  });
}
