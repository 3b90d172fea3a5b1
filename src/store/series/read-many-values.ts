// Values of many series of one resolution, over one span, in one statement.

import type { ResolutionName } from '#core/time/resolution';
import { type IndexSpan, isEmpty, lengthOf } from '#core/time/span';
import { chunkOf, copyFromChunk, pointsPerChunk } from '#store/codec/chunk-points';
import { namingDamage } from '#store/series/sql-run-reader';
import type { SeriesKey } from '#store/series-record';
import { READ_MANY_CHUNKS } from '#store/sql/expectation-statements';
import type { SqlSession } from '#store/sql/sql-session';

type Row = readonly [key: SeriesKey, chunk: number, bytes: Uint8Array, checksum: number | null];

export async function readManyValues(
  session: SqlSession,
  keys: readonly SeriesKey[],
  resolution: ResolutionName,
  span: IndexSpan,
): Promise<Map<SeriesKey, Float64Array>> {
  const length = lengthOf(span);
  const found = new Map(keys.map((key) => [key, new Float64Array(length).fill(Number.NaN)]));
  if (keys.length === 0 || isEmpty(span)) return found;
  const points = pointsPerChunk(resolution);
  const list = session.engine === 'sqlite' ? `[${keys.join()}]` : `{${keys.join()}}`;
  const [first, last] = [chunkOf(span.start, points), chunkOf(span.end - 1, points)];
  const rows = await session.table<Row>(READ_MANY_CHUNKS[session.engine], list, first, last);
  for (const [key, chunk, bytes, checksum] of rows) {
    await namingDamage(session, key, () =>
      copyFromChunk({ chunk, bytes, checksum }, points, found.get(key)!, span),
    );
  }
  return found;
}
