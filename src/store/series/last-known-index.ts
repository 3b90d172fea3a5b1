// Finds the last value that was known at an instant.

import type { Instant } from '#core/time/instant';
import { chunkOf, pointsPerChunk } from '#store/codec/chunk-points';
import type { SeriesKey, SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

/** The first and last changed chunk; both null if no chunk changed. */
interface ChunkBounds {
  readonly first: number | null;
  readonly last: number | null;
}

const isValue = (value: number): boolean => !Number.isNaN(value);

export async function lastKnownIndex(
  session: SqlSession,
  reader: SeriesReader,
  key: SeriesKey,
  asOf: Instant,
): Promise<number | null> {
  const [series] = await session.all<SeriesRecord>(sql.FIND_SERIES_BY_KEY, key);
  if (!series) return null;
  const [changed] = await session.all<ChunkBounds>(sql.CHANGED_CHUNKS, key, asOf);
  if (!changed || changed.first === null) return series.lastIndex;
  const points = pointsPerChunk(series.resolution);
  const { firstIndex, lastIndex } = series;
  const observed =
    firstIndex === null ? [] : [firstIndex, lastIndex!].map((at) => chunkOf(at, points));
  const first = Math.min(changed.first, ...observed);
  let last = Math.max(changed.last!, ...observed);
  // Backwards in ever longer steps: mostly the first step finds a value.
  for (let step = 1; last >= first; step *= 2) {
    const start = Math.max(first, last - step + 1) * points;
    const values = await reader.readValuesAsOf(key, { start, end: (last + 1) * points }, asOf);
    const at = values.findLastIndex(isValue);
    if (at >= 0) return start + at;
    last -= step;
  }
  return null;
}
