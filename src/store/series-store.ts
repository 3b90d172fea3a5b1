// Series and their values, as every store keeps them: what can be read, and what one write can do. store.ts
// says what is common to all methods, run-store.ts what can be read of runs.

import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import type { ForecastRun } from '#core/values/forecast-run';
import type { AlertWriter } from '#store/alert-store';
import type { ExpectationKey, StoredExpectation } from '#store/expectation';
import type { StoredTarget } from '#store/forecast-target';
import type { HeldQuery, HeldValue, ValueRule } from '#store/held-value';
import type { UndoCounts, WriteCounts } from '#store/journal-entry';
import type { RunBand, RunDetail, RunReader } from '#store/run-store';
import type {
  CatalogState,
  SeriesDefinition,
  SeriesKey,
  SeriesQuery,
  SeriesReach,
  SeriesRecord,
} from '#store/series-record';

/** What one write changed of a series' points, as it is kept. */
export interface PointChange {
  /** The instant of the write. */
  readonly recordedAt: Instant;
  /**
   * Puts `values`, the first of which has the index `start`, back to what they were before the write. Marks
   * those that it touches with 1 in `isTouched`, which is as long.
   */
  undo(values: Float64Array, start: number, isTouched: Uint8Array): void;
}

export interface SeriesReader extends RunReader {
  /**
   * A number that changes with every commit that a reader can see. Only stores that know it without
   * waiting have this method.
   */
  dataVersion?(): number;
  findSeries(code: string): MaybePromise<SeriesRecord | undefined>;
  /** Finds series in ascending order of code (by bytes). Uses the code's index for `prefix` and `after`. */
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
  /** The changes of points in a span, newest first, as far as history is kept. */
  readChanges(key: SeriesKey, span: IndexSpan): Promise<PointChange[]>;
  /**
   * Lists when a series was made or changed, newest first: the instants at which a read as of then may
   * differ from one as of a millisecond before. At most `limit`, all at or before `atOrBefore`.
   */
  listChangeTimes(key: SeriesKey, limit: number, atOrBefore?: Instant): Promise<Instant[]>;
  /** The last index that had a value at an instant; null if none had. */
  lastKnownIndex(key: SeriesKey, asOf: Instant): Promise<number | null>;
  /**
   * Lists how far series reach, in the order of their codes: at most `limit` of them after the code
   * `after`, '' for the first.
   */
  listReaches(after: string, limit: number): Promise<SeriesReach[]>;
  /** What operators expect of series, by pattern and source. */
  listExpectations(): Promise<StoredExpectation[]>;
  /** The series that operators want forecast, by name. */
  listForecastTargets(): Promise<StoredTarget[]>;
  /** The text that a model last stored for a series and a source. */
  readModelMemory(key: SeriesKey, source: string): Promise<string | undefined>;
  findRule(key: SeriesKey): Promise<ValueRule | undefined>;
  /** Held values, by series and then by time. */
  listHeld(query: HeldQuery): Promise<HeldValue[]>;
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
   * Makes a series, or changes the texts of an existing one: description, unit, area, category. Another
   * resolution throws a plain Error that names both. The series counts as always known without `now` and
   * without an entry.
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
  /** Adds an expectation, or replaces the one of the same pattern and source. */
  putExpectation(expectation: StoredExpectation): Promise<void>;
  /** Resolves to false if no such expectation is stored. */
  removeExpectation(key: ExpectationKey): Promise<boolean>;
  /** Adds a forecast target, or replaces the one of the same name. */
  putForecastTarget(target: StoredTarget): Promise<void>;
  /** Resolves to false if no such target is stored. Its runs stay. */
  removeForecastTarget(name: string): Promise<boolean>;
  /** Holds values for review. A value of the same series and index replaces the one before. */
  holdValues(
    key: SeriesKey,
    held: readonly Pick<HeldValue, 'index' | 'value' | 'reason'>[],
    now: Instant,
  ): Promise<void>;
  /** Ends the review of values, and resolves to those that were held. */
  releaseHeld(key: SeriesKey, indices: readonly number[]): Promise<HeldValue[]>;
  /** Opens alerts for changes within this transaction. */
  openAlerts(): Promise<AlertWriter>;
  /** Stores an answer in the same transaction as its write. */
  keepAnswer(keyHash: string, kept: KeptAnswer, now: Instant): Promise<void>;
}
