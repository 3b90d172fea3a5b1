// A PostgreSQL store whose values, runs and searches are read from replicas. A series' record and version,
// which decide how new an answer must be, are always read from the primary.

import type { Instant } from '#core/time/instant';
import type { IndexSpan, Span } from '#core/time/span';
import type { ForecastRun } from '#core/values/forecast-run';
import type { Replicas } from '#store/engines/postgres/postgres-replicas';
import { PostgresStore, type StoreParts } from '#store/engines/postgres/postgres-store';
import type { RunBand, RunDetail, RunForm, RunFormsQuery, RunHeader } from '#store/run-store';
import { SqlSeriesReader } from '#store/series/sql-series-reader';
import type { SeriesKey, SeriesQuery, SeriesRecord } from '#store/series-record';
import type { PointChange, SeriesReader } from '#store/series-store';
import * as sql from '#store/sql/statements';

export class ReplicatedStore extends PostgresStore {
  readonly #replicas: Replicas;
  readonly #primary: SeriesReader;

  constructor(parts: StoreParts, replicas: Replicas) {
    super(parts);
    this.#replicas = replicas;
    this.#primary = new SqlSeriesReader(this.session);
  }

  override async searchSeries(query: SeriesQuery): Promise<SeriesRecord[]> {
    const { version } = await this.readCatalogState();
    const found = await this.#replicas.ofCatalog(version, (reader) => reader.searchSeries(query));
    return found ? found.answer : super.searchSeries(query);
  }

  override readValues(key: SeriesKey, span: IndexSpan, into?: Float64Array): Promise<Float64Array> {
    return this.#read(key, (reader) => reader.readValues(key, span, into));
  }

  override readValuesAsOf(key: SeriesKey, span: IndexSpan, asOf: Instant): Promise<Float64Array> {
    return this.#read(key, (reader) => reader.readValuesAsOf(key, span, asOf));
  }

  override readChanges(key: SeriesKey, span: IndexSpan): Promise<PointChange[]> {
    return this.#read(key, (reader) => reader.readChanges(key, span));
  }

  override listChangeTimes(
    key: SeriesKey,
    limit: number,
    atOrBefore?: Instant,
  ): Promise<Instant[]> {
    return this.#read(key, (reader) => reader.listChangeTimes(key, limit, atOrBefore));
  }

  override lastKnownIndex(key: SeriesKey, asOf: Instant): Promise<number | null> {
    return this.#read(key, (reader) => reader.lastKnownIndex(key, asOf));
  }

  override findNewestRun(
    key: SeriesKey,
    atOrBefore?: Instant,
    source?: string,
  ): Promise<ForecastRun | undefined> {
    return this.#read(key, (reader) => reader.findNewestRun(key, atOrBefore, source));
  }

  override listRuns(key: SeriesKey, source?: string): Promise<RunHeader[]> {
    return this.#read(key, (reader) => reader.listRuns(key, source));
  }

  override readRuns(
    key: SeriesKey,
    from: Instant,
    to: Instant,
    source?: string,
  ): Promise<ForecastRun[]> {
    return this.#read(key, (reader) => reader.readRuns(key, from, to, source));
  }

  override readRunForms(key: SeriesKey, query: RunFormsQuery): Promise<RunForm[]> {
    return this.#read(key, (reader) => reader.readRunForms(key, query));
  }

  override findIssueTimes(key: SeriesKey): Promise<Span | undefined> {
    return this.#read(key, (reader) => reader.findIssueTimes(key));
  }

  override findRunsOver(
    key: SeriesKey,
    span: IndexSpan,
    limit: number,
    before?: Instant,
    source?: string,
  ): Promise<ForecastRun[]> {
    return this.#read(key, (reader) => reader.findRunsOver(key, span, limit, before, source));
  }

  override findRunDetail(
    key: SeriesKey,
    analyzedAt: Instant,
    source: string,
  ): Promise<RunDetail | undefined> {
    return this.#read(key, (reader) => reader.findRunDetail(key, analyzedAt, source));
  }

  override readBands(key: SeriesKey, analyzedAt: Instant, source: string): Promise<RunBand[]> {
    return this.#read(key, (reader) => reader.readBands(key, analyzedAt, source));
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#replicas.close();
  }

  /**
   * Reads the version for each read. A remembered one could be older than the record for which this or
   * another thread makes and keeps the answer.
   */
  async #read<T>(key: SeriesKey, ask: (reader: SeriesReader) => Promise<T>): Promise<T> {
    const [row] = await this.session.all<{ version: number }>(sql.FIND_VERSION, key);
    const found = row && (await this.#replicas.ofSeries(key, row.version, ask));
    return found ? found.answer : ask(this.#primary);
  }
}
