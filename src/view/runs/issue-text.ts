// Short names of days and issue times, for legends and narrow columns. Pure.

import { civilOfDay } from '#core/time/civil';
import { formatWall, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { formatDay } from '#view/values/time-text';

/** Writes a day number as `Sat 14 Nov`. */
export const shortDay = (dayNumber: number): string =>
  formatDay(dayNumber).split(' ').slice(0, 3).join(' ');

export const isSameYear = (day: number, other: number): boolean =>
  civilOfDay(day).year === civilOfDay(other).year;

/** Writes `Sat 14 Nov`; a day of another year as `Mon 24 Dec 2018`. */
export const dayText = (day: number, today: number): string =>
  isSameYear(day, today) ? shortDay(day) : formatDay(day);

/** Writes an issue time, as the server gives it, as `Sat 14 Nov 13:00`. */
export function issueText(issueTime: string, zone: Zone): string {
  const instant: Instant = Date.parse(issueTime);
  const clock = formatWall(instant + zone.offsetAt(instant)).slice(11, 16);
  return `${shortDay(zone.dayOf(instant))} ${clock}`;
}
