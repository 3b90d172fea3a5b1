// The row of a series: defining it, reading it for a write, and keeping what it was.

import type { Instant } from '#core/time/instant';
import { compareSources } from '#core/values/source-order';
import { searchTextOf } from '#store/search/search-text';
import type { SeriesDefinition, SeriesKey, SeriesRecord } from '#store/series-record';
import { NEWEST_RUN_ENDS } from '#store/sql/run-statements';
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
  const { code, resolution } = definition;
  if (series.resolution !== resolution) {
    throw new Error(
      `series ${code} has resolution ${series.resolution}, which cannot become ${resolution}`,
    );
  }
  return changeTexts(session, series, { ...definition, sourceOrder: series.sourceOrder }, at);
}

/** The same for all texts, the order of sources too. The order decides which run of one time is the newest. */
export async function changeTexts(
  session: SqlSession,
  series: SeriesRow,
  texts: SeriesTexts,
  at: Instant | undefined,
): Promise<boolean> {
  if (hasSameTexts(series, texts)) return false;
  const { key, code, recordedAt } = series;
  const { description, unit, area, category, sourceOrder } = texts;
  const counted = at ?? recordedAt;
  if (counted !== null) await keepPast(session, series, counted, 'texts');
  const newest = await findNewestRunEnd(session, key, sourceOrder);
  const columns = [description, unit, area, category, sourceOrder, searchTextOf(code, description)];
  await session.put(sql.CHANGE_SERIES, key, ...columns, newest?.lastIndex ?? null, at ?? null);
  return true;
}

/** The newest run's time and last index: the preferred source's, if several have a run of that time. */
export async function findNewestRunEnd(
  session: SqlSession,
  key: SeriesKey,
  sourceOrder: string | null,
): Promise<{ readonly analyzedAt: Instant; readonly lastIndex: number } | undefined> {
  type End = { analyzedAt: Instant; source: string; lastIndex: number };
  const ends = await session.all<End>(NEWEST_RUN_ENDS, key);
  const compare = compareSources(sourcesOf(sourceOrder));
  return ends.toSorted((a, b) => compare(a.source, b.source))[0];
}

/** The order of sources of a series, out of its column. */
export const sourcesOf = (text: string | null): readonly string[] =>
  text === null ? [] : (JSON.parse(text) as string[]);

export interface SeriesRow extends SeriesRecord {
  /** When the series was made; null: always known. */
  readonly createdAt: Instant | null;
  /** When anything last changed, by a clock that never goes back; null: before the store kept history. */
  readonly recordedAt: Instant | null;
  /** The order of sources as JSON; null: none was set. */
  readonly sourceOrder: string | null;
}

/** What can change of a series besides its values and runs. */
export type SeriesTexts = Pick<SeriesDefinition, 'description' | 'unit' | 'area' | 'category'> &
  Pick<SeriesRow, 'sourceOrder'>;

export const hasSameTexts = (a: SeriesTexts, b: SeriesTexts): boolean =>
  a.description === b.description &&
  a.unit === b.unit &&
  a.area === b.area &&
  a.category === b.category &&
  a.sourceOrder === b.sourceOrder;

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
  if (what === 'state') return session.put(sql.KEEP_PAST_STATE, ...state);
  const { description, unit, area, category, sourceOrder } = series;
  const texts = [description, unit, area, category, sourceOrder];
  await session.put(sql.KEEP_PAST_TEXTS, ...state, ...texts);
}

// The change of the catalogue's row, which every write touches: once for all changes of a transaction.

export class CatalogChange {
  #updatedAt: Instant | null = null;
  #count = 0;

  /** Notes a change of a series. `now` is null for a change of texts. */
  note(now: Instant | null): void {
    this.#updatedAt = now ?? this.#updatedAt;
    this.#count++;
  }

  /** Writes the changes that were noted since the last time. */
  async write(session: SqlSession): Promise<void> {
    const [updatedAt, count] = [this.#updatedAt, this.#count];
    this.#updatedAt = null;
    this.#count = 0;
    if (count > 0) await session.put(sql.CHANGE_CATALOG, updatedAt, count);
  }
}
