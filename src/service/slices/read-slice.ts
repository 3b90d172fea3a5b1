// A slice of a series' runs: for each interval the value of the run that its rule prefers, and which run it was.

import type { Grid } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import { type IndexSpan, isEmpty, lengthOf, type Span } from '#core/time/span';
import { type BandChoice, chooseBands } from '#core/values/run-bands';
import {
  issueTimesFor,
  type Lead,
  type Preference,
  type RunSelectors,
} from '#core/values/slice-rule';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { offerRuns } from '#service/slices/offer-runs';
import { SliceStitch } from '#service/slices/slice-stitch';
import type { RunForm } from '#store/run-store';
import type { SeriesRecord } from '#store/series-record';

/** A run that a slice took values of. */
export interface SliceRun {
  readonly analyzedAt: Instant;
  /** When the run was recorded here as it is; null: always known. */
  readonly recordedAt: Instant | null;
  readonly source: string;
}

/** The bounds of one level, an entry an interval. */
export interface SliceBand {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Columns with one entry an interval; NaN is a gap. */
export interface Slice {
  readonly grid: Grid;
  readonly intervals: IndexSpan;
  readonly values: Float64Array;
  /** The place in `runs` of the run that each value is from; −1: no run fits. */
  readonly runOf: Int32Array;
  readonly runs: readonly SliceRun[];
  /** The bands by level, ascending. Empty unless bands were asked for. */
  readonly bands: ReadonlyMap<number, SliceBand>;
  /** The quantiles by percent, ascending. Empty unless quantiles were asked for. */
  readonly quantiles: ReadonlyMap<number, Float64Array>;
}

export interface SliceTask {
  readonly series: SeriesRecord;
  readonly intervals: IndexSpan;
  readonly lead: Lead;
  readonly selectors: RunSelectors;
  readonly pick: Preference;
  /** The bands and quantiles that are wanted; undefined: none. */
  readonly choice: BandChoice | undefined;
}

const gaps = (count: number): Float64Array => new Float64Array(count).fill(Number.NaN);

export async function readSlice(
  { series, intervals, lead, selectors, pick, choice }: SliceTask,
  { store, zone }: ServiceContext,
): Promise<Slice> {
  const grid = gridOfSeries(series, zone);
  const count = lengthOf(intervals);
  const values = gaps(count);
  const runOf = new Int32Array(count).fill(-1);
  const runs: SliceRun[] = [];
  const bounds = new SliceBounds(choice, count);
  const slice = { grid, intervals, values, runOf, runs, ...bounds.columns };
  if (isEmpty(intervals)) return slice;
  const stitch = new SliceStitch(lead, intervals, grid, zone);
  const issued = issueTimesFor(lead, intervals, grid, zone);
  const scratch = new ScratchValues();
  for await (const forms of offerRuns(store, { series, intervals, issued, selectors, pick })) {
    for (const form of forms) {
      const taken = stitch.take(form);
      if (taken.length === 0) continue;
      const own = form.values(scratch.of(lengthOf(form.horizon)));
      putRun(slice, runs, form, own instanceof Promise ? await own : own, taken);
      if (choice)
        await bounds.put(form, (column, to) => {
          for (const span of taken) copy(column, form, span, to, intervals);
        });
    }
    if (stitch.isFull) break;
  }
  return { ...slice, ...bounds.columns };
}

/** Memory for the values of one run at a time. */
class ScratchValues {
  #values = new Float64Array(0);

  of(length: number): Float64Array {
    if (this.#values.length < length) this.#values = new Float64Array(2 * length);
    return this.#values;
  }
}

/** Copies a run's values to the intervals that it takes. */
function putRun(
  slice: Slice,
  runs: SliceRun[],
  form: RunForm,
  values: Float64Array,
  taken: readonly IndexSpan[],
): void {
  const { analyzedAt, recordedAt, source } = form;
  const place = runs.push({ analyzedAt, recordedAt, source }) - 1;
  for (const span of taken) {
    copy(values, form, span, slice.values, slice.intervals);
    slice.runOf.fill(place, span.start - slice.intervals.start, span.end - slice.intervals.start);
  }
}

/** The columns of bounds and quantiles, filled run by run. Levels that are asked for have a column in any case. */
class SliceBounds {
  readonly #choice: BandChoice | undefined;
  readonly #count: number;
  readonly #bands = new Map<number, SliceBand>();
  readonly #quantiles = new Map<number, Float64Array>();

  constructor(choice: BandChoice | undefined, count: number) {
    this.#choice = choice;
    this.#count = count;
    for (const level of choice?.levels ?? []) this.#bandOf(level);
    for (const percent of choice?.percents ?? []) this.#quantiles.set(percent, gaps(count));
  }

  #bandOf(level: number): SliceBand {
    let band = this.#bands.get(level);
    if (!band) {
      band = { lower: gaps(this.#count), upper: gaps(this.#count) };
      this.#bands.set(level, band);
    }
    return band;
  }

  /** Takes what a run has of the choice. `copyTo` copies a column of the run to a column of the slice. */
  async put(
    form: RunForm,
    copyTo: (column: Float64Array, to: Float64Array) => void,
  ): Promise<void> {
    if (!this.#choice) return;
    const { bands, quantiles } = chooseBands(await form.bands(), this.#choice);
    for (const { level, lower, upper } of bands) {
      const band = this.#bandOf(level);
      copyTo(lower, band.lower);
      copyTo(upper, band.upper);
    }
    for (const { percent, values } of quantiles) copyTo(values, this.#quantiles.get(percent)!);
  }

  get columns(): Pick<Slice, 'bands' | 'quantiles'> {
    const bands = new Map([...this.#bands].sort(([a], [b]) => a - b));
    return { bands, quantiles: this.#quantiles };
  }
}

const copy = (
  from: Float64Array,
  { horizon }: RunForm,
  { start, end }: IndexSpan,
  to: Float64Array,
  intervals: IndexSpan,
): void =>
  to.set(from.subarray(start - horizon.start, end - horizon.start), start - intervals.start);

/** What a slice through one interval is made from. */
export interface DeliveryTask extends Omit<SliceTask, 'intervals' | 'lead' | 'pick'> {
  /** The interval's grid index. */
  readonly index: number;
  /** Only runs that were issued in this span. */
  readonly issued: Span;
}

/** The same columns with one entry a run, the oldest run first: one interval in every run that covers it. */
export async function readDelivery(
  { series, index, issued, selectors, choice }: DeliveryTask,
  { store, zone }: ServiceContext,
): Promise<Slice> {
  const intervals = { start: index, end: index + 1 };
  const values: number[] = [];
  const taken: RunForm[] = [];
  const offer = { series, intervals, issued, selectors, pick: 'earliest' } as const;
  for await (const forms of offerRuns(store, offer)) {
    for (const form of forms) {
      taken.push(form);
      values.push((await form.values())[index - form.horizon.start]!);
    }
  }
  const bounds = new SliceBounds(choice, taken.length);
  for (const [place, form] of taken.entries()) {
    const at = index - form.horizon.start;
    await bounds.put(form, (column, to) => {
      to[place] = column[at]!;
    });
  }
  return {
    grid: gridOfSeries(series, zone),
    intervals,
    values: Float64Array.from(values),
    runOf: Int32Array.from(taken, (_, i) => i),
    runs: taken.map(({ analyzedAt, recordedAt, source }) => ({ analyzedAt, recordedAt, source })),
    ...bounds.columns,
  };
}
