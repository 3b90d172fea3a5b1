// The end of the known values of each kind at a time. All clock times are market time.

import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';

/** The first instant that is not known at `now`. */
export type KnownUntil = (now: Instant, zone: Zone) => Instant;

const AUCTION_HOUR = 13;
const FIXING_HOUR = 16;
const AHEAD_HOUR = 7;

function wallHourAt(now: Instant, zone: Zone): number {
  const wallMs = now + zone.offsetAt(now);
  return Math.floor((wallMs - Math.floor(wallMs / DAY_MS) * DAY_MS) / HOUR_MS);
}

/** Measured values are known when their interval is over. */
export const measuredUntil: KnownUntil = (now) => now;

/** Prices are known for today, and for tomorrow after the day-ahead auction at 13:00. */
export const pricedUntil: KnownUntil = (now, zone) =>
  zone.startOfDay(zone.dayOf(now) + (wallHourAt(now, zone) >= AUCTION_HOUR ? 2 : 1));

/** Day-ahead forecasts are known for today, and for tomorrow from 07:00 on. */
export const publishedUntil: KnownUntil = (now, zone) =>
  zone.startOfDay(zone.dayOf(now) + (wallHourAt(now, zone) >= AHEAD_HOUR ? 2 : 1));

/** Exchange rates are known for yesterday, and for today from 16:00 on. */
export const fixedUntil: KnownUntil = (now, zone) =>
  zone.startOfDay(zone.dayOf(now) + (wallHourAt(now, zone) >= FIXING_HOUR ? 1 : 0));
