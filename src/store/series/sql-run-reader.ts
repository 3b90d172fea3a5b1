// Reads runs through SQL: the same for each engine.

import type { Instant } from '#core/time/instant';
import { type IndexSpan, isEmpty, type Span } from '#core/time/span';
import type { ForecastRun } from '#core/values/forecast-run';
import { compareSources } from '#core/values/source-order';
import type {
  RunBand,
  RunDetail,
  RunForm,
  RunFormsQuery,
  RunHeader,
  RunReader,
} from '#store/run-store';
import { sourcesOf } from '#store/series/define-series';
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
import type { SeriesKey } from '#store/series-record';
import * as runSql from '#store/sql/run-statements';
import type { SqlSession } from '#store/sql/sql-session';
import { FIND_CODE, FIND_SOURCE_ORDER } from '#store/sql/statements';
import { StoreDamaged } from '#store/store';

type Ordered = { readonly sourceOrder: string | null };

/** Runs `decode` on bytes that were read by key. If it meets damage, the error that is thrown names the series. */
export async function namingDamage<T>(
  session: SqlSession,
  key: SeriesKey,
  decode: () => T | Promise<T>,
): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    const [row] = await session.all<{ code: string }>(FIND_CODE, key);
    throw new StoreDamaged(`series ${row?.code ?? key}, ${error.message}`, { cause: error });
  }
}

export class SqlRunReader implements RunReader {
  protected readonly session: SqlSession;

  constructor(session: SqlSession) {
    this.session = session;
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

  async findIssueTimes(key: SeriesKey): Promise<Span | undefined> {
    type Times = { first: Instant | null; last: Instant | null };
    const [times] = await this.session.all<Times>(runSql.ISSUE_TIMES, key);
    return times!.first === null ? undefined : { start: times!.first, end: times!.last! + 1 };
  }

  async readSourceOrder(key: SeriesKey): Promise<readonly string[]> {
    const [row] = await this.session.all<Ordered>(FIND_SOURCE_ORDER, key);
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

  /** Runs `decode`. If it meets damage, the error that is thrown names the series. */
  protected naming<T>(key: SeriesKey, decode: () => T | Promise<T>): Promise<T> {
    return namingDamage(this.session, key, decode);
  }

  /** Decodes rows of runs. */
  protected runsOf(key: SeriesKey, rows: readonly RunRow[]): Promise<ForecastRun[]> {
    return this.naming(key, () => rows.map(runOf));
  }
}
