// When a delivery that failed is tried again: ten tries over about three days.

import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';

/** The waits between tries, as Standard Webhooks 1.0.0 proposes them. */
const WAITS_MS: readonly number[] = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
export const MOST_TRIES = WAITS_MS.length + 1;

/** A wait is longer by up to this share, so that webhooks that failed together are not tried together. */
const JITTER = 0.1;
/** A receiver may ask for a longer wait, up to this one. */
const LONGEST_ASKED_MS = 24 * HOUR_MS;
/** No wait is longer. A next try further ahead was planned by a wrong clock. */
export const LONGEST_WAIT_MS = 24 * HOUR_MS * (1 + JITTER);

/**
 * When to try again after a number of failed tries; undefined if that was the last. `askedMs` is the wait that
 * the receiver asked for, and `chance` a number from 0 to 1.
 */
export function nextTryAt(
  failedTries: number,
  now: Instant,
  askedMs: number | undefined,
  chance: number,
): Instant | undefined {
  const waitMs = WAITS_MS[failedTries - 1];
  if (waitMs === undefined) return undefined;
  const asked = Math.min(askedMs ?? 0, LONGEST_ASKED_MS);
  return Math.ceil(now + Math.max(waitMs * (1 + JITTER * chance), asked));
}

/** Reads a Retry-After header: seconds, or a date. Undefined if it is neither. */
export function readRetryAfter(text: string | undefined, now: Instant): number | undefined {
  const given = text?.trim() ?? '';
  if (/^\d{1,9}$/.test(given)) return Number(given) * SECOND_MS;
  const date = /^[A-Z][a-z]{2}, /.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
