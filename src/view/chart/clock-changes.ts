// The days on which the clock changes: they have 23 or 25 hours.

import { HOUR_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { ChartSpan } from '#view/chart/frame';

export interface ClockChangeDay extends ChartSpan {
  readonly hours: number;
  /** When the clock changes. */
  readonly change: number;
}

/** A longer span, seconds, has too many such days to mark. */
const LONGEST = 800 * 86_400;

/** The days within or at the edge of a span, in order. Seconds since 1970 UTC. */
export function clockChangeDays({ start, end }: ChartSpan, zone: Zone): ClockChangeDay[] {
  if (zone.isUtc || end - start > LONGEST) return [];
  const days: ClockChangeDay[] = [];
  let instant = zone.startOfDay(zone.dayOf(start * SECOND_MS));
  for (;;) {
    const change = zone.steadyUntil(instant);
    if (!(change < end * SECOND_MS)) return days;
    const day = zone.dayOf(change);
    const [first, next] = [zone.startOfDay(day), zone.startOfDay(day + 1)];
    // The end of a year is looked at too, and changes nothing.
    const isChange = zone.offsetAt(change) !== zone.offsetAt(change - 1);
    if (isChange && next > start * SECOND_MS)
      days.push({
        start: first / SECOND_MS,
        end: next / SECOND_MS,
        hours: (next - first) / HOUR_MS,
        change: change / SECOND_MS,
      });
    instant = change;
  }
}
