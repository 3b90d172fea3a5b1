// Times and durations as Prometheus' interface writes them.

import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import {
  DAY_MS,
  END_INSTANT,
  FIRST_INSTANT,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  SECOND_MS,
} from '#core/time/instant';

const UNITS: readonly (readonly [unit: string, ms: number])[] = [
  ['y', 365 * DAY_MS],
  ['w', 7 * DAY_MS],
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
  ['ms', 1],
];

const DURATION = new RegExp(`^${UNITS.map(([unit]) => `(?:(\\d{1,12})${unit})?`).join('')}$`);
const SECONDS = /^[+-]?(?:\d{1,15}(?:\.\d{0,12})?|\.\d{1,12})(?:e[+-]?\d{1,2})?$/i;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;

const TIMES = ['seconds since 1970, such as 1715904000', 'RFC 3339, such as 2024-05-17T00:00:00Z'];

/** Reads an instant. A part of a millisecond is rounded. */
export function readInstant(given: string, field: string): Instant {
  const text = given.trim();
  const instant = SECONDS.test(text)
    ? Math.round(Number(text) * SECOND_MS)
    : RFC_3339.test(text)
      ? Date.parse(text.toUpperCase())
      : Number.NaN;
  if (instant >= FIRST_INSTANT && instant < END_INSTANT) return instant;
  const message = Number.isNaN(instant)
    ? `not a time: ${quoteGiven(given)}`
    : `${quoteGiven(given)} is outside the years 1 to 9999`;
  throw refuseField('field_invalid', field, message, TIMES);
}

/** Reads `1h30m` or `900`, in milliseconds; undefined if it is neither. */
export function findDuration(text: string): number | undefined {
  if (SECONDS.test(text)) return Math.round(Number(text) * SECOND_MS);
  const parts = DURATION.exec(text);
  if (!parts || text === '') return undefined;
  return UNITS.reduce((sum, [, ms], i) => sum + Number(parts[i + 1] ?? 0) * ms, 0);
}

const LONGEST_MS = END_INSTANT - FIRST_INSTANT;

/** Reads the length of a step. */
export function readStep(given: string, field: string): number {
  const ms = findDuration(given.trim());
  if (ms !== undefined && ms >= 1 && ms <= LONGEST_MS) return ms;
  throw refuseField('field_invalid', field, `not a length of time: ${quoteGiven(given)}`, [
    'seconds above 0, such as 3600',
    'a duration, such as 15m, 1h or 1d',
  ]);
}
