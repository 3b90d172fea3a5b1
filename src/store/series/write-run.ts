// Stores a forecast run, and keeps a series' facts about its runs in step.

import type { Instant } from '#core/time/instant';
import { type ForecastRun, horizonOf } from '#core/values/forecast-run';
import { isHindcastSource } from '#core/values/source-order';
import { checksumOf } from '#store/codec/chunk-format';
import { encodeValues } from '#store/codec/encode-values';
import { findNewestRunEnd, keepPast, type SeriesRow } from '#store/series/define-series';
import { keepPastRun } from '#store/series/past-runs';
import { type DetailColumns, isDetailStored, putDetail } from '#store/series/run-detail';
import * as runSql from '#store/sql/run-statements';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

/**
 * `series` and `stored`, the run of the same analyzedAt and source, are those from before this write. The run keeps
 * its own updatedAt; the series' becomes `now`, and the change is recorded under `at`. What the model
 * said about a run is part of it: both are replaced together.
 */
export async function writeRun(
  session: SqlSession,
  series: SeriesRow,
  stored: ForecastRun | undefined,
  run: ForecastRun,
  now: Instant,
  at: Instant,
  columns: DetailColumns,
): Promise<'added' | 'changed' | 'same'> {
  const hasSameValues = stored !== undefined && isSameRun(stored, run);
  if (hasSameValues && (await isDetailStored(session, series.key, run, columns))) return 'same';
  const { key, runFirstIndex, runLastIndex, newestRunAt, newestRunLastIndex } = series;
  const { analyzedAt, firstIndex, source } = run;
  // Other words about the same values do not make those values newer.
  const { updatedAt } = hasSameValues ? stored : run;
  const lastIndex = horizonOf(run).end - 1;
  await keepPast(session, series, at, 'state');
  if (stored) await keepPastRun(session, key, run, at);
  const bytes = encodeValues(run.values);
  const facts = [analyzedAt, source, firstIndex, lastIndex, updatedAt, at];
  await session.put(runSql.PUT_RUN, key, ...facts, checksumOf(bytes), bytes);
  await putDetail(session, key, run, columns, stored === undefined);

  let first = Math.min(firstIndex, runFirstIndex ?? firstIndex);
  let last = Math.max(lastIndex, runLastIndex ?? lastIndex);
  // All runs are read only if a shorter run replaces the one that reached furthest.
  const storedLast = stored && horizonOf(stored).end - 1;
  const isShorter =
    (stored?.firstIndex === runFirstIndex && firstIndex > first) ||
    (storedLast === runLastIndex && lastIndex < last);
  if (isShorter) {
    const [extent] = await session.all<{ first: number; last: number }>(runSql.RUN_EXTENT, key);
    first = extent!.first;
    last = extent!.last;
  }
  let newest = [newestRunAt, newestRunLastIndex];
  const isHindcast = isHindcastSource(source);
  if (!isHindcast && (newestRunAt === null || analyzedAt > newestRunAt))
    newest = [analyzedAt, lastIndex];
  // Another source may have a run of the same time.
  if (!isHindcast && analyzedAt === newestRunAt) {
    const end = await findNewestRunEnd(session, key, series.sourceOrder);
    newest = [end!.analyzedAt, end!.lastIndex];
  }
  await session.put(sql.CHANGE_RUNS, key, first, last, ...newest, now, at);
  return stored ? 'changed' : 'added';
}

function isSameRun(a: ForecastRun, b: ForecastRun): boolean {
  if (a.firstIndex !== b.firstIndex || a.values.length !== b.values.length) return false;
  return a.values.every((value, i) => {
    const other = b.values[i]!;
    return value === other || (Number.isNaN(value) && Number.isNaN(other));
  });
}

/** Throws if a run breaks what extents rely on. */
export function assertRun(run: ForecastRun): void {
  const { values } = run;
  if (values.length === 0) throw new Error('a run has no values');
  if (Number.isNaN(values[0]!) || Number.isNaN(values.at(-1)!)) {
    throw new Error('a run begins or ends with a gap');
  }
}
