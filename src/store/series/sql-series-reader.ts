// Reads series and runs through SQL: the same for each engine.

import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { ResolutionName } from '#core/time/resolution';
import { type IndexSpan, isEmpty, lengthOf, type Span } from '#core/time/span';
import type { ForecastRun } from '#core/values/forecast-run';
import { compareSources } from '#core/values/source-order';
import { chunkOf, copyFromChunk, pointsPerChunk } from '#store/codec/chunk-points';
import type { HeldQuery, HeldValue, ValueRule } from '#store/held-value';
import type { RunBand, RunDetail, RunForm, RunFormsQuery, RunHeader } from '#store/run-store';
import { searchSeries } from '#store/search/search-series';
import { COUNT_SERIES, LIST_UNITS } from '#store/search/search-statements';
import { sourcesOf } from '#store/series/define-series';
import { findRule, listHeld } from '#store/series/held-values';
import { lastKnownIndex } from '#store/series/last-known-index';
import { namingDamage } from '#store/series/name-damage';
import { readChunks } from '#store/series/read-chunks';
import { type BandRow, bandOf, detailOf } from '#store/series/run-detail';
import {
  formsOf,
  type JoinedBands,
  type JoinedForms,
  type StoredForm,
} from '#store/series/run-form';
import {
  headerOf,
  type RunHeaderRow,
  type RunName,
  type RunRow,
  runOf,
} from '#store/series/run-row';
import { undoChangesAfter } from '#store/series/undo-changes';
import type {
  CatalogState,
  SeriesKey,
  SeriesQuery,
  SeriesReach,
  SeriesRecord,
} from '#store/series-record';
import type { SeriesReader } from '#store/series-store';
import { FIND_CREATION_TIME, LIST_CHANGE_TIMES } from '#store/sql/history-statements';
import * as runSql from '#store/sql/run-statements';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';
import { YieldTurns } from '#store/sql/yield-turns';

/** About half a millisecond of decoding. */
const POINTS_PER_TURN = 200_000;

type Ordered = { readonly sourceOrder: string | null };

/** Keys and their points take some 2 MB. */
const MOST_KEYS_CACHED = 50_000;

export class SqlSeriesReader implements SeriesReader {
  protected readonly session: SqlSession;
  /** Points per chunk. A key never changes its resolution; only its writer sees a key that is rolled back. */
  readonly #pointsByKey = new Map<SeriesKey, number>();

  constructor(session: SqlSession) {
    this.session = session;
  }

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

  /** Runs `decode`. If it meets damage, the error that is thrown names the series. */
  protected naming<T>(key: SeriesKey, decode: () => T | Promise<T>): Promise<T> {
    return namingDamage(this.session, key, decode);
  }

  /** Decodes rows of runs. */
  protected runsOf(key: SeriesKey, rows: readonly RunRow[]): Promise<ForecastRun[]> {
    return this.naming(key, () => rows.map(runOf));
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

  async findNewestRun(
    key: SeriesKey,
    atOrBefore: Instant = Number.MAX_SAFE_INTEGER,
    source?: string,
  ): Promise<ForecastRun | undefined> {
    const rows =
      source === undefined
        ? await this.session.all<RunRow>(runSql.FIND_NEWEST_RUNS, key, atOrBefore)
        : await this.session.all<RunRow>(runSql.FIND_NEWEST_RUN_OF_SOURCE, key, atOrBefore, source);
    return this.preferredOf(key, rows);
  }

  async listRuns(key: SeriesKey, source?: string): Promise<RunHeader[]> {
    const rows = await this.session.all<RunHeaderRow>(runSql.LIST_RUNS, key);
    return (await this.inOrder(key, rows, source)).map(headerOf);
  }

  async readRuns(
    key: SeriesKey,
    from: Instant,
    to: Instant,
    source?: string,
  ): Promise<ForecastRun[]> {
    const rows = await this.session.all<RunRow>(runSql.READ_RUNS, key, from, to);
    return this.runsOf(key, await this.inOrder(key, rows, source));
  }

  async findRunsOver(
    key: SeriesKey,
    span: IndexSpan,
    limit: number,
    before: Instant = Number.MAX_SAFE_INTEGER,
    source?: string,
  ): Promise<ForecastRun[]> {
    if (isEmpty(span)) return [];
    const found = [key, before, span.end, span.start, limit];
    const rows =
      source === undefined
        ? await this.session.all<RunRow>(runSql.FIND_RUNS_OVER, ...found)
        : await this.session.all<RunRow>(runSql.FIND_RUNS_OVER_OF_SOURCE, ...found, source);
    return this.runsOf(key, await this.inOrder(key, rows));
  }

  readRunForms(key: SeriesKey, query: RunFormsQuery): Promise<RunForm[]> {
    return this.readStoredForms(key, query);
  }

  protected async readStoredForms(key: SeriesKey, query: RunFormsQuery): Promise<StoredForm[]> {
    const { from, to, intervals, source } = query;
    if (isEmpty(intervals)) return [];
    const { engine } = this.session;
    const found = [key, from, to, intervals.end, intervals.start];
    const [row] =
      source === undefined
        ? await this.session.table<JoinedForms>(runSql.READ_FORMS[engine], ...found)
        : await this.session.table<JoinedForms>(
            runSql.READ_FORMS_OF_SOURCE[engine],
            ...found,
            source,
          );
    return formsOf(row!, {
      readBands: async (first, last) => {
        const text = runSql.READ_BANDS_BETWEEN[engine];
        return (await this.session.table<JoinedBands>(text, key, first, last))[0]!;
      },
      naming: (decode) => this.naming(key, decode),
    });
  }

  listReaches(after: SeriesKey, limit: number): Promise<SeriesReach[]> {
    return this.session.table<SeriesReach>(sql.LIST_REACHES, after, limit);
  }

  async findIssueTimes(key: SeriesKey): Promise<Span | undefined> {
    type Times = { first: Instant | null; last: Instant | null };
    const [times] = await this.session.all<Times>(runSql.ISSUE_TIMES, key);
    return times!.first === null ? undefined : { start: times!.first, end: times!.last! + 1 };
  }

  async readSourceOrder(key: SeriesKey): Promise<readonly string[]> {
    const [row] = await this.session.all<Ordered>(sql.FIND_SOURCE_ORDER, key);
    return sourcesOf(row?.sourceOrder ?? null);
  }

  async findRunDetail(
    key: SeriesKey,
    analyzedAt: Instant,
    source: string,
  ): Promise<RunDetail | undefined> {
    const run = [key, analyzedAt, source];
    const [row] = await this.session.all<{ detail: string }>(runSql.FIND_RUN_DETAIL, ...run);
    return row && this.naming(key, () => detailOf(row.detail));
  }

  async readBands(key: SeriesKey, analyzedAt: Instant, source: string): Promise<RunBand[]> {
    const rows = await this.session.all<BandRow>(runSql.READ_BANDS, key, analyzedAt, source);
    return this.naming(key, () => rows.map(bandOf));
  }

  /**
   * Puts runs of one time, which follow each other, in the order of sources. If a source is given,
   * only its runs are left.
   */
  protected async inOrder<Row extends RunName>(
    key: SeriesKey,
    rows: readonly Row[],
    source?: string,
  ): Promise<readonly Row[]> {
    if (source !== undefined) return rows.filter((row) => row.source === source);
    const isTie = rows.some(({ analyzedAt }, i) => i > 0 && rows[i - 1]!.analyzedAt === analyzedAt);
    if (!isTie) return rows;
    const compare = compareSources(await this.readSourceOrder(key));
    const isNewestFirst = rows[0]!.analyzedAt > rows.at(-1)!.analyzedAt;
    const sign = isNewestFirst ? -1 : 1;
    return rows.toSorted(
      (a, b) => sign * (a.analyzedAt - b.analyzedAt) || compare(a.source, b.source),
    );
  }

  /** Decodes the preferred one of several runs of one time. */
  protected async preferredOf(
    key: SeriesKey,
    rows: readonly RunRow[],
  ): Promise<ForecastRun | undefined> {
    const [first] = await this.inOrder(key, rows);
    return first && (await this.runsOf(key, [first]))[0];
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
