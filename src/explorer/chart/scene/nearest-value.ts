// Finding values by time: the interval that contains an instant, and its neighbours.

import { DAY_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { Line } from '#view/chart/line';
import { indexAt } from '#view/chart/time-index';

/** The index of the value whose interval contains `time`; -1 before the first and from the end on. */
export function valueIndexAt({ times, series }: Line, time: number): number {
  return time < series.endTime ? indexAt(times, time) : -1;
}

/** A stretch of time in which no line changes: what the cursor reads. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The stretch around `time`; undefined if no line has a value or a gap at that time. */
export function stretchAt(lines: readonly Line[], time: number): Stretch | undefined {
  let start = Number.NEGATIVE_INFINITY;
  let end = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const { times, series } = line;
    const index = valueIndexAt(line, time);
    if (index >= 0) start = Math.max(start, times[index]!);
    const next = time < series.endTime ? (times[index + 1] ?? series.endTime) : undefined;
    if (next !== undefined) end = Math.min(end, next);
  }
  return start === Number.NEGATIVE_INFINITY ? undefined : { start, end };
}

/** The first stretch that begins after `time`. */
export function nextStretch(lines: readonly Line[], time: number): Stretch | undefined {
  let start = Number.POSITIVE_INFINITY;
  for (const { times } of lines) {
    const next = times[indexAt(times, time) + 1];
    if (next !== undefined && next < start) start = next;
  }
  return start === Number.POSITIVE_INFINITY ? undefined : stretchAt(lines, start);
}

/** The last stretch that begins before `time`. */
export function previousStretch(lines: readonly Line[], time: number): Stretch | undefined {
  let start = Number.NEGATIVE_INFINITY;
  for (const { times } of lines) {
    const index = indexAt(times, time);
    const previous = times[times[index] === time ? index - 1 : index];
    if (previous !== undefined && previous > start) start = previous;
  }
  return start === Number.NEGATIVE_INFINITY ? undefined : stretchAt(lines, start);
}

/** The same wall time `days` later, also across a day of 23 or 25 hours. */
export function shiftDays(time: number, days: number, zone: Zone): number {
  const instant = time * SECOND_MS;
  return zone.instantOf(instant + zone.offsetAt(instant) + days * DAY_MS) / SECOND_MS;
}
