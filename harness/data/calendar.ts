// The stretch of time that every contender holds: ten calendar years of market time (Europe/Berlin).

export const ZONE = 'Europe/Berlin';
export const HOUR_MS = 3_600_000;
export const FIRST_DAY = '2016-01-01';
export const LAST_DAY = '2025-12-31';

/** Market midnights as hours since 1970, UTC; the end is not included. */
export const FIRST_HOUR = Date.UTC(2015, 11, 31, 23) / HOUR_MS;
export const END_HOUR = Date.UTC(2025, 11, 31, 23) / HOUR_MS;

/** Three of the ten years are leap years. */
export const HOURS = END_HOUR - FIRST_HOUR;
