// Records what a write changed, under the instant of the write.

import type { Instant } from '#core/time/instant';
import { mergeChanges } from '#store/codec/change-codec';
import { checksumOf } from '#store/codec/chunk-format';
import { type ChangeColumns, requireSoundChange } from '#store/codec/stored-change';
import type { SeriesRow } from '#store/series/define-series';
import { namingDamage } from '#store/series/sql-run-reader';
import type { SeriesKey } from '#store/series-record';
import type { SqlSession, SqlValue } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

/** What a write changed in one chunk, as bytes of change-codec.ts. */
export interface ChunkChange {
  readonly chunk: number;
  readonly bytes: Uint8Array;
}

interface ChangeRow extends ChunkChange {
  readonly lastChunk: number;
}

/**
 * `changes` ascend by chunk and have at least one element. The series' row is that from before the
 * write, and `points` its points per chunk. `at` is not before any earlier change of the series.
 */
export async function recordChanges(
  session: SqlSession,
  { key, recordedAt }: SeriesRow,
  points: number,
  changes: readonly ChunkChange[],
  at: Instant,
): Promise<void> {
  const recorded = recordedAt === at ? await changesAt(session, key, at, changes) : [];
  const rows = joinEmpty(mergeRecorded(changes, recorded, points));
  const columns = rows.map(({ chunk, lastChunk, bytes }): SqlValue[] => {
    return [key, at, chunk, lastChunk, bytes, checksumOf(bytes)];
  });
  await session.runEach(sql.PUT_CHANGE, columns);
}

async function changesAt(
  session: SqlSession,
  key: SeriesKey,
  at: Instant,
  changes: readonly ChunkChange[],
): Promise<ChangeRow[]> {
  const [first, last] = [changes[0]!.chunk, changes.at(-1)!.chunk];
  const rows = await session.table<ChangeColumns>(sql.READ_CHANGES_AT, key, at, last, first);
  // Merged into, a damaged change would get a checksum that is right.
  await namingDamage(session, key, () => rows.forEach(requireSoundChange));
  return rows.map(([chunk, lastChunk, bytes]) => ({ chunk, lastChunk, bytes }));
}

/** Merges changes with those already recorded at the same instant, which ascend and never overlap. */
function mergeRecorded(
  changes: readonly ChunkChange[],
  recorded: readonly ChangeRow[],
  points: number,
): ChunkChange[] {
  const merged: ChunkChange[] = [];
  let next = 0;
  for (const { chunk, bytes } of changes) {
    while (next < recorded.length && recorded[next]!.lastChunk < chunk) next++;
    const row = recorded[next];
    if (!row || row.chunk > chunk) merged.push({ chunk, bytes });
    // A row without bytes says that all points were gaps, and stays as it is.
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
