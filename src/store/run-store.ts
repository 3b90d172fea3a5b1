// Forecast runs as every store keeps them, and what can be read of them. store.ts says what is common to
// all methods.

import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { IndexSpan, Span } from '#core/time/span';
import type { ForecastRun } from '#core/values/forecast-run';
import type { SeriesKey } from '#store/series-record';

export interface RunHeader {
  readonly analyzedAt: Instant;
  readonly updatedAt: Instant;
  /** The run's horizon on the series' grid. */
  readonly horizon: IndexSpan;
  readonly source: string;
  /** When this store recorded the run as it is; null: always known. */
  readonly recordedAt: Instant | null;
}

/** One form of a run: as it stands, or as it stood until it was replaced or taken back. */
export interface RunForm extends RunHeader {
  /** Null: it still stands. */
  readonly replacedAt: Instant | null;
  /**
   * Decodes the values of its horizon. The result is the beginning of `into` if that is given; it must be
   * long enough.
   */
  values(into?: Float64Array): MaybePromise<Float64Array>;
  /** Reads its bands, in ascending order of level. Forms that were read together read them together. */
  bands(): Promise<RunBand[]>;
}

/** Which forms of runs are read. */
export interface RunFormsQuery {
  /** The first and the last issue time. */
  readonly from: Instant;
  readonly to: Instant;
  /** Only runs whose horizon overlaps this span. */
  readonly intervals: IndexSpan;
  readonly source?: string | undefined;
}

/**
 * The range in which a run expects the actual values, `level` times out of a hundred. A run with a whole
 * distribution has its quantiles as the bounds of bands (core/values/run-bands.ts).
 */
export interface RunBand {
  /** Percent: 80, 90. A run has each level once. 0 is the median, whose bounds are equal. */
  readonly level: number;
  /** One value for each value of the run; NaN is a gap. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** What a model says about one of its runs. */
export interface RunDetail {
  readonly tier: string;
  readonly historyDays: number;
  readonly members: readonly {
    readonly name: string;
    readonly weight: number;
    readonly isDropped: boolean;
  }[];
  /** Codes of the series that the model used besides the forecast one. */
  readonly drivers: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Several sources may have a run of one time. They follow each other in the order of sources, the preferred
 * one first. Each method with a `source` then knows the runs of that source only. Hindcasts were made afterwards:
 * without a `source`, `findNewestRun` and `findRunsOver` pass them over, while lists and forms have them.
 */
export interface RunReader {
  /** The newest run, or the newest at or before an instant. */
  findNewestRun(
    key: SeriesKey,
    atOrBefore?: Instant,
    source?: string,
  ): Promise<ForecastRun | undefined>;
  /** Headers of all runs, newest first. */
  listRuns(key: SeriesKey, source?: string): Promise<RunHeader[]>;
  /** Runs with `from` ≤ analyzedAt ≤ `to`, ascending. */
  readRuns(key: SeriesKey, from: Instant, to: Instant, source?: string): Promise<ForecastRun[]>;
  /**
   * Runs whose horizon overlaps a span, newest first: those of at most `limit` issue times. `before`
   * continues a listing: only runs with analyzedAt < `before`.
   */
  findRunsOver(
    key: SeriesKey,
    span: IndexSpan,
    limit: number,
    before?: Instant,
    source?: string,
  ): Promise<ForecastRun[]>;
  /** Every form of the runs that are asked for, in no order. */
  readRunForms(key: SeriesKey, query: RunFormsQuery): Promise<RunForm[]>;
  /** The span of all issue times, those of replaced runs too; undefined if there is none. */
  findIssueTimes(key: SeriesKey): Promise<Span | undefined>;
  /** The sources that an operator put in order; those that are not listed follow. */
  readSourceOrder(key: SeriesKey): Promise<readonly string[]>;
  /** What the model said about a run when it wrote it. */
  findRunDetail(
    key: SeriesKey,
    analyzedAt: Instant,
    source: string,
  ): Promise<RunDetail | undefined>;
  /** The bands of a run, in ascending order of level. */
  readBands(key: SeriesKey, analyzedAt: Instant, source: string): Promise<RunBand[]>;
}
