// When a job that failed may be tried again: the same for every process on a store, as it follows from
// what the store has of the last try.

import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { JobRecord } from '#store/store';

/** Not at once: what was wrong will hardly be gone. */
export const RETRY_AFTER_MS = 10 * MINUTE_MS;

/** The note of a job that did not fail but was cut short: it may be taken up at once. */
export const JOB_STOPPED = 'the server was stopped';

/** Whether a due time is open: not done, and where it failed, not within the pause after that. */
export function mayBeginJob(last: JobRecord | undefined, now: Instant): boolean {
  if (last?.state === 'done') return false;
  if (last?.state !== 'failed' || last.note === JOB_STOPPED) return true;
  // An end in the future is a clock's mistake.
  return last.endedAt === null || now < last.endedAt || now >= last.endedAt + RETRY_AFTER_MS;
}
