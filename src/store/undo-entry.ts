// Taking a journal entry back: what it changed becomes what it was before, unless it changed again since.

import type { ForecastRun } from '#core/forecast-run';
import type { Instant } from '#core/instant';
import { undoChange } from '#store/change-codec';
import { pointsPerChunk } from '#store/chunking';
import { holdSeries } from '#store/held-series';
import { findEntry } from '#store/journal';
import { type RunRow, runOf } from '#store/run-row';
import type { SqlSession } from '#store/sql-session';
import * as sql from '#store/statements';
import type { SeriesDefinition, SeriesKey, UndoCounts, WriteCounts } from '#store/store';

type ChangeColumns = readonly [chunk: number, lastChunk: number, bytes: Uint8Array];
type Texts = Pick<SeriesDefinition, 'description' | 'unit' | 'area' | 'category'>;

/** How what was is written again: by the writer, in its own entry. */
export interface UndoActions {
  writePoints(key: SeriesKey, indices: Int32Array, values: Float64Array): Promise<WriteCounts>;
  writeRun(key: SeriesKey, run: ForecastRun): Promise<unknown>;
  takeBackRun(key: SeriesKey, analyzedAt: Instant): Promise<void>;
  changeTexts(key: SeriesKey, texts: Texts): Promise<void>;
}

type Counts = { -readonly [Name in keyof UndoCounts]: number };

export async function undoEntry(
  session: SqlSession,
  id: number,
  actions: UndoActions,
): Promise<UndoCounts> {
  const entry = await findEntry(session, id);
  if (!entry) throw new Error(`there is no entry ${id} in the journal`);
  if (entry.undoneBy !== null) {
    throw new Error(`entry ${id} was taken back already, by entry ${entry.undoneBy}`);
  }
  type Touched = { key: SeriesKey; recordedAt: Instant };
  const touched = await session.all<Touched>(sql.SERIES_OF_ENTRY, id);
  if (touched.length < entry.seriesCount) {
    throw new Error(`what entry ${id} replaced is no longer known: the record was compacted`);
  }
  const counts: Counts = { points: 0, runs: 0, definitions: 0, kept: 0 };
  for (const { key, recordedAt } of touched) {
    await undoPoints(session, key, recordedAt, actions, counts);
    await undoRuns(session, key, recordedAt, actions, counts);
    await undoTexts(session, key, recordedAt, actions, counts);
  }
  return counts;
}

async function undoPoints(
  session: SqlSession,
  key: SeriesKey,
  at: Instant,
  { writePoints }: UndoActions,
  counts: Counts,
): Promise<void> {
  const points = pointsPerChunk((await holdSeries(session, key)).resolution);
  for (const row of await session.table<ChangeColumns>(sql.ALL_CHANGES_AT, key, at)) {
    const [chunk, lastChunk] = row;
    const before = new Changed([row], chunk, lastChunk, points);
    const later = new Changed(
      await session.table<ChangeColumns>(sql.READ_CHANGES_AFTER, key, at, lastChunk, chunk),
      chunk,
      lastChunk,
      points,
    );
    const indices: number[] = [];
    for (let i = 0; i < before.values.length; i++) {
      if (!before.isChanged(i)) continue;
      if (later.isChanged(i)) counts.kept++;
      else indices.push(i);
    }
    if (indices.length === 0) continue;
    const { added, changed } = await writePoints(
      key,
      Int32Array.from(indices, (i) => chunk * points + i),
      Float64Array.from(indices, (i) => before.values[i]!),
    );
    counts.points += added + changed;
  }
}

/** Which points of some chunks changes touch, and what they were before the first of them. */
class Changed {
  readonly values: Float64Array;
  readonly #others: Float64Array;

  /** `rows` are newest first. */
  constructor(rows: readonly ChangeColumns[], first: number, last: number, points: number) {
    const length = (last - first + 1) * points;
    // A change sets its points and no others: those that two fillings end up alike in.
    this.values = new Float64Array(length);
    this.#others = new Float64Array(length).fill(1);
    for (const [chunk, lastChunk, bytes] of rows) {
      const span = (lastChunk - chunk + 1) * points;
      const start = (chunk - first) * points;
      undoChange(bytes, span, this.values, start);
      undoChange(bytes, span, this.#others, start);
    }
  }

  isChanged(i: number): boolean {
    return Object.is(this.values[i], this.#others[i]);
  }
}

async function undoRuns(
  session: SqlSession,
  key: SeriesKey,
  at: Instant,
  { writeRun, takeBackRun }: UndoActions,
  counts: Counts,
): Promise<void> {
  const [since] = await session.all<{ count: number }>(sql.PAST_RUNS_RECORDED_AT, key, at);
  counts.kept += since!.count;
  type Found = { analyzedAt: Instant };
  for (const { analyzedAt } of await session.all<Found>(sql.RUNS_RECORDED_AT, key, at)) {
    const [replaced] = await session.all<RunRow>(sql.FIND_REPLACED_RUN, key, analyzedAt, at);
    if (replaced) await writeRun(key, runOf(replaced));
    else await takeBackRun(key, analyzedAt);
    counts.runs++;
  }
}

async function undoTexts(
  session: SqlSession,
  key: SeriesKey,
  at: Instant,
  { changeTexts }: UndoActions,
  counts: Counts,
): Promise<void> {
  const [texts] = await session.all<Texts>(sql.PAST_TEXTS_AT, key, at);
  if (!texts) return;
  const later = await session.all(sql.FIND_PAST_TEXTS, key, at);
  if (later.length > 0) {
    counts.kept++;
    return;
  }
  await changeTexts(key, { ...texts });
  counts.definitions++;
}
