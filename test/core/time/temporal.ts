// Short ways to name an instant in a test and to show one, by Temporal and not by the code under test.

import type { Instant } from '#core/time/instant';
import type { Occurrence } from '#core/time/zone';

export const BERLIN = 'Europe/Berlin';

/** The instant of a text with `Z` or an offset, or of a wall time of a zone that occurs once. */
export function at(text: string, zoneName: string = BERLIN): Instant {
  if (/(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return Temporal.Instant.from(text).epochMilliseconds;
  const plain = Temporal.PlainDateTime.from(text);
  return plain.toZonedDateTime(zoneName, { disambiguation: 'reject' }).epochMilliseconds;
}

/** The first instant of a date. */
export const dawnOf = (date: string, zoneName: string = BERLIN): Instant =>
  Temporal.PlainDate.from(date).toZonedDateTime(zoneName).epochMilliseconds;

export const zoned = (instant: Instant, zoneName: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zoneName);

/** `2024-10-27T02:30:00+01:00`: the offset tells two equal wall times apart. */
export const show = (instant: Instant | undefined, zoneName: string = BERLIN): string =>
  instant === undefined ? 'none' : zoned(instant, zoneName).toString({ timeZoneName: 'never' });

/** `2024-10-27T00:30:00Z`. */
export const showUtc = (instant: Instant | undefined): string =>
  instant === undefined ? 'none' : Temporal.Instant.fromEpochMilliseconds(instant).toString();

/** The instant of a wall time: Temporal's earlier or later one, or the one the clock jumps to. */
export function instantOfWall(
  plain: Temporal.PlainDateTime,
  zoneName: string,
  occurrence: Occurrence,
): number {
  const earlier = plain.toZonedDateTime(zoneName, { disambiguation: 'earlier' });
  const later = plain.toZonedDateTime(zoneName, { disambiguation: 'later' });
  const isShown = earlier.toPlainDateTime().equals(plain);
  if (!isShown) return earlier.getTimeZoneTransition('next')!.epochMilliseconds;
  return (occurrence === 'first' ? earlier : later).epochMilliseconds;
}
