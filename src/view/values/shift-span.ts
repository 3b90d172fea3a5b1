// Drawing a series' past (or future) on today's dates: the span to request, and the times of its
// values. Shifts count whole market days, so that 18:00 stays 18:00 across a clock change.

import { DAY_MS, type Instant, SECOND_MS } from '#core/time/instant';
import { parseMoment } from '#core/time/moment';
import { findResolution } from '#core/time/resolution';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';

/** Times in seconds since 1970 UTC, ascending; null is a gap. */
export interface StampedValues {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

/** The same time of day `days` market days later, or earlier if negative. */
export function shiftInstant(instant: Instant, days: number, zone: Zone): Instant {
  if (days === 0) return instant;
  return zone.instantOf(instant + zone.offsetAt(instant) + days * DAY_MS);
}

export const shiftSpan = ({ start, end }: Span, days: number, zone: Zone): Span => ({
  start: shiftInstant(start, days, zone),
  end: shiftInstant(end, days, zone),
});

/**
 * The instants that From and To name; undefined if only a series can settle them (`first`, `last`, or
 * an empty field). Throws a Refusal if a text cannot be read.
 */
export function resolveSpan(from: string, to: string, now: Instant, zone: Zone): Span | undefined {
  if (from.trim() === '' || to.trim() === '') return undefined;
  const first = parseMoment(from, 'From', now, zone, 'first');
  const last = parseMoment(to, 'To', now, zone, 'second');
  return 'keyword' in first || 'keyword' in last
    ? undefined
    : { start: first.start, end: last.end };
}

/**
 * The values of a span `shiftDays` away, at the time stamps at which they are drawn. Below a day each
 * drawn stamp takes the value of the same wall time. An hour that the source's clock showed twice gives
 * its mean, one that it skipped is a gap, and one that the drawn day shows twice is drawn twice.
 */
export function drawShifted(
  source: StampedValues,
  resolution: string,
  shiftDays: number,
  zone: Zone,
): StampedValues {
  const { times, values } = source;
  if (shiftDays === 0 || times.length === 0) return source;
  const drawn = (seconds: number): number =>
    shiftInstant(seconds * SECOND_MS, -shiftDays, zone) / SECOND_MS;
  const stepMs = findResolution(resolution)?.stepMs;
  if (stepMs === undefined) return { times: times.map(drawn), values };

  const byWall = meansByWall(source, zone);
  const [first, last] = [drawn(times[0]!), drawn(times[times.length - 1]!)];
  const shifted: { times: number[]; values: (number | null)[] } = { times: [], values: [] };
  for (let time = first; time <= last; time += stepMs / SECOND_MS) {
    const instant = time * SECOND_MS;
    shifted.times.push(time);
    shifted.values.push(byWall.get(instant + zone.offsetAt(instant) + shiftDays * DAY_MS) ?? null);
  }
  return shifted;
}

/** Maps wall-clock milliseconds to values; a time that the clock showed twice has their mean. */
function meansByWall({ times, values }: StampedValues, zone: Zone): Map<number, number> {
  const means = new Map<number, number>();
  times.forEach((time, i) => {
    const value = values[i] ?? null;
    if (value === null) return;
    const instant = time * SECOND_MS;
    const wall = instant + zone.offsetAt(instant);
    const other = means.get(wall);
    means.set(wall, other === undefined ? value : (other + value) / 2);
  });
  return means;
}
