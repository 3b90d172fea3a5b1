// Instants as text on the market's wall clock: the fundamental interface's forms.

import { formatWall, type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** `yyyy-MM-ddTHH:mm:ss` in market time without zone, the fundamental interface's form. */
export const formatMarket = (instant: Instant, zone: Zone): string =>
  formatWall(instant + zone.offsetAt(instant));

/** `yyyy-MM-ddTHH:mm:ss.fff` in market time: the form of update times. */
export function formatMarketUpdate(instant: Instant, zone: Zone): string {
  const millisecond = ((instant % SECOND_MS) + SECOND_MS) % SECOND_MS;
  return `${formatMarket(instant, zone)}.${pad(millisecond, 3)}`;
}

/** `Z`, `+02:00` or `-03:30`: how keys that carry their offset end. */
export function formatOffset(offsetMs: number, zone: Zone): string {
  if (zone.isUtc) return 'Z';
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS);
  return `${offsetMs < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}`;
}
