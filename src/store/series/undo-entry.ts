// Takes a journal entry back: what it changed becomes what it was before, unless it changed again since.

import type { Instant } from '#core/time/instant';
import type { ForecastRun } from '#core/values/forecast-run';
import { pointsPerChunk } from '#store/codec/chunk-points';
import { pointsToRestore } from '#store/codec/points-to-restore';
import type { ChangeColumns } from '#store/codec/stored-change';
import type { JournalEntry, UndoCounts, WriteCounts } from '#store/journal-entry';
import { hasSameTexts, readSeriesRow, type SeriesTexts } from '#store/series/define-series';
import { findEntry } from '#store/series/journal';
import { detailReplacedAt } from '#store/series/past-runs';
import { putDetail } from '#store/series/run-detail';
import { type RunName, type RunRow, runOf } from '#store/series/run-row';
import { namingDamage } from '#store/series/sql-run-reader';
import { SqlSeriesReader } from '#store/series/sql-series-reader';
import type { SeriesKey } from '#store/series-record';
import * as history from '#store/sql/history-statements';
import * as runSql from '#store/sql/run-statements';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

/** How the writer, in its own entry, writes earlier values, runs and texts again. */
export interface UndoActions {
  writePoints(key: SeriesKey, indices: Int32Array, values: Float64Array): Promise<WriteCounts>;
  writeRun(key: SeriesKey, run: ForecastRun): Promise<unknown>;
  takeBackRun(key: SeriesKey, run: RunName): Promise<void>;
  changeTexts(key: SeriesKey, texts: SeriesTexts): Promise<void>;
}

/** An entry that cannot be taken back; the message says why. */
export class UndoFault extends Error {
  override readonly name = 'UndoFault';
}

type Counts = { -readonly [Name in keyof UndoCounts]: number };

export async function undoEntry(
  session: SqlSession,
  id: number,
  actions: UndoActions,
): Promise<UndoCounts> {
  const entry = await findEntry(session, id);
  if (!entry) throw new UndoFault(`there is no entry ${id} in the journal`);
  const counts: Counts = { points: 0, runs: 0, definitions: 0, kept: 0 };
  for (const { key, recordedAt } of await touchedBy(session, entry)) {
    await undoPoints(session, key, recordedAt, actions, counts);
    await undoRuns(session, key, recordedAt, actions, counts);
    await undoTexts(session, key, recordedAt, actions, counts);
  }
  return counts;
}

/** The series that an entry changed, and the instant of each. Throws if that is no longer known. */
async function touchedBy(
  session: SqlSession,
  { id, kind, undoneBy, seriesCount }: JournalEntry,
): Promise<{ key: SeriesKey; recordedAt: Instant }[]> {
  if (undoneBy !== null) {
    throw new UndoFault(`entry ${id} was taken back already, by entry ${undoneBy}`);
  }
  if (kind === 'compact') {
    throw new UndoFault(`entry ${id} made the record shorter, which cannot be taken back`);
  }
  type Touched = { key: SeriesKey; recordedAt: Instant };
  const touched = await session.all<Touched>(sql.SERIES_OF_ENTRY, id);
  if (touched.length === seriesCount) return touched;
  throw new UndoFault(`what entry ${id} replaced is no longer known: the record was compacted`);
}

async function undoPoints(
  session: SqlSession,
  key: SeriesKey,
  at: Instant,
  { writePoints }: UndoActions,
  counts: Counts,
): Promise<void> {
  const points = pointsPerChunk((await readSeriesRow(session, key)).resolution);
  const reader = new SqlSeriesReader(session);
  for (const change of await session.table<ChangeColumns>(sql.ALL_CHANGES_AT, key, at)) {
    const [chunk, lastChunk] = change;
    const span = { start: chunk * points, end: (lastChunk + 1) * points };
    const current = await reader.readValues(key, span);
    const since = [key, at, lastChunk, chunk];
    const later = await session.table<ChangeColumns>(sql.READ_CHANGES_AFTER, ...since);
    const { indices, values, kept } = await namingDamage(session, key, () =>
      pointsToRestore(change, later, current, points),
    );
    counts.kept += kept;
    if (indices.length === 0) continue;
    const { added, changed } = await writePoints(key, indices, values);
    counts.points += added + changed;
  }
}

async function undoRuns(
  session: SqlSession,
  key: SeriesKey,
  at: Instant,
  { writeRun, takeBackRun }: UndoActions,
  counts: Counts,
): Promise<void> {
  for (const run of await session.all<RunName>(history.RUNS_TOUCHED_AT, key, at)) {
    const { analyzedAt, source } = run;
    const since = [key, at, analyzedAt, source];
    const [later] = await session.all<{ count: number }>(
      history.COUNT_RUNS_TOUCHED_AFTER,
      ...since,
    );
    if (later!.count > 0) {
      counts.kept++;
      continue;
    }
    const [replaced] = await session.all<RunRow>(
      runSql.FIND_REPLACED_RUN,
      key,
      analyzedAt,
      source,
      at,
    );
    const detail = await namingDamage(session, key, () => detailReplacedAt(session, key, run, at));
    const [stored] = await session.all<RunRow>(runSql.FIND_RUN, key, analyzedAt, source);
    if (stored) await takeBackRun(key, run);
    if (replaced) {
      await writeRun(key, await namingDamage(session, key, () => runOf(replaced)));
      await putDetail(session, key, run, detail, true);
    }
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
  const [before] = await session.all<SeriesTexts>(sql.PAST_TEXTS_AT, key, at);
  if (!before) return;
  const [later] = await session.all<SeriesTexts>(sql.FIND_PAST_TEXTS, key, at);
  if (hasSameTexts(before, later ?? (await readSeriesRow(session, key)))) return;
  if (later) {
    counts.kept++;
    return;
  }
  await changeTexts(key, { ...before });
  counts.definitions++;
}
