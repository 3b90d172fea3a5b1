// Removing a source's old runs, and keeping the facts about a series' runs in step with it.

import type { Instant } from '#core/instant';
import type { SqlSession } from '#store/sql-session';
import * as sql from '#store/statements';
import type { SeriesRecord } from '#store/store';

/** `series` is the record as it stands before. */
export async function removeRuns(
  session: SqlSession,
  { key, updatedAt }: SeriesRecord,
  source: string,
  before: Instant,
): Promise<number> {
  await session.run(sql.REMOVE_DETAILS_OF_RUNS, key, source, before);
  await session.run(sql.REMOVE_BANDS_OF_RUNS, key, source, before);
  const removed = await session.run(sql.REMOVE_RUNS, key, source, before);
  if (removed === 0) return 0;
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
  await session.run(sql.CHANGE_RUNS, key, ...facts, updatedAt);
  await session.run(sql.CHANGE_CATALOG, null);
  return removed;
}
