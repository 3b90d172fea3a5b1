// Making a series, or changing what is said about one.

import { searchTextOf } from '#store/search-text';
import type { SqlSession } from '#store/sql-session';
import * as sql from '#store/statements';
import type { SeriesDefinition, SeriesKey, SeriesRecord } from '#store/store';

/** `held` is the series of the same code as it stands. Resolves to the series' key. */
export async function defineSeries(
  session: SqlSession,
  held: SeriesRecord | undefined,
  definition: SeriesDefinition,
): Promise<SeriesKey> {
  const { code, description, unit, resolution, area, category } = definition;
  const searchText = searchTextOf(code, description);
  if (!held) {
    const [next] = await session.all<{ key: SeriesKey }>(sql.NEXT_SERIES_KEY);
    const columns = [code, description, unit, resolution, area, category, searchText];
    await session.run(sql.ADD_SERIES, next!.key, ...columns);
    await session.run(sql.CHANGE_CATALOG, null);
    return next!.key;
  }
  if (held.resolution !== resolution) {
    throw new Error(
      `series ${code} has resolution ${held.resolution}, which cannot become ${resolution}`,
    );
  }
  const isSame =
    held.description === description &&
    held.unit === unit &&
    held.area === area &&
    held.category === category;
  if (!isSame) {
    const columns = [description, unit, area, category, searchText];
    await session.run(sql.CHANGE_SERIES, held.key, ...columns);
    await session.run(sql.CHANGE_CATALOG, null);
  }
  return held.key;
}
