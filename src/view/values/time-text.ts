// Times as people read them outside the chart, written as the chart does. Instants are milliseconds
// since 1970 UTC. Pure.

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import type { Span } from '#core/time/span';
import { UTC, type Zone } from '#core/time/zone';
import { dateText, momentText, spanText } from '#view/axes/time-text';

/** Writes a day number as `Mon 16 Nov 2026`. */
export const formatDay = (dayNumber: number): string =>
  dateText((dayNumber * DAY_MS) / SECOND_MS, UTC);

/** Writes the month of a day number: `Nov 2026`. */
export const formatMonth = (dayNumber: number): string =>
  dateText((dayNumber * DAY_MS) / SECOND_MS, UTC).replace(/^\S+ \S+ /, '');

/** Writes whole days: `Mon 16 Nov 2026`, or `Mon 9 Nov 2026 – Sun 15 Nov 2026`. */
export const formatDays = ({ start, end }: Span, zone: Zone): string =>
  spanText(start / SECOND_MS, end / SECOND_MS, zone, true);

/** Writes `Mon 16 Nov 2026, 14:00`. A time that the clock shows twice carries its offset. */
export const formatMoment = (instant: Instant, zone: Zone): string =>
  momentText(instant / SECOND_MS, zone);

/** Writes `4 min ago`, `3 h ago`, `2 days ago`. The future is `just now`, as clocks differ a little. */
export function formatAgo(instant: Instant, now: Instant): string {
  const minutes = Math.floor((now - instant) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor((now - instant) / HOUR_MS);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

/** The names of the zone's standard and summer time: `CET/CEST`, `UTC`, `GMT-5`. */
export function zoneLabel(zone: Zone): string {
  const [january, july] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];
  const isJanuaryFirst = zone.offsetAt(january) <= zone.offsetAt(july);
  const names = [january, july].map((instant) => zoneLabelAt(instant, zone));
  return [...new Set(isJanuaryFirst ? names : names.reverse())].join('/');
}

/** The name of the zone's time at an instant: `CET` in winter, `CEST` in summer. */
export function zoneLabelAt(instant: Instant, zone: Zone): string {
  if (zone.isUtc) return 'UTC';
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone.name,
    timeZoneName: 'short',
  }).formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone.name;
}
