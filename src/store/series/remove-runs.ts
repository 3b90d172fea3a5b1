// Removes runs, and keeps a series' facts about its runs in step.

import type { Instant } from '#core/time/instant';
import { compareSources, isHindcastSource } from '#core/values/source-order';
import type { ChangedPoints } from '#store/events/open-events';
import { findNewestRunEnd, keepPast, type SeriesRow, sourcesOf } from '#store/series/define-series';
import { keepPastRun } from '#store/series/past-runs';
import type { RunName, RunRow } from '#store/series/run-row';
import * as history from '#store/sql/history-statements';
import * as runSql from '#store/sql/run-statements';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

/** Removes runs and all past forms of them, so they are gone as of any time. `rows` counts past forms too. */
export async function removeRuns(
  session: SqlSession,
  series: SeriesRow,
  source: string,
  before: Instant,
): Promise<{ readonly runs: number; readonly rows: number }> {
  const { key, updatedAt, recordedAt } = series;
  await session.run(runSql.REMOVE_DETAILS_OF_RUNS, key, source, before);
  await session.run(runSql.REMOVE_BANDS_OF_RUNS, key, source, before);
  const removed = await session.run(runSql.REMOVE_RUNS, key, source, before);
  const past = await session.run(history.REMOVE_PAST_RUNS, key, source, before);
  if (removed + past === 0) return { runs: 0, rows: 0 };
  await refreshPast(session, series);
  await refreshRuns(session, series, updatedAt, recordedAt);
  await session.put(sql.CHANGE_CATALOG, null, 1);
  return { runs: removed, rows: removed + past };
}

/** Removes one run, keeps it among the past ones as replaced at an instant, and resolves to its points. */
export async function takeBackRun(
  session: SqlSession,
  series: SeriesRow,
  run: RunName,
  now: Instant,
  at: Instant,
): Promise<ChangedPoints> {
  const { key } = series;
  const { analyzedAt, source } = run;
  const [stored] = await session.all<RunRow>(runSql.FIND_RUN, key, analyzedAt, source);
  await keepPast(session, series, at, 'state');
  await keepPastRun(session, key, run, at);
  await session.run(runSql.REMOVE_RUN_DETAIL, key, analyzedAt, source);
  await session.run(runSql.REMOVE_BANDS, key, analyzedAt, source);
  await session.run(runSql.REMOVE_RUN, key, analyzedAt, source);
  await refreshRuns(session, series, now, at);
  await session.put(sql.CHANGE_CATALOG, now, 1);
  const { firstIndex, lastIndex } = stored!;
  return { firstIndex, lastIndex, points: lastIndex - firstIndex + 1 };
}

/** Sets a series' facts about its runs from the runs that are left. */
async function refreshRuns(
  session: SqlSession,
  { key, sourceOrder }: SeriesRow,
  updatedAt: Instant | null,
  recordedAt: Instant | null,
): Promise<void> {
  type Extent = { first: number | null; last: number | null };
  const [extent] = await session.all<Extent>(runSql.RUN_EXTENT, key);
  const newest = await findNewestRunEnd(session, key, sourceOrder);
  const facts = [
    extent!.first,
    extent!.last,
    newest?.analyzedAt ?? null,
    newest?.lastIndex ?? null,
  ];
  await session.run(sql.CHANGE_RUNS, key, ...facts, updatedAt, recordedAt);
}

/** The time for which a run was current. `recordedAt` null: always; `replacedAt` null: still. */
interface RunLife extends RunName {
  readonly firstIndex: number;
  readonly lastIndex: number;
  readonly recordedAt: Instant | null;
  readonly replacedAt: Instant | null;
}

/** Does the same for past states. Their versions change too: a cached answer contains the removed runs. */
async function refreshPast(session: SqlSession, series: SeriesRow): Promise<void> {
  const { key, version } = series;
  // The order of sources as it is now: no fact depends on an older one unless two runs of one time stood.
  const compare = compareSources(sourcesOf(series.sourceOrder));
  const lives = await session.all<RunLife>(history.LIST_RUN_LIVES, key);
  const states = await session.all<{ replacedAt: Instant }>(history.LIST_PAST_STATES, key);
  const rows = states.map(({ replacedAt: until }) => {
    // The runs that were current right before the instant.
    const stood = lives.filter(
      ({ recordedAt, replacedAt }) =>
        (recordedAt === null || recordedAt < until) && (replacedAt === null || replacedAt >= until),
    );
    return [key, until, ...factsOf(stood, compare), version];
  });
  await session.runEach(history.CHANGE_PAST_RUNS, rows);
}

function factsOf(
  runs: readonly RunLife[],
  compare: (a: string, b: string) => number,
): (number | null)[] {
  if (runs.length === 0) return [null, null, null, null];
  const newest = runs
    .filter(({ source }) => !isHindcastSource(source))
    .reduce<RunLife | undefined>((a, b) => {
      const order = a ? b.analyzedAt - a.analyzedAt || compare(a.source, b.source) : 1;
      return order > 0 ? b : a;
    }, undefined);
  return [
    runs.reduce((first, run) => Math.min(first, run.firstIndex), Number.POSITIVE_INFINITY),
    runs.reduce((last, run) => Math.max(last, run.lastIndex), Number.NEGATIVE_INFINITY),
    newest?.analyzedAt ?? null,
    newest?.lastIndex ?? null,
  ];
}
