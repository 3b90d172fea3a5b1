// The time that is compared with: a span back from now, or a time as typed. Pure.

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import { type MomentContext, type MomentReading, readMoment } from '#view/values/read-moment';

export type SinceClock = Pick<MomentContext, 'now' | 'market' | 'shown'>;

/** The spans back from now, by their names in an address. */
export const SPANS = [
  { value: '1h', title: '1 h', backMs: HOUR_MS },
  { value: '1d', title: 'yesterday', backMs: DAY_MS },
  { value: '7d', title: 'last week', backMs: 7 * DAY_MS },
] as const;

/** Now moves in these steps: what is loaded stays for a while. */
const STEP_MS = 5 * MINUTE_MS;

export const isSpan = (since: string): boolean => SPANS.some(({ value }) => value === since);

/** Reads a time as the server does: the end of what is named. One that is not past is none. */
export function readSince(text: string, clock: SinceClock): MomentReading {
  const reading = readMoment(text, 'to', clock);
  if (!reading.isValid || text.trim() === '') return reading;
  const isPast = reading.span !== undefined && reading.span.end - 1 < clock.now;
  return isPast ? reading : { isValid: false, note: 'A time that is past is needed' };
}

/** The instant that is compared with; undefined if the text names none. */
export function sinceInstant(since: string, clock: SinceClock): Instant | undefined {
  const span = SPANS.find(({ value }) => value === since);
  if (span) return Math.floor(clock.now / STEP_MS) * STEP_MS - span.backMs;
  const reading = readSince(since, clock);
  return reading.isValid && reading.span ? reading.span.end - 1 : undefined;
}
