// When a failed job may be tried again. It follows from the store's record of the last try, so that all
// processes on a store agree.

import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { JobRecord } from '#store/store';

/** The pause after a failure: the cause is hardly gone at once. */
export const RETRY_AFTER_MS = 10 * MINUTE_MS;

/** The note of a job that was cut short: it may be tried again at once. */
export const JOB_STOPPED = 'the server was stopped';

/** How long a job that is due every `everyMs` may go without success: two of its times, and half an hour. */
export const lateAfterMs = (everyMs: number): number => 2 * everyMs + 30 * MINUTE_MS;

/** Whether a due time is open: not done, and not within the pause after a failure. */
export function mayBeginJob(last: JobRecord | undefined, now: Instant): boolean {
  if (last?.state === 'done') return false;
  if (last?.state !== 'failed' || last.note === JOB_STOPPED) return true;
  // An end in the future comes from a wrong clock.
  return last.endedAt === null || now < last.endedAt || now >= last.endedAt + RETRY_AFTER_MS;
}
