// The store as it was at an instant: records, values and runs of that instant.

import type { Instant } from '#core/time/instant';
import { type IndexSpan, isEmpty } from '#core/time/span';
import type { ForecastRun } from '#core/values/forecast-run';
import type { RunBand, RunDetail, RunForm, RunFormsQuery, RunHeader } from '#store/run-store';
import { type SeriesTexts, sourcesOf } from '#store/series/define-series';
import { pastDetailAsOf } from '#store/series/past-runs';
import { bandOf, detailOf } from '#store/series/run-detail';
import { headerOf, type RunHeaderRow, type RunRow } from '#store/series/run-row';
import { SqlSeriesReader } from '#store/series/sql-series-reader';
import type { SeriesDefinition, SeriesKey, SeriesRecord } from '#store/series-record';
import type { PointChange } from '#store/series-store';
import * as history from '#store/sql/history-statements';
import * as runSql from '#store/sql/run-statements';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

type State = Omit<SeriesRecord, 'key' | keyof SeriesDefinition>;

export class AsOfReader extends SqlSeriesReader {
  readonly #asOf: Instant;

  constructor(session: SqlSession, asOf: Instant) {
    super(session);
    this.#asOf = asOf;
  }

  override async findSeries(code: string): Promise<SeriesRecord | undefined> {
    type Current = SeriesRecord & { readonly createdAt: Instant | null };
    const [current] = await this.session.all<Current>(sql.FIND_CREATED, code);
    if (!current) return undefined;
    const { createdAt, ...record } = current;
    if (createdAt !== null && createdAt > this.#asOf) return undefined;
    const [state] = await this.session.all<State>(sql.FIND_PAST_STATE, record.key, this.#asOf);
    if (!state) return record;
    const [texts] = await this.session.all<SeriesTexts>(
      sql.FIND_PAST_TEXTS,
      record.key,
      this.#asOf,
    );
    if (!texts) return { ...record, ...state };
    const { sourceOrder: _, ...definition } = texts;
    return { ...record, ...state, ...definition };
  }

  override async readValues(
    key: SeriesKey,
    span: IndexSpan,
    into?: Float64Array,
  ): Promise<Float64Array> {
    const values = await super.readValues(key, span, into);
    await this.undoAfter(key, span, values, this.#asOf);
    return values;
  }

  override async readValuesAsOf(
    key: SeriesKey,
    span: IndexSpan,
    asOf: Instant,
  ): Promise<Float64Array> {
    return super.readValuesAsOf(key, span, Math.min(asOf, this.#asOf));
  }

  override readChanges(
    key: SeriesKey,
    span: IndexSpan,
    atOrBefore: Instant = this.#asOf,
  ): Promise<PointChange[]> {
    return super.readChanges(key, span, Math.min(atOrBefore, this.#asOf));
  }

  override listChangeTimes(
    key: SeriesKey,
    limit: number,
    atOrBefore: Instant = this.#asOf,
  ): Promise<Instant[]> {
    return super.listChangeTimes(key, limit, Math.min(atOrBefore, this.#asOf));
  }

  override lastKnownIndex(key: SeriesKey, asOf: Instant): Promise<number | null> {
    return super.lastKnownIndex(key, Math.min(asOf, this.#asOf));
  }

  override async findNewestRun(
    key: SeriesKey,
    atOrBefore: Instant = Number.MAX_SAFE_INTEGER,
    source?: string,
  ): Promise<ForecastRun | undefined> {
    const found = [key, this.#asOf, atOrBefore];
    const ofSource = runSql.FIND_NEWEST_RUN_OF_SOURCE_AS_OF;
    const rows =
      source === undefined
        ? await this.session.all<RunRow>(runSql.FIND_NEWEST_RUNS_AS_OF, ...found)
        : await this.session.all<RunRow>(ofSource, ...found, source);
    return this.preferredOf(key, rows);
  }

  override async listRuns(key: SeriesKey, source?: string): Promise<RunHeader[]> {
    const rows = await this.session.all<RunHeaderRow>(runSql.LIST_RUNS_AS_OF, key, this.#asOf);
    return (await this.inOrder(key, rows, source)).map(headerOf);
  }

  override async readRuns(
    key: SeriesKey,
    from: Instant,
    to: Instant,
    source?: string,
  ): Promise<ForecastRun[]> {
    const found = [key, this.#asOf, from, to];
    const rows = await this.session.all<RunRow>(runSql.READ_RUNS_AS_OF, ...found);
    return this.runsOf(key, await this.inOrder(key, rows, source));
  }

  override async findRunsOver(
    key: SeriesKey,
    span: IndexSpan,
    limit: number,
    before: Instant = Number.MAX_SAFE_INTEGER,
    source?: string,
  ): Promise<ForecastRun[]> {
    if (isEmpty(span)) return [];
    const found = [key, this.#asOf, before, span.end, span.start, limit];
    const ofSource = runSql.FIND_RUNS_OVER_OF_SOURCE_AS_OF;
    const rows =
      source === undefined
        ? await this.session.all<RunRow>(runSql.FIND_RUNS_OVER_AS_OF, ...found)
        : await this.session.all<RunRow>(ofSource, ...found, source);
    return this.runsOf(key, await this.inOrder(key, rows));
  }

  /** What was recorded later is left out; what was replaced later still stood. */
  override async readRunForms(key: SeriesKey, query: RunFormsQuery): Promise<RunForm[]> {
    const forms = await this.readStoredForms(key, query);
    return forms
      .filter(({ recordedAt }) => recordedAt === null || recordedAt <= this.#asOf)
      .map((form) => form.asOf(this.#asOf));
  }

  override async readSourceOrder(key: SeriesKey): Promise<readonly string[]> {
    const [past] = await this.session.all<SeriesTexts>(sql.FIND_PAST_TEXTS, key, this.#asOf);
    return past ? sourcesOf(past.sourceOrder) : super.readSourceOrder(key);
  }

  // The present detail is read first: if it is replaced in the meantime, the past one is found.

  override async findRunDetail(
    key: SeriesKey,
    analyzedAt: Instant,
    source: string,
  ): Promise<RunDetail | undefined> {
    const present = await super.findRunDetail(key, analyzedAt, source);
    const isPresent = await this.#isKnown(key, analyzedAt, source);
    return this.naming(key, async () => {
      const past = await pastDetailAsOf(this.session, key, { analyzedAt, source }, this.#asOf);
      if (!past) return isPresent ? present : undefined;
      return past.detail === null ? undefined : detailOf(past.detail);
    });
  }

  override async readBands(
    key: SeriesKey,
    analyzedAt: Instant,
    source: string,
  ): Promise<RunBand[]> {
    const present = await super.readBands(key, analyzedAt, source);
    const isPresent = await this.#isKnown(key, analyzedAt, source);
    return this.naming(key, async () => {
      const past = await pastDetailAsOf(this.session, key, { analyzedAt, source }, this.#asOf);
      if (!past) return isPresent ? present : [];
      return past.bands.map((band) => bandOf({ ...band, length: past.length }));
    });
  }

  /** Whether the present form of a run is the one that was stored at the instant. */
  async #isKnown(key: SeriesKey, analyzedAt: Instant, source: string): Promise<boolean> {
    const run = [key, this.#asOf, analyzedAt, source];
    const rows = await this.session.all(history.IS_RUN_KNOWN, ...run);
    return rows.length > 0;
  }
}
