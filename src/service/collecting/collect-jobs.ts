// When entries are due, and which process collects them: jobs in the store, which all processes share.
// Only the newest due time counts: earlier ones that were missed leave holes, and a pass fills them.

import { HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import type { CollectEntry } from '#service/collecting/collect-config';
import type { PassEnd } from '#service/collecting/collect-pass';
import { mayBeginJob } from '#service/job-pauses';
import type { JobRecord, Store } from '#store/store';

/** The minutes past the full hour, so that what is published on it has arrived. */
const PHASE_MS = 7 * MINUTE_MS;
/** The time after which a pass that has not ended counts as one whose process died. */
const LONGEST_MS = HOUR_MS;
const RECORDS_READ = 50;

export const jobOf = ({ name }: CollectEntry): string => `collect ${name}`;

/** The newest due time at or before `now`. */
export const dueTimeOf = ({ everyMs }: CollectEntry, now: Instant): Instant =>
  Math.floor((now - PHASE_MS) / everyMs) * everyMs + PHASE_MS;

export const readPasses = (
  store: Pick<Store, 'listJobs'>,
  entry: CollectEntry,
): Promise<JobRecord[]> => store.listJobs(jobOf(entry), RECORDS_READ);

/** Whether a living process works on a pass. A start in the future comes from a wrong clock. */
export const isUnderWay = ({ state, startedAt }: JobRecord, now: Instant): boolean =>
  state === 'running' && startedAt <= now && now - startedAt <= LONGEST_MS;

/**
 * Claims a due time for this process. False if it is done, if the pause after a failure lasts, or if
 * another process works on the entry: the store gives a job's name to one process at a time.
 */
export async function claimPass(
  store: Store,
  entry: CollectEntry,
  dueAt: Instant,
  now: Instant,
): Promise<boolean> {
  const last = (await readPasses(store, entry)).find((record) => record.dueAt === dueAt);
  return mayBeginJob(last, now) && store.claimJob(jobOf(entry), dueAt, now);
}

/** Ends a pass that `claimPass` claimed. */
export const endPass = (
  store: Store,
  entry: CollectEntry,
  dueAt: Instant,
  now: Instant,
  end: PassEnd,
): Promise<void> =>
  store.endJob(jobOf(entry), dueAt, now, isFailed(end) ? 'failed' : 'done', describePass(end));

export const isFailed = ({ faults }: PassEnd): boolean => faults.length > 0;

/** `12 requests: 240 new, 3 changed, 500 same, 1 without data; 2 failed: …` */
export function describePass(end: PassEnd): string {
  const { asked, added, changed, same, none, left, faults } = end;
  const parts = [
    `${asked} request${asked === 1 ? '' : 's'}: ${added} new, ${changed} changed, ${same} same`,
    ...(none > 0 ? [`${none} without data`] : []),
    ...(left > 0 ? [`${left} left for the next pass`] : []),
  ];
  const failed =
    faults.length === 0 ? '' : `; ${faults.length} failed: ${faults.slice(0, 3).join('; ')}`;
  return parts.join(', ') + failed;
}
