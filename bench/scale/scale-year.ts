// The stretch of time that every series of the scale benchmark holds: one year of market time.

import { HOUR_MS } from '../../harness/data/calendar.ts';

export const FIRST_DAY = '2025-01-01';
export const LAST_DAY = '2025-12-31';

/** Market midnights as hours since 1970, UTC; the end is not included. */
export const FIRST_HOUR = Date.UTC(2024, 11, 31, 23) / HOUR_MS;
export const END_HOUR = Date.UTC(2025, 11, 31, 23) / HOUR_MS;
export const YEAR_HOURS = END_HOUR - FIRST_HOUR;

/** Series with metadata alone have values of their last two days. */
export const SHORT_HOURS = 48;

/** When everything was written: one instant, so that every store of a size is the same. */
export const WRITTEN_AT = Date.UTC(2026, 0, 1);
