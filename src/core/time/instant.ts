// An instant is a whole number of milliseconds since 1970-01-01T00:00Z, everywhere in the product.
// Instants are written as UTC text here and as market time in market-text.ts.
// Text is read in moment.ts and utc-moment.ts.

import { civilOfDay, dayOfCivil, FIRST_YEAR, LAST_YEAR } from '#core/time/civil';

export type Instant = number;

/** The one source of "now". Each request reads it once. */
export type Clock = () => Instant;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The first instant that the interfaces can name, and one past the last (years 1–9999 in UTC). */
export const FIRST_INSTANT: Instant = dayOfCivil(FIRST_YEAR, 1, 1) * DAY_MS;
export const END_INSTANT: Instant = dayOfCivil(LAST_YEAR + 1, 1, 1) * DAY_MS;

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** `yyyy-MM-ddTHH:mm:ss` of milliseconds on a wall clock (or of UTC milliseconds). */
export function formatWall(wallMs: number): string {
  const dayNumber = Math.floor(wallMs / DAY_MS);
  const { year, month, day } = civilOfDay(dayNumber);
  const second = Math.floor((wallMs - dayNumber * DAY_MS) / SECOND_MS);
  const clock = `${pad(Math.floor(second / 3600), 2)}:${pad(Math.floor(second / 60) % 60, 2)}:${pad(second % 60, 2)}`;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${clock}`;
}

/** `yyyy-MM-ddTHH:mm:ssZ`, the forecast interface's form. */
export const formatUtc = (instant: Instant): string => `${formatWall(instant)}Z`;
