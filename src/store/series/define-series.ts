// Makes a series, or changes its texts.

import type { Instant } from '#core/time/instant';
import { searchTextOf } from '#store/search/search-text';
import { keepPast, type SeriesRow } from '#store/series/series-row';
import type { SeriesDefinition, SeriesKey } from '#store/series-store';
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
  const isSame =
    series.description === description &&
    series.unit === unit &&
    series.area === area &&
    series.category === category;
  if (isSame) return false;
  const counted = at ?? series.recordedAt;
  if (counted !== null) await keepPast(session, series, counted, 'texts');
  const columns = [description, unit, area, category, searchTextOf(code, description)];
  await session.put(sql.CHANGE_SERIES, series.key, ...columns, at ?? null);
  return true;
}
