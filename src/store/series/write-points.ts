// Sets points of a series: only the chunks that a write touches are read, merged and written.

import type { Instant } from '#core/time/instant';
import { lowerBound } from '#core/values/lower-bound';
import { ALL_GAPS, changeBetween } from '#store/codec/change-codec';
import { checksumOf } from '#store/codec/chunk-format';
import {
  assertPoints,
  type ChunkRow,
  chunkOf,
  partsByChunk,
  pointsPerChunk,
  setPoints,
  valuesOfChunk,
} from '#store/codec/chunk-points';
import { encodeValues } from '#store/codec/encode-values';
import type { ChangedPoints } from '#store/events/open-events';
import type { WriteCounts } from '#store/journal-entry';
import { keepPast, type SeriesRow } from '#store/series/define-series';
import { type ChunkChange, recordChanges } from '#store/series/record-changes';
import { namingDamage } from '#store/series/sql-run-reader';
import type { SeriesRecord } from '#store/series-record';
import {
  FIRST_CHUNK,
  LAST_CHUNK,
  PUT_CHUNK,
  READ_CHUNKS,
  REMOVE_CHUNK,
} from '#store/sql/chunk-statements';
import type { SqlSession, SqlValue } from '#store/sql/sql-session';
import { CHANGE_OBSERVED } from '#store/sql/statements';

const isGap = Number.isNaN;
const isValue = (value: number): boolean => !Number.isNaN(value);

/** How many points a write changed, and which span covers them; undefined if it changed none. */
export interface PointsWritten {
  readonly counts: WriteCounts;
  readonly changed: ChangedPoints | undefined;
}

/**
 * `series` is the row from before this write, in the same transaction. `at` is when the change is
 * recorded, which is later than `now` if the clock was set back.
 */
export async function writePoints(
  session: SqlSession,
  series: SeriesRow,
  indices: Int32Array,
  values: Float64Array,
  now: Instant,
  at: Instant,
): Promise<PointsWritten> {
  assertPoints(indices, values);
  const { key } = series;
  const points = pointsPerChunk(series.resolution);
  const counts = { added: 0, changed: 0, same: 0 };
  const puts: SqlValue[][] = [];
  const removals: SqlValue[][] = [];
  const changes: ChunkChange[] = [];
  let firstIndex = Number.NaN;
  let lastIndex = Number.NaN;
  // Everything is merged before the first write: a refusal half-way leaves nothing behind.
  for (const part of partsByChunk(indices, points)) {
    const before = await readChunk(session, series, part.chunk, points);
    const merged = before?.slice() ?? new Float64Array(points).fill(Number.NaN);
    const found = setPoints(merged, part, indices, values);
    counts.added += found.added;
    counts.changed += found.changed;
    counts.same += found.same;
    if (found.added + found.changed === 0) continue;
    if (changes.length === 0) firstIndex = found.first;
    lastIndex = found.last;
    const bytes = before ? changeBetween(before, merged) : ALL_GAPS;
    changes.push({ chunk: part.chunk, bytes });
    if (merged.every(isGap)) removals.push([key, part.chunk]);
    else {
      const encoded = encodeValues(merged);
      puts.push([key, part.chunk, encoded, checksumOf(encoded)]);
    }
  }
  if (changes.length === 0) return { counts, changed: undefined };
  await keepPast(session, series, at, 'state');
  await session.runEach(PUT_CHUNK, puts);
  await session.runEach(REMOVE_CHUNK, removals);
  await recordChanges(session, series, points, changes, at);
  const first = await firstAfter(session, series, indices, values);
  const last = await lastAfter(session, series, indices, values);
  await session.put(CHANGE_OBSERVED, key, first, last, now, at);
  return { counts, changed: { firstIndex, lastIndex, points: counts.added + counts.changed } };
}

/** A chunk's stored values; undefined if all are gaps, as they are outside the observed extent. */
async function readChunk(
  session: SqlSession,
  series: SeriesRecord,
  chunk: number,
  points: number,
): Promise<Float64Array | undefined> {
  const { key, firstIndex, lastIndex } = series;
  const isInside =
    firstIndex !== null &&
    chunk >= chunkOf(firstIndex, points) &&
    chunk <= chunkOf(lastIndex!, points);
  const [row] = isInside ? await session.all<ChunkRow>(READ_CHUNKS, key, chunk, chunk) : [];
  // Merged into, a damaged chunk would get a checksum that is right.
  return row && namingDamage(session, key, () => valuesOfChunk(row, points));
}

function isNowGap(indices: Int32Array, values: Float64Array, index: number): boolean {
  const at = lowerBound(indices, index);
  return indices[at] === index && isGap(values[at]!);
}

// If an end of the extent became a gap, the outermost chunk has the next value, because a chunk of gaps
// only is never stored. Otherwise the ends follow from what was written, without a lookup.

async function firstAfter(
  session: SqlSession,
  series: SeriesRecord,
  indices: Int32Array,
  values: Float64Array,
): Promise<number | null> {
  const { key, firstIndex, resolution } = series;
  const written = values.findIndex(isValue);
  if (firstIndex === null) return written < 0 ? null : indices[written]!;
  if (written >= 0 && indices[written]! <= firstIndex) return indices[written]!;
  if (!isNowGap(indices, values, firstIndex)) return firstIndex;
  const [row] = await session.all<ChunkRow>(FIRST_CHUNK, key);
  const points = pointsPerChunk(resolution);
  return row ? row.chunk * points + valuesOfChunk(row, points).findIndex(isValue) : null;
}

async function lastAfter(
  session: SqlSession,
  series: SeriesRecord,
  indices: Int32Array,
  values: Float64Array,
): Promise<number | null> {
  const { key, lastIndex, resolution } = series;
  const written = values.findLastIndex(isValue);
  if (lastIndex === null) return written < 0 ? null : indices[written]!;
  if (written >= 0 && indices[written]! >= lastIndex) return indices[written]!;
  if (!isNowGap(indices, values, lastIndex)) return lastIndex;
  const [row] = await session.all<ChunkRow>(LAST_CHUNK, key);
  const points = pointsPerChunk(resolution);
  return row ? row.chunk * points + valuesOfChunk(row, points).findLastIndex(isValue) : null;
}
