// Reads series and their values through SQL: the same for each engine.

import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { ResolutionName } from '#core/time/resolution';
import { type IndexSpan, isEmpty, lengthOf } from '#core/time/span';
import { chunkOf, copyFromChunk, pointsPerChunk } from '#store/codec/chunk-points';
import { type ChangeColumns, undoStoredChange } from '#store/codec/stored-change';
import type { StoredExpectation } from '#store/expectation';
import type { StoredTarget } from '#store/forecast-target';
import type { HeldQuery, HeldValue, ValueRule } from '#store/held-value';
import { searchSeries } from '#store/search/search-series';
import { COUNT_SERIES, LIST_UNITS } from '#store/search/search-statements';
import { findRule, listHeld } from '#store/series/held-values';
import { lastKnownIndex } from '#store/series/last-known-index';
import { readChunks } from '#store/series/read-chunks';
import { SqlRunReader } from '#store/series/sql-run-reader';
import { undoChangesAfter } from '#store/series/undo-changes';
import type {
  CatalogState,
  SeriesKey,
  SeriesQuery,
  SeriesReach,
  SeriesRecord,
} from '#store/series-record';
import type { PointChange, SeriesReader } from '#store/series-store';
import { FIND_CREATION_TIME, LIST_CHANGE_TIMES } from '#store/sql/history-statements';
import * as sql from '#store/sql/statements';
import { YieldTurns } from '#store/sql/yield-turns';

/** About half a millisecond of decoding. */
const POINTS_PER_TURN = 200_000;

/** Keys and their points take some 2 MB. */
const MOST_KEYS_CACHED = 50_000;

export class SqlSeriesReader extends SqlRunReader implements SeriesReader {
  /** Points per chunk. A key never changes its resolution; only its writer sees a key that is rolled back. */
  readonly #pointsByKey = new Map<SeriesKey, number>();

  findSeries(code: string): MaybePromise<SeriesRecord | undefined> {
    return this.readSeries(code);
  }

  protected async readSeries(code: string): Promise<SeriesRecord | undefined> {
    const [row] = await this.session.all<SeriesRecord>(sql.FIND_SERIES, code);
    return row && { ...row };
  }

  searchSeries(query: SeriesQuery): Promise<SeriesRecord[]> {
    return searchSeries(this.session, query);
  }

  async countSeries(): Promise<number> {
    const [row] = await this.session.all<{ count: number }>(COUNT_SERIES);
    return row!.count;
  }

  async listUnits(): Promise<string[]> {
    const rows = await this.session.all<{ unit: string }>(LIST_UNITS);
    return rows.map(({ unit }) => unit);
  }

  async readCatalogState(): Promise<CatalogState> {
    const [row] = await this.session.all<CatalogState>(sql.READ_CATALOG);
    return row ? { ...row } : { version: 0, updatedAt: null };
  }

  async readValues(key: SeriesKey, span: IndexSpan, into?: Float64Array): Promise<Float64Array> {
    const length = lengthOf(span);
    const values = into?.subarray(0, length) ?? new Float64Array(length);
    const points = isEmpty(span) ? undefined : await this.pointsOf(key);
    if (points === undefined) return values.fill(Number.NaN);
    const first = chunkOf(span.start, points);
    const last = chunkOf(span.end - 1, points);
    const { rows, release } = await readChunks(this.session, key, first, last);
    // A stored chunk sets all of its points, gaps too.
    if (rows.length <= last - first) values.fill(Number.NaN);
    await this.naming(key, async () => {
      const turns = new YieldTurns(POINTS_PER_TURN);
      for (const row of rows) {
        const turn = turns.before(points);
        if (turn) await turn;
        copyFromChunk(row, points, values, span);
      }
    });
    release();
    return values;
  }

  async readValuesAsOf(key: SeriesKey, span: IndexSpan, asOf: Instant): Promise<Float64Array> {
    const values = await this.readValues(key, span);
    await this.undoAfter(key, span, values, asOf);
    return values;
  }

  /** Puts the present values of a span back to what they were at an instant. */
  protected async undoAfter(
    key: SeriesKey,
    span: IndexSpan,
    values: Float64Array,
    asOf: Instant,
  ): Promise<void> {
    const points = isEmpty(span) ? undefined : await this.pointsOf(key);
    if (points === undefined) return;
    await this.naming(key, () => undoChangesAfter(this.session, key, points, span, values, asOf));
  }

  async readChanges(
    key: SeriesKey,
    span: IndexSpan,
    atOrBefore: Instant = Number.MAX_SAFE_INTEGER,
  ): Promise<PointChange[]> {
    const points = isEmpty(span) ? undefined : await this.pointsOf(key);
    if (points === undefined) return [];
    const last = chunkOf(span.end - 1, points);
    const found = [key, atOrBefore, last, chunkOf(span.start, points)];
    type Row = [...ChangeColumns, recordedAt: Instant];
    const rows = await this.session.table<Row>(sql.READ_CHANGES, ...found);
    return rows.map(([chunk, lastChunk, bytes, checksum, recordedAt]) => ({
      recordedAt,
      undo: (values, start, isTouched) =>
        undoStoredChange([chunk, lastChunk, bytes, checksum], points, values, start, isTouched),
    }));
  }

  async listChangeTimes(
    key: SeriesKey,
    limit: number,
    atOrBefore: Instant = Number.MAX_SAFE_INTEGER,
  ): Promise<Instant[]> {
    type Change = { readonly at: Instant };
    const { session } = this;
    const changes = await session.all<Change>(LIST_CHANGE_TIMES, key, atOrBefore, limit);
    // A series is made before anything of it changes.
    const made = await session.all<Change>(FIND_CREATION_TIME, key, atOrBefore);
    return [...changes, ...made].slice(0, limit).map(({ at }) => at);
  }

  lastKnownIndex(key: SeriesKey, asOf: Instant): Promise<number | null> {
    return lastKnownIndex(this.session, this, key, asOf);
  }

  listReaches(after: string, limit: number): Promise<SeriesReach[]> {
    return this.session.table<SeriesReach>(sql.LIST_REACHES, after, limit);
  }

  async listExpectations(): Promise<StoredExpectation[]> {
    const rows = await this.session.all<StoredExpectation>(sql.LIST_EXPECTATIONS);
    return rows.map((row) => ({ ...row }));
  }

  async listForecastTargets(): Promise<StoredTarget[]> {
    type Row = StoredTarget & { readonly drivers: string | null; readonly hours: string | null };
    const rows = await this.session.all<Row>(sql.LIST_FORECAST_TARGETS);
    return rows.map((row) => ({
      ...row,
      drivers: row.drivers && (JSON.parse(row.drivers) as string[]),
      hours: row.hours && (JSON.parse(row.hours) as number[]),
    }));
  }

  async readModelMemory(key: SeriesKey, source: string): Promise<string | undefined> {
    const [row] = await this.session.all<{ content: string }>(sql.READ_MODEL_MEMORY, key, source);
    return row?.content;
  }

  findRule(key: SeriesKey): Promise<ValueRule | undefined> {
    return findRule(this.session, key);
  }

  listHeld(query: HeldQuery): Promise<HeldValue[]> {
    return listHeld(this.session, query);
  }

  /** The points per chunk of a series; undefined if the series does not exist. */
  protected async pointsOf(key: SeriesKey): Promise<number | undefined> {
    const known = this.#pointsByKey.get(key);
    if (known !== undefined) return known;
    const [row] = await this.session.all<{ resolution: ResolutionName }>(sql.FIND_RESOLUTION, key);
    if (!row) return undefined;
    const points = pointsPerChunk(row.resolution);
    if (this.#pointsByKey.size >= MOST_KEYS_CACHED) this.#pointsByKey.clear();
    this.#pointsByKey.set(key, points);
    return points;
  }
}
