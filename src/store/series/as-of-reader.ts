// The store as it was at an instant: records, values and runs of that instant.

import type { Instant } from '#core/time/instant';
import { type IndexSpan, isEmpty } from '#core/time/span';
import type { ForecastRun } from '#core/values/forecast-run';
import type { SeriesTexts } from '#store/series/define-series';
import { pastDetailAsOf } from '#store/series/past-runs';
import { bandOf, detailOf } from '#store/series/run-detail';
import { headerOf, type RunHeaderRow, type RunRow } from '#store/series/run-row';
import { SqlSeriesReader } from '#store/series/sql-series-reader';
import type {
  RunBand,
  RunDetail,
  RunHeader,
  SeriesDefinition,
  SeriesKey,
  SeriesRecord,
} from '#store/series-store';
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
    return { ...record, ...state, ...texts };
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

  override lastKnownIndex(key: SeriesKey, asOf: Instant): Promise<number | null> {
    return super.lastKnownIndex(key, Math.min(asOf, this.#asOf));
  }

  override async findNewestRun(
    key: SeriesKey,
    atOrBefore: Instant = Number.MAX_SAFE_INTEGER,
  ): Promise<ForecastRun | undefined> {
    const found = [key, this.#asOf, atOrBefore];
    const rows = await this.session.all<RunRow>(runSql.FIND_NEWEST_RUN_AS_OF, ...found);
    return (await this.runsOf(key, rows))[0];
  }

  override async listRuns(key: SeriesKey): Promise<RunHeader[]> {
    const rows = await this.session.all<RunHeaderRow>(runSql.LIST_RUNS_AS_OF, key, this.#asOf);
    return rows.map(headerOf);
  }

  override async readRuns(key: SeriesKey, from: Instant, to: Instant): Promise<ForecastRun[]> {
    const found = [key, this.#asOf, from, to];
    return this.runsOf(key, await this.session.all<RunRow>(runSql.READ_RUNS_AS_OF, ...found));
  }

  override async findRunsOver(
    key: SeriesKey,
    span: IndexSpan,
    limit: number,
    before: Instant = Number.MAX_SAFE_INTEGER,
  ): Promise<ForecastRun[]> {
    if (isEmpty(span)) return [];
    const found = [key, this.#asOf, before, span.end, span.start, limit];
    return this.runsOf(key, await this.session.all<RunRow>(runSql.FIND_RUNS_OVER_AS_OF, ...found));
  }

  // The present detail is read first: if it is replaced in the meantime, the past one is found.

  override async findRunDetail(
    key: SeriesKey,
    analyzedAt: Instant,
  ): Promise<RunDetail | undefined> {
    const present = await super.findRunDetail(key, analyzedAt);
    const isPresent = await this.#isKnown(key, analyzedAt);
    return this.naming(key, async () => {
      const past = await pastDetailAsOf(this.session, key, analyzedAt, this.#asOf);
      if (!past) return isPresent ? present : undefined;
      return past.detail === null ? undefined : detailOf(past.detail);
    });
  }

  override async readBands(key: SeriesKey, analyzedAt: Instant): Promise<RunBand[]> {
    const present = await super.readBands(key, analyzedAt);
    const isPresent = await this.#isKnown(key, analyzedAt);
    return this.naming(key, async () => {
      const past = await pastDetailAsOf(this.session, key, analyzedAt, this.#asOf);
      if (!past) return isPresent ? present : [];
      return past.bands.map((band) => bandOf({ ...band, length: past.length }));
    });
  }

  /** Whether the present run of an analyzedAt is the one that was stored at the instant. */
  async #isKnown(key: SeriesKey, analyzedAt: Instant): Promise<boolean> {
    const rows = await this.session.all(history.IS_RUN_KNOWN, key, this.#asOf, analyzedAt);
    return rows.length > 0;
  }
}
