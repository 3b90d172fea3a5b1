// A series as its writer sees it: the record, and when this store learnt about it.

import type { Instant } from '#core/time/instant';
import type { SeriesKey, SeriesRecord } from '#store/series-store';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

export interface SeriesRow extends SeriesRecord {
  /** When the series was made; null: always known. */
  readonly createdAt: Instant | null;
  /** When anything last changed, by a clock that never goes back; null: before the store kept history. */
  readonly recordedAt: Instant | null;
}

export async function readSeriesRow(session: SqlSession, key: SeriesKey): Promise<SeriesRow> {
  const [row] = await session.all<SeriesRow>(sql.FIND_SERIES_ROW, key);
  if (!row) throw new Error(`there is no series with key ${key}`);
  return { ...row };
}

/**
 * Keeps the series' row, before it changes at an instant. Only the first change at an instant is
 * recorded. A series that was made at that instant has no earlier state.
 */
export async function keepPast(
  session: SqlSession,
  series: SeriesRow,
  at: Instant,
  what: 'state' | 'texts',
): Promise<void> {
  if (series.createdAt === at) return;
  const { key, firstIndex, lastIndex, runFirstIndex, runLastIndex } = series;
  const { newestRunAt, newestRunLastIndex, updatedAt, version } = series;
  const runs = [runFirstIndex, runLastIndex, newestRunAt, newestRunLastIndex];
  const state = [key, at, firstIndex, lastIndex, ...runs, updatedAt, version];
  const { description, unit, area, category } = series;
  if (what === 'state') await session.put(sql.KEEP_PAST_STATE, ...state);
  else await session.put(sql.KEEP_PAST_TEXTS, ...state, description, unit, area, category);
}
