// The state of collecting. All of it is in the store, so that every process reports the same.

import { DAY_MS, formatWall, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { CollectConfig, CollectEntry } from '#service/collecting/collect-config';
import { feedKey, feedsOf, readMemory } from '#service/collecting/collect-feeds';
import { dueTimeOf, isUnderWay, readPasses } from '#service/collecting/collect-jobs';
import { lateAfterMs } from '#service/job-pauses';
import type { JobRecord, Store } from '#store/store';

export interface FeedState {
  /** `entsoe/prices/DE` */
  readonly feed: string;
  /** The codes of series whose values or runs it has brought. */
  readonly series: readonly string[];
  readonly lastAttemptAt: Instant | null;
  readonly lastSuccessAt: Instant | null;
  /** The error of the last attempt, which holds no secret; null if it succeeded. */
  readonly lastError: string | null;
  /** The number of published market days with holes after the last attempt, and the first of them. */
  readonly missingDays: number;
  readonly firstMissingDate: string | null;
}

export interface EntryState {
  readonly name: string;
  readonly source: string;
  readonly everyMs: number;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly lastAttemptAt: Instant | null;
  readonly lastSuccessAt: Instant | null;
  /** The note at the end of the last pass. */
  readonly note: string | null;
  /** The error of the last pass, which holds no secret; null if it succeeded or is running. */
  readonly lastError: string | null;
  /** The next due time. If it is past, the entry is due and no process has begun. */
  readonly nextDueAt: Instant;
  readonly isLate: boolean;
  readonly missingDays: number;
  readonly feeds: readonly FeedState[];
}

export interface CollectState {
  readonly entries: readonly EntryState[];
}

export async function collectState(
  store: Pick<Store, 'listJobs' | 'getSetting'>,
  { entries }: CollectConfig,
  zone: Zone,
  now: Instant,
): Promise<CollectState> {
  const states: EntryState[] = [];
  for (const entry of entries) states.push(await stateOf(store, entry, zone, now));
  return { entries: states };
}

async function stateOf(
  store: Pick<Store, 'listJobs' | 'getSetting'>,
  entry: CollectEntry,
  zone: Zone,
  now: Instant,
): Promise<EntryState> {
  // Passes in the future come from a wrong clock.
  const passes = (await readPasses(store, entry)).filter(({ startedAt }) => startedAt <= now);
  const last = newestBy(passes, ({ startedAt }) => startedAt);
  const done = newestBy(
    passes.filter(({ state }) => state === 'done'),
    ({ startedAt }) => startedAt,
  );
  const lastSuccessAt = done?.endedAt ?? null;
  const feeds = await feedStates(store, entry, zone, now);
  const dueAt = dueTimeOf(entry, now);
  const isTaken = passes.some((pass) => pass.dueAt === dueAt);
  return {
    name: entry.name,
    source: entry.source.name,
    everyMs: entry.everyMs,
    state: stateOfPass(last, now),
    lastAttemptAt: last?.startedAt ?? null,
    lastSuccessAt,
    note: last?.note ?? null,
    lastError: errorOf(last, now),
    nextDueAt: isTaken ? dueAt + entry.everyMs : dueAt,
    isLate: now - (lastSuccessAt ?? firstStart(passes) ?? now) > lateAfterMs(entry.everyMs),
    missingDays: feeds.reduce((sum, { missingDays }) => sum + missingDays, 0),
    feeds,
  };
}

async function feedStates(
  store: Pick<Store, 'getSetting'>,
  entry: CollectEntry,
  zone: Zone,
  now: Instant,
): Promise<FeedState[]> {
  const states: FeedState[] = [];
  for (const feed of feedsOf(entry)) {
    const memory = await readMemory(store, feed, now, zone);
    states.push({
      feed: feedKey(feed),
      series: [...new Set([...memory.points, ...memory.runs])],
      lastAttemptAt: memory.attemptAt,
      lastSuccessAt: memory.successAt,
      lastError: memory.error,
      missingDays: memory.missingDays,
      firstMissingDate:
        memory.firstMissingDay === null
          ? null
          : formatWall(memory.firstMissingDay * DAY_MS).slice(0, 10),
    });
  }
  return states;
}

const firstStart = (passes: readonly JobRecord[]): Instant | undefined =>
  passes.length === 0 ? undefined : Math.min(...passes.map(({ startedAt }) => startedAt));

const newestBy = (
  passes: readonly JobRecord[],
  timeOf: (pass: JobRecord) => Instant,
): JobRecord | undefined =>
  passes.reduce<JobRecord | undefined>(
    (newest, pass) => (newest && timeOf(newest) >= timeOf(pass) ? newest : pass),
    undefined,
  );

function stateOfPass(pass: JobRecord | undefined, now: Instant): EntryState['state'] {
  if (!pass) return 'waiting';
  if (pass.state !== 'running') return pass.state;
  return isUnderWay(pass, now) ? 'running' : 'failed';
}

function errorOf(pass: JobRecord | undefined, now: Instant): string | null {
  if (!pass || stateOfPass(pass, now) !== 'failed') return null;
  return pass.note ?? 'its process ended before it was done';
}
