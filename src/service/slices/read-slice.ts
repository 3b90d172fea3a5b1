// A slice of a series' runs: for each interval the value of the run that its rule prefers, and which run it was.

import type { Grid } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import { type IndexSpan, isEmpty, lengthOf, type Span } from '#core/time/span';
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
  /** By level, ascending. Empty unless bands were asked for. */
  readonly bands: ReadonlyMap<number, SliceBand>;
}

export interface SliceTask {
  readonly series: SeriesRecord;
  readonly intervals: IndexSpan;
  readonly lead: Lead;
  readonly selectors: RunSelectors;
  readonly pick: Preference;
  readonly hasBands: boolean;
}

const gaps = (count: number): Float64Array => new Float64Array(count).fill(Number.NaN);

export async function readSlice(
  { series, intervals, lead, selectors, pick, hasBands }: SliceTask,
  { store, zone }: ServiceContext,
): Promise<Slice> {
  const grid = gridOfSeries(series, zone);
  const count = lengthOf(intervals);
  const values = gaps(count);
  const runOf = new Int32Array(count).fill(-1);
  const runs: SliceRun[] = [];
  const bands = new Map<number, SliceBand>();
  const slice = { grid, intervals, values, runOf, runs, bands };
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
      if (hasBands) await putBands(slice, bands, form, taken);
    }
    if (stitch.isFull) break;
  }
  return { ...slice, bands: new Map([...bands].sort(([a], [b]) => a - b)) };
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

async function putBands(
  { intervals }: Slice,
  bands: Map<number, SliceBand>,
  form: RunForm,
  taken: readonly IndexSpan[],
): Promise<void> {
  for (const { level, lower, upper } of await form.bands()) {
    let band = bands.get(level);
    if (!band) {
      const count = lengthOf(intervals);
      bands.set(level, (band = { lower: gaps(count), upper: gaps(count) }));
    }
    for (const span of taken) {
      copy(lower, form, span, band.lower, intervals);
      copy(upper, form, span, band.upper, intervals);
    }
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
  { series, index, issued, selectors, hasBands }: DeliveryTask,
  { store, zone }: ServiceContext,
): Promise<Slice> {
  const intervals = { start: index, end: index + 1 };
  const values: number[] = [];
  const runs: SliceRun[] = [];
  const bounds = new Map<number, { lower: number[]; upper: number[] }>();
  const offer = { series, intervals, issued, selectors, pick: 'earliest' } as const;
  for await (const forms of offerRuns(store, offer)) {
    for (const form of forms) {
      const { analyzedAt, recordedAt, source } = form;
      const place = runs.push({ analyzedAt, recordedAt, source }) - 1;
      const at = index - form.horizon.start;
      values.push((await form.values())[at]!);
      if (!hasBands) continue;
      for (const { level, lower, upper } of await form.bands()) {
        let band = bounds.get(level);
        if (!band) bounds.set(level, (band = { lower: [], upper: [] }));
        band.lower[place] = lower[at]!;
        band.upper[place] = upper[at]!;
      }
    }
  }
  // A run without a band leaves a hole in the list, which `Array.from` reads as undefined: a gap.
  const column = (list: readonly number[]) =>
    Float64Array.from({ length: runs.length }, (_, i) => list[i] ?? Number.NaN);
  return {
    grid: gridOfSeries(series, zone),
    intervals,
    values: column(values),
    runOf: Int32Array.from(runs, (_, i) => i),
    runs,
    bands: new Map(
      [...bounds]
        .sort(([a], [b]) => a - b)
        .map(([level, { lower, upper }]) => [
          level,
          { lower: column(lower), upper: column(upper) },
        ]),
    ),
  };
}
