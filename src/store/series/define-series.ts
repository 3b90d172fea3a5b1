// The row of a series: defining it, reading it for a write, and keeping what it was.

import type { Instant } from '#core/time/instant';
import { searchTextOf } from '#store/search/search-text';
import type { SeriesDefinition, SeriesKey, SeriesRecord } from '#store/series-store';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

/** Makes a series that did not exist before `at`. Without `at` it counts as always known. */
export async function addSeries(
  session: SqlSession,
  definition: SeriesDefinition,
  at: Instant | undefined,
): Promise<SeriesKey> {
  const { code, description, unit, resolution, area, category } = definition;
  const [next] = await session.all<{ key: SeriesKey }>(sql.NEXT_SERIES_KEY);
  const texts = [code, description, unit, resolution, area, category];
  const columns = [...texts, searchTextOf(code, description), at ?? null];
  await session.put(sql.ADD_SERIES, next!.key, ...columns);
  return next!.key;
}

/**
 * Changes the texts of `series`, the stored series of the same code, and resolves to whether anything
 * changed. The old texts are kept. A change without an instant counts as made at the last change that
 * had one, so the texts as of earlier instants stay what they were.
 */
export async function changeSeries(
  session: SqlSession,
  series: SeriesRow,
  definition: SeriesDefinition,
  at: Instant | undefined,
): Promise<boolean> {
  const { code, description, unit, resolution, area, category } = definition;
  if (series.resolution !== resolution) {
    throw new Error(
      `series ${code} has resolution ${series.resolution}, which cannot become ${resolution}`,
    );
  }
  if (hasSameTexts(series, definition)) return false;
  const counted = at ?? series.recordedAt;
  if (counted !== null) await keepPast(session, series, counted, 'texts');
  const columns = [description, unit, area, category, searchTextOf(code, description)];
  await session.put(sql.CHANGE_SERIES, series.key, ...columns, at ?? null);
  return true;
}

export interface SeriesRow extends SeriesRecord {
  /** When the series was made; null: always known. */
  readonly createdAt: Instant | null;
  /** When anything last changed, by a clock that never goes back; null: before the store kept history. */
  readonly recordedAt: Instant | null;
}

/** The part of a definition that can change. */
export type SeriesTexts = Pick<SeriesDefinition, 'description' | 'unit' | 'area' | 'category'>;

export const hasSameTexts = (a: SeriesTexts, b: SeriesTexts): boolean =>
  a.description === b.description &&
  a.unit === b.unit &&
  a.area === b.area &&
  a.category === b.category;

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
