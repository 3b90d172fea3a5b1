// The typical week of a line: the mean of each hour from Monday 00:00 to Sunday 23:00 on the zone's clock.
// An hour that the clock shows twice counts twice, one that it skips not at all. Pure.

import { weekdayOf } from '#core/time/civil';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { StampedValues } from '#view/values/shift-span';

export const WEEK_HOURS = 168;

export interface TypicalWeek {
  /** Null if no value is of that hour. */
  readonly means: readonly (number | null)[];
  /** The number of values of each hour. */
  readonly counts: readonly number[];
}

/** The week of values of an hour or finer. */
export function typicalWeek({ times, values }: StampedValues, zone: Zone): TypicalWeek {
  const totals = new Array<number>(WEEK_HOURS).fill(0);
  const counts = new Array<number>(WEEK_HOURS).fill(0);
  times.forEach((time, i) => {
    const value = values[i] ?? null;
    if (value === null) return;
    const hour = hourOfWeek(time, zone);
    totals[hour]! += value;
    counts[hour]!++;
  });
  const means = totals.map((total, hour) => (counts[hour] === 0 ? null : total / counts[hour]!));
  return { means, counts };
}

function hourOfWeek(time: number, zone: Zone): number {
  const instant = time * SECOND_MS;
  const wall = instant + zone.offsetAt(instant);
  const day = Math.floor(wall / DAY_MS);
  return weekdayOf(day) * 24 + Math.floor((wall - day * DAY_MS) / HOUR_MS);
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const weekdayName = (day: number): string => WEEKDAYS[day]!;

/** Writes `Mon 08:00–09:00`. */
export const hourName = (hour: number): string =>
  `${weekdayName(Math.floor(hour / 24))} ${clock(hour % 24)}–${clock((hour % 24) + 1)}`;
