// The time whose knowledge a view shows, and the times at which its series changed. Pure.

import type { Instant } from '#core/time/instant';
import type { MomentContext, MomentReading } from '#view/values/read-moment';
import { readMoment } from '#view/values/read-moment';

type Clock = Pick<MomentContext, 'now' | 'market' | 'shown'>;

/** Reads a typed time as the server does: the end of what is named. */
export const readAsOf = (text: string, clock: Clock): MomentReading =>
  readMoment(text, 'to', clock);

/** The instant of a typed time; undefined if it is now, later or no time. */
export function asOfInstant(text: string | undefined, clock: Clock): Instant | undefined {
  if (!text) return undefined;
  const { span } = readAsOf(text, clock);
  return span && span.end - 1 < clock.now ? span.end - 1 : undefined;
}

/**
 * The place of an instant among ascending times of change: that of the last change at or before it. The place
 * after the last is now; before the first it is the first.
 */
export function placeOf(times: readonly Instant[], asOf: Instant | undefined): number {
  if (asOf === undefined) return times.length;
  const place = times.findLastIndex((time) => time <= asOf);
  return Math.max(0, place);
}

/** Writes the time of a place as an address has it; undefined is now. */
export function textOfPlace(times: readonly Instant[], place: number): string | undefined {
  const time = times[place];
  return time === undefined ? undefined : new Date(time).toISOString();
}
