// Removing a source's old runs, and keeping the facts about a series' runs in step with it.

import type { Instant } from '#core/instant';
import { type HeldSeries, keepPast } from '#store/held-series';
import type { SqlSession } from '#store/sql-session';
import * as sql from '#store/statements';
import type { SeriesKey } from '#store/store';

/** `series` is as it stands before. */
export async function removeRuns(
  session: SqlSession,
  series: HeldSeries,
  source: string,
  before: Instant,
): Promise<number> {
  const { key, updatedAt, recordedAt } = series;
  await session.run(sql.REMOVE_DETAILS_OF_RUNS, key, source, before);
  await session.run(sql.REMOVE_BANDS_OF_RUNS, key, source, before);
  const removed = await session.run(sql.REMOVE_RUNS, key, source, before);
  if (removed === 0) return 0;
  await refreshRuns(session, key, updatedAt, recordedAt);
  return removed;
}

/** One run, kept among the past ones as replaced at an instant. */
export async function takeBackRun(
  session: SqlSession,
  series: HeldSeries,
  analyzedAt: Instant,
  now: Instant,
  at: Instant,
): Promise<void> {
  const { key } = series;
  await keepPast(session, series, at, 'state');
  await session.run(sql.KEEP_PAST_RUN, key, analyzedAt, at);
  await session.run(sql.REMOVE_RUN_DETAIL, key, analyzedAt);
  await session.run(sql.REMOVE_BANDS, key, analyzedAt);
  await session.run(sql.REMOVE_RUN, key, analyzedAt);
  await refreshRuns(session, key, now, at);
}

/** The facts of a series about its runs, from the runs that are left. */
async function refreshRuns(
  session: SqlSession,
  key: SeriesKey,
  updatedAt: Instant | null,
  recordedAt: Instant | null,
): Promise<void> {
  type Extent = { first: number | null; last: number | null };
  const [extent] = await session.all<Extent>(sql.RUN_EXTENT, key);
  type Newest = { analyzedAt: Instant; lastIndex: number };
  const [newest] = await session.all<Newest>(sql.NEWEST_RUN_END, key);
  const facts = [
    extent!.first,
    extent!.last,
    newest?.analyzedAt ?? null,
    newest?.lastIndex ?? null,
  ];
  await session.run(sql.CHANGE_RUNS, key, ...facts, updatedAt, recordedAt);
  await session.run(sql.CHANGE_CATALOG, null);
}
