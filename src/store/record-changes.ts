// Keeping what a write changed, under the instant it happened.

import type { Instant } from '#core/instant';
import { mergeChanges } from '#store/change-codec';
import type { SqlSession, SqlValue } from '#store/sql-session';
import * as sql from '#store/statements';
import type { SeriesKey, SeriesRecord } from '#store/store';

/** What a write changed in one chunk, as bytes of change-codec.ts. */
export interface ChunkChange {
  readonly chunk: number;
  readonly bytes: Uint8Array;
}

interface ChangeRow extends ChunkChange {
  readonly lastChunk: number;
}

type ChangeColumns = readonly [
  recordedAt: Instant,
  chunk: number,
  lastChunk: number,
  bytes: Uint8Array,
];

/**
 * `changes` ascend by chunk, and there is at least one. `series` is the record as it stands before
 * the write, `points` its points per chunk.
 */
export async function recordChanges(
  session: SqlSession,
  { key, updatedAt }: SeriesRecord,
  points: number,
  changes: readonly ChunkChange[],
  now: Instant,
): Promise<void> {
  const isNew = updatedAt === null;
  const found = isNew ? [] : await changesFrom(session, key, now, changes);
  // A clock that was put back must not make a write seem known before those that it builds on.
  const recordedAt = found.at(-1)?.[0] ?? now;
  const held = found
    .filter(([at]) => at === recordedAt)
    .map(([, chunk, lastChunk, bytes]) => ({ chunk, lastChunk, bytes }));
  const rows = joinEmpty(mergeHeld(changes, held, points));
  const columns = rows.map(({ chunk, lastChunk, bytes }): SqlValue[] => {
    return [key, recordedAt, chunk, lastChunk, bytes];
  });
  await session.runEach(sql.PUT_CHANGE, columns);
}

function changesFrom(
  session: SqlSession,
  key: SeriesKey,
  now: Instant,
  changes: readonly ChunkChange[],
): Promise<ChangeColumns[]> {
  const [first, last] = [changes[0]!.chunk, changes.at(-1)!.chunk];
  return session.table<ChangeColumns>(sql.READ_CHANGES_FROM, key, now, last, first);
}

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
