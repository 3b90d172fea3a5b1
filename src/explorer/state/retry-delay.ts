// When the page repeats a failed request.

import { ApiError, ConnectionError } from '#client/api-error';

/** The waits before the first, second and third repeat; after that a person must press a button. */
const DELAYS_MS = [2_000, 5_000, 15_000];

/** The milliseconds to wait before the next repeat; undefined if there is none. */
export function retryDelayMs(error: Error, failuresBefore: number): number | undefined {
  const mayPass =
    error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
  const delay = DELAYS_MS[failuresBefore];
  if (!mayPass || delay === undefined) return undefined;
  const retryAfterMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.max(delay, retryAfterMs);
}

/** Whether the fault may pass, so that another attempt can help. */
export const canRetry = (error: Error): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
