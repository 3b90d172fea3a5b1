// The stored chunks of a series, in order.

import type { ChunkRow } from '#store/chunk-points';
import type { SeriesKey } from '#store/series-store';
import type { SqlSession } from '#store/sql-session';
import * as sql from '#store/statements';

/** From so many chunks on they come as one row. */
const JOINED_FROM = 8;

type ChunkColumns = readonly [chunk: number, bytes: Uint8Array];
type JoinedColumns = readonly [
  first: number | null,
  last: number | null,
  lengths: string | null,
  bytes: Uint8Array | null,
];

export async function readChunks(
  session: SqlSession,
  key: SeriesKey,
  first: number,
  last: number,
): Promise<ChunkRow[]> {
  if (last - first + 1 >= JOINED_FROM) {
    const text = sql.READ_JOINED_CHUNKS[session.engine];
    const [joined] = await session.table<JoinedColumns>(text, key, first, last);
    const rows = takeApart(joined!);
    if (rows) return rows;
  }
  const rows = await session.table<ChunkColumns>(sql.READ_CHUNKS, key, first, last);
  return rows.map(([chunk, bytes]) => ({ chunk, bytes }));
}

/** Undefined where a chunk between is missing, so that places in the row do not tell which is which. */
function takeApart([first, last, lengths, bytes]: JoinedColumns): ChunkRow[] | undefined {
  if (first === null) return [];
  const rows: ChunkRow[] = [];
  let at = 0;
  for (const length of JSON.parse(lengths!) as number[]) {
    const end = at + length;
    rows.push({ chunk: first + rows.length, bytes: bytes!.subarray(at, end) });
    at = end;
  }
  return rows.length === last! - first + 1 ? rows : undefined;
}
