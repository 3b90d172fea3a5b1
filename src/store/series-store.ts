// Series, their values and their runs, as every store keeps them: what can be read, and what one write can
// do. store.ts says what is common to all methods.

import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { ResolutionName } from '#core/time/resolution';
import type { IndexSpan, Span } from '#core/time/span';
import type { ForecastRun } from '#core/values/forecast-run';
import type { UndoCounts, WriteCounts } from '#store/journal-entry';

/** The series' key inside one store: small, stable, never shown to a caller. */
export type SeriesKey = number;

export interface SeriesDefinition {
  readonly code: string;
  readonly description: string;
  readonly unit: string;
  readonly resolution: ResolutionName;
  /** Area code as in core/market/areas.ts; null if the series belongs to no area. */
  readonly area: string | null;
  /** What is measured (`hrprice`, `hrwind`, `fx` …), or null. */
  readonly category: string | null;
}

export interface SeriesRecord extends SeriesDefinition {
  readonly key: SeriesKey;
  /** First and last observed (non-gap) index; both null if nothing is observed. */
  readonly firstIndex: number | null;
  readonly lastIndex: number | null;
  /** Smallest first and largest last index over all runs; both null without a run. */
  readonly runFirstIndex: number | null;
  readonly runLastIndex: number | null;
  /** The newest run by analyzedAt, and its last index; both null without a run. */
  readonly newestRunAt: Instant | null;
  readonly newestRunLastIndex: number | null;
  /** When a value or run last changed; null if nothing was ever written. */
  readonly updatedAt: Instant | null;
  /** Grows with every change of definition, value or run: the key of every cache and ETag. */
  readonly version: number;
}

export interface SeriesQuery {
  /** Leading part of the code; '' is every series. */
  readonly prefix?: string;
  /** Every word must occur in the code or the description, without regard to case. */
  readonly words?: readonly string[];
  readonly area?: string;
  readonly resolution?: ResolutionName;
  /** Only codes after this one (exclusive), for paging. */
  readonly after?: string;
  readonly limit: number;
}

export interface CatalogState {
  readonly version: number;
  /** When anything last changed; null if nothing was ever written. */
  readonly updatedAt: Instant | null;
}

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

/** How far the observed values of a series reach, as a row: many are read at once. */
export type SeriesReach = readonly [
  key: SeriesKey,
  code: string,
  resolution: ResolutionName,
  category: string | null,
  lastIndex: number | null,
];

/** Which forms of runs are read. */
export interface RunFormsQuery {
  /** The first and the last issue time. */
  readonly from: Instant;
  readonly to: Instant;
  /** Only runs whose horizon overlaps this span. */
  readonly intervals: IndexSpan;
  readonly source?: string | undefined;
}

/** The range in which a run expects the actual values, `level` times out of a hundred. */
export interface RunBand {
  /** Percent: 80, 90. A run has each level once. */
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

export interface SeriesReader {
  /**
   * A number that changes with every commit that a reader can see. Only stores that know it without
   * waiting have this method.
   */
  dataVersion?(): number;
  findSeries(code: string): MaybePromise<SeriesRecord | undefined>;
  /** In ascending order of code (by bytes). Uses the code's index for `prefix` and `after`. */
  searchSeries(query: SeriesQuery): Promise<SeriesRecord[]>;
  countSeries(): Promise<number>;
  /** The units that series have, each once, ascending. */
  listUnits(): Promise<string[]>;
  /** A version that grows with every change of any series, and its time: the validators of lists. */
  readCatalogState(): Promise<CatalogState>;
  /**
   * Observed values of a span, one per index: `result[i]` belongs to `span.start + i`. The result is
   * the beginning of `into` if that is given; it must be long enough.
   */
  readValues(key: SeriesKey, span: IndexSpan, into?: Float64Array): Promise<Float64Array>;
  /**
   * What `readValues` would have returned at an instant: every write whose `now` is after `asOf` is
   * undone. Values from before the store kept history count as always known.
   */
  readValuesAsOf(key: SeriesKey, span: IndexSpan, asOf: Instant): Promise<Float64Array>;
  /**
   * When a series was made and when anything of it changed, newest first: the instants at which a read as
   * of then may differ from one as of a millisecond before. At most `limit`, all at or before `atOrBefore`.
   */
  listChangeTimes(key: SeriesKey, limit: number, atOrBefore?: Instant): Promise<Instant[]>;
  /** The last index that had a value at an instant; null if none had. */
  lastKnownIndex(key: SeriesKey, asOf: Instant): Promise<number | null>;
  // Several sources may have a run of one time. They follow each other in the order of sources, the
  // preferred one first. Each method with a `source` then knows the runs of that source only.

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
  /** How far series reach, in the order of their keys: at most `limit` after the key `after`, 0 for the first. */
  listReaches(after: SeriesKey, limit: number): Promise<SeriesReach[]>;
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
  /** The text that a model last stored for a series and a source. */
  readModelMemory(key: SeriesKey, source: string): Promise<string | undefined>;
  findRule(key: SeriesKey): Promise<ValueRule | undefined>;
  /** Held values, by series and then by time. */
  listHeld(query: HeldQuery): Promise<HeldValue[]>;
}

/** Which values of a series are accepted without review; null accepts any. */
export interface ValueRule {
  readonly lowest: number | null;
  readonly highest: number | null;
  /** The largest step from one value to the next, up or down. */
  readonly largestStep: number | null;
}

/** A value that breaks a rule and awaits review. */
export interface HeldValue {
  readonly key: SeriesKey;
  readonly code: string;
  readonly index: number;
  readonly value: number;
  /** A sentence that says which rule the value breaks. */
  readonly reason: string;
  readonly heldAt: Instant;
  /** The entry that brought the value; null if its write had none. */
  readonly entryId: number | null;
}

export interface HeldQuery {
  readonly key?: SeriesKey;
  readonly limit: number;
}

/** An answer to give again. The caller encrypts it. */
export interface KeptAnswer {
  readonly digest: string;
  readonly answer: Uint8Array;
}

export interface SeriesWriter extends SeriesReader {
  /** The number of this write in the journal; undefined if the write has no entry. */
  readonly entryId: number | undefined;
  /**
   * Makes the series, or changes description, unit, area and category of an existing one. The
   * resolution of an existing series cannot change: that throws a plain Error naming both. Without
   * `now`, and without an entry, the series counts as always known.
   */
  defineSeries(definition: SeriesDefinition, now?: Instant): Promise<SeriesRecord>;
  /**
   * Sets points of a series and leaves every other point alone. `indices` ascend strictly; a NaN
   * value makes a gap. If anything differs, `updatedAt` becomes `now` and the version grows. The
   * observed extent follows, inwards too when gaps are written at its ends. The earlier values are
   * kept for `readValuesAsOf`. A `now` before that of an earlier write counts as that one.
   */
  writePoints(
    key: SeriesKey,
    indices: Int32Array,
    values: Float64Array,
    now: Instant,
  ): Promise<WriteCounts>;
  /**
   * Stores a run with what its model says about it, replacing one of the same analyzedAt and
   * source: a detail or band that is not given is removed. Equal horizon, values, detail and bands change
   * nothing.
   */
  writeRun(
    key: SeriesKey,
    run: ForecastRun,
    now: Instant,
    detail?: RunDetail,
    bands?: readonly RunBand[],
  ): Promise<'added' | 'changed' | 'same'>;
  /**
   * Sets the order of a series' sources, the preferred one first; an empty list is none. The order is part
   * of the series' history: as of an earlier instant the one of then decides.
   */
  setSourceOrder(key: SeriesKey, order: readonly string[], now: Instant): Promise<void>;
  /**
   * Forgets a source's runs with analyzedAt < `before`, with their details and bands, and resolves to
   * their number. They are gone as of any time. The version grows; `updatedAt` stays, because no value
   * is new.
   */
  removeRuns(key: SeriesKey, source: string, before: Instant): Promise<number>;
  /**
   * Stores a model's own text for a series, in place of the one before. No answer depends on it:
   * neither version nor `updatedAt` changes.
   */
  writeModelMemory(key: SeriesKey, source: string, text: string, now: Instant): Promise<void>;
  /**
   * Takes an entry back: points, runs and texts become what they were before it, unless they changed
   * again since. Series that the entry made stay, without values. Throws an UndoFault if the entry does
   * not exist, was taken back already, or has lost its history to `compact`.
   */
  undoEntry(id: number, now: Instant): Promise<UndoCounts>;
  /** Sets a series' rule, or removes it. */
  setRule(key: SeriesKey, rule: ValueRule | undefined): Promise<void>;
  /** Holds values for review. A value of the same series and index replaces the one before. */
  holdValues(
    key: SeriesKey,
    held: readonly Pick<HeldValue, 'index' | 'value' | 'reason'>[],
    now: Instant,
  ): Promise<void>;
  /** Ends the review of values, and resolves to those that were held. */
  releaseHeld(key: SeriesKey, indices: readonly number[]): Promise<HeldValue[]>;
  /** Stores an answer in the same transaction as its write. */
  keepAnswer(keyHash: string, kept: KeptAnswer, now: Instant): Promise<void>;
}
