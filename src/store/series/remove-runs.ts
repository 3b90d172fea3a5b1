// Removing runs, and keeping the facts about a series' runs in step with it.

import type { Instant } from '#core/time/instant';
import { keepPastRun } from '#store/series/past-runs';
import { keepPast, type SeriesRow } from '#store/series/series-row';
import * as history from '#store/sql/history-statements';
import * as runSql from '#store/sql/run-statements';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

/** `series` is as it stands before. The runs are gone as of any time, and so are earlier forms of them. */
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

/** One run, kept among the past ones as replaced at an instant. */
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

/** The facts of a series about its runs, from the runs that are left. */
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

/** From when to when a run stood. Null: since ever, and still. */
interface RunLife {
  readonly analyzedAt: Instant;
  readonly firstIndex: number;
  readonly lastIndex: number;
  readonly recordedAt: Instant | null;
  readonly replacedAt: Instant | null;
}

/** The same for what the series was. Versions move: an answer kept under one has the removed runs. */
async function refreshPast(session: SqlSession, { key, version }: SeriesRow): Promise<void> {
  const lives = await session.all<RunLife>(history.LIST_RUN_LIVES, key);
  const states = await session.all<{ replacedAt: Instant }>(history.LIST_PAST_STATES, key);
  const rows = states.map(({ replacedAt: until }) => {
    // What stood right before an instant came before it and went then or later.
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
