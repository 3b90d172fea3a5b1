// Removes runs, and keeps a series' facts about its runs in step.

import type { Instant } from '#core/time/instant';
import { keepPast, type SeriesRow } from '#store/series/define-series';
import { keepPastRun } from '#store/series/past-runs';
import * as history from '#store/sql/history-statements';
import * as runSql from '#store/sql/run-statements';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

/** Removes runs and all past forms of them, so they are gone as of any time. */
export async function removeRuns(
  session: SqlSession,
  series: SeriesRow,
  source: string,
  before: Instant,
): Promise<number> {
  const { key, updatedAt, recordedAt } = series;
  await session.run(runSql.REMOVE_DETAILS_OF_RUNS, key, source, before);
  await session.run(runSql.REMOVE_BANDS_OF_RUNS, key, source, before);
  const removed = await session.run(runSql.REMOVE_RUNS, key, source, before);
  const past = await session.run(history.REMOVE_PAST_RUNS, key, source, before);
  if (removed + past === 0) return 0;
  await refreshPast(session, series);
  await refreshRuns(session, series, updatedAt, recordedAt);
  await session.put(sql.CHANGE_CATALOG, null, 1);
  return removed;
}

/** Removes one run, and keeps it among the past ones as replaced at an instant. */
export async function takeBackRun(
  session: SqlSession,
  series: SeriesRow,
  analyzedAt: Instant,
  now: Instant,
  at: Instant,
): Promise<void> {
  const { key } = series;
  await keepPast(session, series, at, 'state');
  await keepPastRun(session, key, analyzedAt, at);
  await session.run(runSql.REMOVE_RUN_DETAIL, key, analyzedAt);
  await session.run(runSql.REMOVE_BANDS, key, analyzedAt);
  await session.run(runSql.REMOVE_RUN, key, analyzedAt);
  await refreshRuns(session, series, now, at);
  await session.put(sql.CHANGE_CATALOG, now, 1);
}

/** Sets a series' facts about its runs from the runs that are left. */
async function refreshRuns(
  session: SqlSession,
  { key }: SeriesRow,
  updatedAt: Instant | null,
  recordedAt: Instant | null,
): Promise<void> {
  type Extent = { first: number | null; last: number | null };
  const [extent] = await session.all<Extent>(runSql.RUN_EXTENT, key);
  type Newest = { analyzedAt: Instant; lastIndex: number };
  const [newest] = await session.all<Newest>(runSql.NEWEST_RUN_END, key);
  const facts = [
    extent!.first,
    extent!.last,
    newest?.analyzedAt ?? null,
    newest?.lastIndex ?? null,
  ];
  await session.run(sql.CHANGE_RUNS, key, ...facts, updatedAt, recordedAt);
}

/** From when to when a run was current. `recordedAt` null: always; `replacedAt` null: still. */
interface RunLife {
  readonly analyzedAt: Instant;
  readonly firstIndex: number;
  readonly lastIndex: number;
  readonly recordedAt: Instant | null;
  readonly replacedAt: Instant | null;
}

/** Does the same for past states. Their versions change too: a cached answer contains the removed runs. */
async function refreshPast(session: SqlSession, { key, version }: SeriesRow): Promise<void> {
  const lives = await session.all<RunLife>(history.LIST_RUN_LIVES, key);
  const states = await session.all<{ replacedAt: Instant }>(history.LIST_PAST_STATES, key);
  const rows = states.map(({ replacedAt: until }) => {
    // The runs that were current right before the instant.
    const stood = lives.filter(
      ({ recordedAt, replacedAt }) =>
        (recordedAt === null || recordedAt < until) && (replacedAt === null || replacedAt >= until),
    );
    return [key, until, ...factsOf(stood), version];
  });
  await session.runEach(history.CHANGE_PAST_RUNS, rows);
}

function factsOf(runs: readonly RunLife[]): (number | null)[] {
  if (runs.length === 0) return [null, null, null, null];
  const newest = runs.reduce((a, b) => (b.analyzedAt > a.analyzedAt ? b : a));
  return [
    runs.reduce((first, run) => Math.min(first, run.firstIndex), Number.POSITIVE_INFINITY),
    runs.reduce((last, run) => Math.max(last, run.lastIndex), Number.NEGATIVE_INFINITY),
    newest.analyzedAt,
    newest.lastIndex,
  ];
}
