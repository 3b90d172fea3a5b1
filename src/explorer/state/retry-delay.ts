// When a failed request is worth asking again by itself.

import { ApiError, ConnectionError } from '#client/api-error';

/** Waits before the first, second … repeat; then a person must ask. */
const DELAYS_MS = [2_000, 5_000, 15_000];

/** Milliseconds to wait before asking again after so many failures, or undefined for not at all. */
export function retryDelayMs(error: Error, failuresBefore: number): number | undefined {
  const mayPass =
    error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
  const delay = DELAYS_MS[failuresBefore];
  if (!mayPass || delay === undefined) return undefined;
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.max(delay, asked);
}
