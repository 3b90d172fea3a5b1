// Short names of days and issue times, for legends and narrow columns. Pure.

import { formatWall, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { formatDay } from '#explorer/series/time-text.ts';

/** Writes a day number as `Sat 14 Nov`. */
export const shortDay = (dayNumber: number): string =>
  formatDay(dayNumber).split(' ').slice(0, 3).join(' ');

/** Writes an issue time, as the server gives it, as `Sat 14 Nov 13:00`. */
export function issueText(issueTime: string, zone: Zone): string {
  const instant: Instant = Date.parse(issueTime);
  const clock = formatWall(instant + zone.offsetAt(instant)).slice(11, 16);
  return `${shortDay(zone.dayOf(instant))} ${clock}`;
}
