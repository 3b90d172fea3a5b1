// Up to when each kind of value is known at a time. All clock times here are market time.

import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';

/** First instant that is not yet known at `now`. */
export type KnownUntil = (now: Instant, zone: Zone) => Instant;

const AUCTION_HOUR = 13;
const FIXING_HOUR = 16;
const AHEAD_HOUR = 7;

function wallHourAt(now: Instant, zone: Zone): number {
  const wallMs = now + zone.offsetAt(now);
  return Math.floor((wallMs - Math.floor(wallMs / DAY_MS) * DAY_MS) / HOUR_MS);
}

/** Measured values: as soon as their interval is over. */
export const measuredUntil: KnownUntil = (now) => now;

/** Prices: today's, and tomorrow's once the day-ahead auction is over at 13:00. */
export const pricedUntil: KnownUntil = (now, zone) =>
  zone.startOfDay(zone.dayOf(now) + (wallHourAt(now, zone) >= AUCTION_HOUR ? 2 : 1));

/** Day-ahead forecasts: today's, and tomorrow's from 07:00. */
export const publishedUntil: KnownUntil = (now, zone) =>
  zone.startOfDay(zone.dayOf(now) + (wallHourAt(now, zone) >= AHEAD_HOUR ? 2 : 1));

/** Exchange rates: yesterday's, and today's from 16:00. */
export const fixedUntil: KnownUntil = (now, zone) =>
  zone.startOfDay(zone.dayOf(now) + (wallHourAt(now, zone) >= FIXING_HOUR ? 1 : 0));
