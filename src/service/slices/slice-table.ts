// A slice as the columns of an answer: reduced, in the currency that was asked for, beside the actual values.

import { startsOf } from '#core/time/grid';
import { HOUR_MS } from '#core/time/instant';
import { isEmpty, lengthOf } from '#core/time/span';
import type { Points } from '#core/values/column';
import { lowerBound } from '#core/values/lower-bound';
import { reduceColumn } from '#core/values/reduce-column';
import { dropShort, type Tally, tallyOfStored } from '#core/values/tally';
import type { ServiceContext } from '#service/context';
import { convertPrices } from '#service/exchange-rates';
import { tooManyPoints } from '#service/point-cap';
import { readDelivery, readSlice, type Slice, type SliceRun } from '#service/slices/read-slice';
import type { SettledSlice } from '#service/slices/settle-slice';

/** A column with one entry a row; NaN is none. Names are places in the table's list. */
export interface SliceColumn {
  readonly name: string;
  readonly kind: 'number' | 'time' | 'name';
  readonly values: Float64Array;
}

export interface SliceTable {
  readonly times: Float64Array;
  readonly columns: readonly SliceColumn[];
  readonly names: readonly string[];
  /** What each value is made of, if that was asked for. */
  readonly tally?: Tally | undefined;
}

/** Reads a slice and everything that was asked for beside it. */
export async function readSliceTable(
  settled: SettledSlice,
  mostRows: number,
  context: ServiceContext,
): Promise<SliceTable> {
  const { request, series, intervals, issued } = settled;
  const { lead, selectors, pick, bands: choice } = request;
  const task = { series, selectors, choice };
  const isDelivery = 'delivery' in lead;
  const slice = isDelivery
    ? isEmpty(intervals)
      ? undefined
      : await readDelivery({ ...task, index: intervals.start, issued }, context)
    : await readSlice({ ...task, intervals, lead, pick }, context);
  if (!slice) return { times: new Float64Array(0), columns: [], names: [] };
  if (slice.values.length > mostRows && isDelivery)
    throw tooManyPoints(`${slice.values.length} runs`, mostRows, 'give from and to');
  return isDelivery
    ? tableOfDelivery(slice, settled, context)
    : tableOfSlice(slice, settled, context);
}

async function tableOfSlice(
  slice: Slice,
  settled: SettledSlice,
  context: ServiceContext,
): Promise<SliceTable> {
  const { intervals, series, request } = settled;
  const inCurrency = (values: Float64Array) => convert(values, intervals.start, settled, context);
  const value = await inCurrency(slice.values);
  const { times, values, tally } = reduce(value, settled, context);
  const facts = runFacts(slice, times, rowRuns(slice, times, settled));
  const columns: SliceColumn[] = [
    { name: 'value', kind: 'number', values },
    ...countColumns(tally, settled),
    ...facts.columns,
  ];
  columns.push(...(await boundColumns(slice, inCurrency)));
  if (request.hasActual) {
    const actual = await inCurrency(await context.store.readValues(series.key, intervals));
    const both = (of: Float64Array) =>
      of.map((one, i) => (Number.isNaN(value[i]! + actual[i]!) ? Number.NaN : one));
    // An error is over the intervals that have both.
    const known = reduce(both(actual), settled, context).values;
    const error = reduce(both(value), settled, context).values.map((one, i) => one - known[i]!);
    const shown = reduce(actual, settled, context).values;
    columns.push({ name: 'actual', kind: 'number', values: shown });
    columns.push({ name: 'error', kind: 'number', values: error });
  }
  return { times, columns, names: facts.names, tally };
}

/** The bounds of each level and the quantiles, as columns. */
async function boundColumns(
  { bands, quantiles }: Slice,
  inCurrency: (values: Float64Array) => Promise<Float64Array>,
): Promise<SliceColumn[]> {
  const columns: SliceColumn[] = [];
  const add = async (name: string, values: Float64Array) =>
    columns.push({ name, kind: 'number', values: await inCurrency(values) });
  for (const [level, { lower, upper }] of bands) {
    await add(`lower${level}`, lower);
    await add(`upper${level}`, upper);
  }
  for (const [percent, values] of quantiles) await add(`q${percent}`, values);
  return columns;
}

async function tableOfDelivery(
  slice: Slice,
  settled: SettledSlice,
  context: ServiceContext,
): Promise<SliceTable> {
  const { series, request, intervals, grid } = settled;
  const times = new Float64Array(slice.values.length).fill(grid.startOf(intervals.start));
  // Each value is converted as one of its own interval.
  const inCurrency = async (values: Float64Array) => {
    const [factor] = await convert(Float64Array.of(1), intervals.start, settled, context);
    return values.map((value) => value * factor!);
  };
  const value = await inCurrency(slice.values);
  const tally = isCounted(settled) ? tallyOfStored(value) : undefined;
  const facts = runFacts(slice, times, slice.runOf);
  const columns: SliceColumn[] = [
    { name: 'value', kind: 'number', values: value },
    ...countColumns(tally, settled),
    ...facts.columns,
  ];
  columns.push(...(await boundColumns(slice, inCurrency)));
  if (request.hasActual) {
    const [actual] = await inCurrency(await context.store.readValues(series.key, intervals));
    const all = new Float64Array(value.length).fill(actual!);
    columns.push({ name: 'actual', kind: 'number', values: all });
    columns.push({ name: 'error', kind: 'number', values: value.map((one) => one - actual!) });
  }
  return { times, columns, names: facts.names, tally };
}

async function convert(
  values: Float64Array,
  firstIndex: number,
  { request, series, grid }: SettledSlice,
  context: ServiceContext,
): Promise<Float64Array> {
  if (request.currency === undefined) return values;
  return convertPrices({ grid, firstIndex, values }, series.unit, request.currency, context);
}

/** Reduces values, each reduction by its own count of them. */
function reduce(values: Float64Array, settled: SettledSlice, { zone }: ServiceContext): Points {
  const { grid, intervals, reduction, touched, request } = settled;
  const column = { grid, firstIndex: intervals.start, values };
  const { aggregation, detail } = request.series;
  const wanted = isEmpty(intervals) ? ({ kind: 'native' } as const) : reduction;
  const points = reduceColumn(
    column,
    { reduction: wanted, aggregation, touched },
    zone,
    isCounted(settled),
  );
  if (points.tally && detail?.threshold !== undefined)
    dropShort(points.values, points.tally, detail.threshold);
  return points;
}

const isCounted = ({ request: { series } }: SettledSlice): boolean => series.detail !== undefined;

function countColumns(tally: Tally | undefined, { request }: SettledSlice): SliceColumn[] {
  if (!tally || !request.series.detail?.hasCounts) return [];
  return [
    { name: 'count', kind: 'number', values: tally.counts },
    { name: 'expected', kind: 'number', values: tally.expected },
  ];
}

/** The run of each row; −1 if its intervals are not all of one run. */
function rowRuns(
  { runOf, grid, intervals }: Slice,
  times: Float64Array,
  { reduction }: SettledSlice,
): Int32Array {
  if (reduction.kind === 'native') return runOf;
  const rows = new Int32Array(times.length).fill(-1);
  const starts = startsOf(grid, intervals.start, intervals.end);
  for (let row = 0; row < rows.length; row++) {
    const from = lowerBound(starts, times[row]!);
    const end = row + 1 < times.length ? lowerBound(starts, times[row + 1]!) : lengthOf(intervals);
    const part = runOf.subarray(from, end);
    if (part.length > 0 && part.every((run) => run === part[0])) rows[row] = part[0]!;
  }
  return rows;
}

/** What is said about the run of each row. */
function runFacts(
  { runs }: Slice,
  times: Float64Array,
  rows: Int32Array,
): { columns: SliceColumn[]; names: string[] } {
  const names = [...new Set(runs.map(({ source }) => source))];
  const places = new Map(names.map((name, place) => [name, place]));
  const fact = (of: (run: SliceRun) => number | null): Float64Array => {
    const ofRun = runs.map((run) => of(run) ?? Number.NaN);
    const column = new Float64Array(rows.length).fill(Number.NaN);
    for (let row = 0; row < rows.length; row++)
      if (rows[row]! >= 0) column[row] = ofRun[rows[row]!]!;
    return column;
  };
  const analyzed = fact(({ analyzedAt }) => analyzedAt);
  const leadHours = analyzed.map((analyzedAt, row) => (times[row]! - analyzedAt) / HOUR_MS);
  return {
    names,
    columns: [
      { name: 'analyzedTime', kind: 'time', values: analyzed },
      { name: 'recordedAt', kind: 'time', values: fact(({ recordedAt }) => recordedAt) },
      { name: 'source', kind: 'name', values: fact(({ source }) => places.get(source)!) },
      { name: 'leadHours', kind: 'number', values: leadHours },
    ],
  };
}
