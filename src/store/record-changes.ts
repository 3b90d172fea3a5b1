// Keeping what a write changed, under the instant it happened.

import type { Instant } from '#core/instant';
import { mergeChanges } from '#store/change-codec';
import type { SqlSession, SqlValue } from '#store/sql-session';
import * as sql from '#store/statements';
import type { SeriesKey } from '#store/store';

/** What a write changed in one chunk, as bytes of change-codec.ts. */
export interface ChunkChange {
  readonly chunk: number;
  readonly bytes: Uint8Array;
}

interface ChangeRow extends ChunkChange {
  readonly lastChunk: number;
}

/** `changes` ascend by chunk, and there is at least one. `points` is the series' points per chunk. */
export async function recordChanges(
  session: SqlSession,
  key: SeriesKey,
  points: number,
  changes: readonly ChunkChange[],
  now: Instant,
): Promise<void> {
  // A clock that was put back must not make a write seem known before those that it builds on.
  const [newest] = await session.all<{ recordedAt: Instant }>(sql.NEWEST_CHANGE, key);
  const recordedAt = Math.max(now, newest?.recordedAt ?? now);
  const held =
    newest?.recordedAt === recordedAt
      ? await heldAt(session, key, recordedAt, changes[0]!.chunk, changes.at(-1)!.chunk)
      : [];
  const rows = joinEmpty(mergeHeld(changes, held, points));
  const columns = rows.map(({ chunk, lastChunk, bytes }): SqlValue[] => {
    return [key, recordedAt, chunk, lastChunk, bytes];
  });
  await session.runEach(sql.PUT_CHANGE, columns);
}

const heldAt = (
  session: SqlSession,
  key: SeriesKey,
  recordedAt: Instant,
  first: number,
  last: number,
): Promise<ChangeRow[]> =>
  session.all<ChangeRow>(sql.READ_CHANGES_AT, key, recordedAt, last, first);

/** The changes with what the same instant holds already; `held` ascend by chunk and never overlap. */
function mergeHeld(
  changes: readonly ChunkChange[],
  held: readonly ChangeRow[],
  points: number,
): ChunkChange[] {
  const merged: ChunkChange[] = [];
  let next = 0;
  for (const { chunk, bytes } of changes) {
    while (next < held.length && held[next]!.lastChunk < chunk) next++;
    const row = held[next];
    if (!row || row.chunk > chunk) merged.push({ chunk, bytes });
    // Where all was a gap before there is nothing to add to that.
    else if (row.bytes.length > 0) {
      merged.push({ chunk, bytes: mergeChanges(row.bytes, bytes, points) });
    }
  }
  return merged;
}

/** One row for neighbouring chunks that were empty before: an import of ten years is one row. */
function joinEmpty(changes: readonly ChunkChange[]): ChangeRow[] {
  const rows: ChangeRow[] = [];
  for (const { chunk, bytes } of changes) {
    const before = rows.at(-1);
    if (before && before.lastChunk === chunk - 1 && before.bytes.length + bytes.length === 0) {
      rows[rows.length - 1] = { ...before, lastChunk: chunk };
    } else {
      rows.push({ chunk, lastChunk: chunk, bytes });
    }
  }
  return rows;
}
