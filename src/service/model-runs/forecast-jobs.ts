// When forecasts are due, and their state: due times follow from the hours of the setting, states from the
// store's job records, which every server of a store shares.

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import { mayBeginJob } from '#service/job-pauses';
import type { JobRecord, JobState, Store } from '#store/store';

/** The name of the job in the store; a job's due time is its runs' analyzedAt. */
export const FORECAST_JOB = 'forecast';

/** The name of the job of a definition. */
export const targetJob = (name: string): string => `${FORECAST_JOB}/${name}`;

/** A due time that is not done after this is late. */
const LATE_AFTER_MS = 30 * MINUTE_MS;
/** Due times older than this are not made up for. */
const CATCH_UP_MS = DAY_MS;
const RECORDS_READ = 64;

/** The due times with `from` < time ≤ `to`, newest first. `hours` are UTC hours of the day. */
export function dueTimes(hours: readonly number[], from: Instant, to: Instant): Instant[] {
  const times: Instant[] = [];
  for (let day = Math.floor(to / DAY_MS); day >= Math.floor(from / DAY_MS); day--) {
    for (const hour of hours) times.push(day * DAY_MS + hour * HOUR_MS);
  }
  return times.filter((time) => time > from && time <= to).sort((a, b) => b - a);
}

/** The due times of the last day, newest first. */
export const dueTimesOfDay = (hours: readonly number[], now: Instant): Instant[] =>
  dueTimes(hours, now - CATCH_UP_MS, now);

/** The due times that may begin now. Another process may work on one: its claim tells. */
export async function openDueTimes(
  store: Pick<Store, 'listJobs'>,
  name: string,
  times: readonly Instant[],
  now: Instant,
): Promise<Instant[]> {
  if (times.length === 0) return [];
  const records = await store.listJobs(name, RECORDS_READ);
  const byTime = new Map(records.map((record) => [record.dueAt, record]));
  return times.filter((time) => mayBeginJob(byTime.get(time), now));
}

export interface ForecastStatus {
  /** The newest due time; null if no hours are set. */
  readonly dueAt: Instant | null;
  /** The state of the newest due time. */
  readonly state: JobState | 'waiting';
  readonly isLate: boolean;
  readonly note: string | null;
  /** The newest due time that is done, and when it ended. */
  readonly doneDueAt: Instant | null;
  readonly doneAt: Instant | null;
  readonly nextDueAt: Instant | null;
}

export async function readForecastStatus(
  store: Pick<Store, 'listJobs'>,
  hours: readonly number[],
  now: Instant,
  job = FORECAST_JOB,
): Promise<ForecastStatus> {
  const records = await store.listJobs(job, RECORDS_READ);
  const [dueAt = null] = dueTimes(hours, now - DAY_MS, now);
  const record = records.find((each) => each.dueAt === dueAt);
  const done = newestDone(records);
  const state = record?.state ?? 'waiting';
  return {
    dueAt,
    state,
    isLate: dueAt !== null && state !== 'done' && now > dueAt + LATE_AFTER_MS,
    note: record?.note ?? null,
    doneDueAt: done?.dueAt ?? null,
    doneAt: done?.endedAt ?? null,
    nextDueAt: dueTimes(hours, now, now + DAY_MS).at(-1) ?? null,
  };
}

const newestDone = (records: readonly JobRecord[]): JobRecord | undefined =>
  records.find(({ state }) => state === 'done');
