// Instants as text on the market's wall clock: the fundamental interface's forms.

import { formatWall, type Instant, SECOND_MS } from '#core/time/instant';
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
