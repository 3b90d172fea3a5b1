// The values of a query at the steps that it asks for: each is the mean over the step that begins there.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '#accounts/authenticate';
import { refuseField } from '#core/errors';
import type { Grid } from '#core/time/grid';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import { type IndexSpan, intersect, isEmpty, lengthOf, type Span } from '#core/time/span';
import type { Column } from '#core/values/column';
import { horizonOf } from '#core/values/forecast-run';
import { type Steps, spanOfSteps, stepMeans, stepsOver } from '#core/values/step-means';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { tooManyPoints } from '#service/point-cap';
import { LABELS, type Selector } from '#service/prometheus/matchers';
import type { Query } from '#service/prometheus/read-query';
import { findSeries, timeSeriesOf, warningsOf } from '#service/prometheus/select-series';
import { findLead, labelOf, type TimeSeries } from '#service/prometheus/time-series';
import { readColumn } from '#service/series/read-column';
import { readSlice } from '#service/slices/read-slice';

/** The most time series of a query, and the most of them by lead: each is read from many runs. */
const MOST_TIME_SERIES = 300;
const MOST_SLICES = 30;

/** A time series of an answer: one value for each step from the first on; NaN is none. */
export interface StepSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly firstStep: number;
  readonly values: Float64Array;
}

export interface StepAnswer {
  readonly steps: Steps;
  readonly series: readonly StepSeries[];
  readonly warnings: readonly string[];
}

/** Reads what a query asks for. Refuses more points than the plan allows, naming a step that would fit. */
export async function readSteps(
  query: Query,
  steps: Steps,
  caller: Caller,
  context: ServiceContext,
): Promise<StepAnswer> {
  if (query.kind === 'number') {
    requireWithin(steps.count, steps, caller);
    const values = new Float64Array(steps.count).fill(query.value);
    return { steps, series: [{ labels: {}, firstStep: 0, values }], warnings: [] };
  }
  const { selector, change } = query;
  const shifted = { ...steps, start: steps.start - selector.offsetMs };
  const parts: Part[] = [];
  for (const found of await select(selector, caller, context)) {
    const part = await partOf(found, shifted, context);
    if (!isEmpty(part.which)) parts.push(part);
  }
  const points = parts.reduce((sum, { which }) => sum + lengthOf(which), 0);
  requireWithin(points, steps, caller);
  const series: StepSeries[] = [];
  for (const { found, which, grid, read } of parts) {
    const values = stepMeans({ grid, ...(await read()) }, shifted, which);
    const labels = labelsOf(found, change !== undefined);
    series.push({ labels, firstStep: which.start, values: change ? values.map(change) : values });
    await nextTurn();
  }
  const warnings = series.length === 0 ? await warningsOf(selector, caller, context) : [];
  return { steps, series, warnings };
}

async function select(
  selector: Selector,
  caller: Caller,
  context: ServiceContext,
): Promise<TimeSeries[]> {
  const found: TimeSeries[] = [];
  let slices = 0;
  for await (const series of findSeries(selector, caller, context)) {
    for await (const one of timeSeriesOf(series, selector, context)) {
      found.push(one);
      if (one.lead !== undefined) slices++;
      if (found.length > MOST_TIME_SERIES || slices > MOST_SLICES) throw tooManySeries(slices);
    }
  }
  return found;
}

function tooManySeries(slices: number) {
  const many =
    slices > MOST_SLICES
      ? `${MOST_SLICES} time series with a lead`
      : `${MOST_TIME_SERIES} time series`;
  const message = `the query finds more than ${many}; narrow it by series, area, source or lead`;
  return refuseField('too_many_points', 'query', message);
}

/** A time series and the steps that it has values for, before its values are read. */
interface Part {
  readonly found: TimeSeries;
  readonly grid: Grid;
  readonly which: IndexSpan;
  read(): Promise<Pick<Column, 'firstIndex' | 'values'>>;
}

async function partOf(found: TimeSeries, steps: Steps, context: ServiceContext): Promise<Part> {
  const { series, source, lead } = found;
  const { store, zone } = context;
  const grid = gridOfSeries(series, zone);
  const over = (extent: IndexSpan) => {
    const which = stepsOver(steps, spanOf(grid, extent));
    const { start, end } = spanOfSteps(steps, which);
    const touched = { start: grid.indexOf(start), end: grid.indexOf(end - 1) + 1 };
    return { found, grid, which, indices: intersect(touched, extent) };
  };
  if (source === undefined) {
    const { indices, ...part } = over(extentOf(series.firstIndex, series.lastIndex));
    const read = async () => ({
      firstIndex: indices.start,
      values: await readColumn(store, series, indices),
    });
    return { ...part, read };
  }
  if (lead === undefined) {
    const run = await store.findNewestRun(series.key, undefined, source);
    const { indices: _, ...part } = over(run ? horizonOf(run) : NOTHING);
    return { ...part, read: async () => run ?? { firstIndex: 0, values: new Float64Array(0) } };
  }
  const { indices: intervals, ...part } = over(extentOf(series.runFirstIndex, series.runLastIndex));
  const read = async () => {
    const task = { series, intervals, lead: findLead(lead)!, selectors: { zone, source } };
    const { values } = await readSlice({ ...task, pick: 'latest', choice: undefined }, context);
    return { firstIndex: intervals.start, values };
  };
  return { ...part, read };
}

const NOTHING: IndexSpan = { start: 0, end: 0 };

const extentOf = (first: number | null, last: number | null): IndexSpan =>
  first === null || last === null ? NOTHING : { start: first, end: last + 1 };

const spanOf = (grid: Grid, { start, end }: IndexSpan): Span =>
  end <= start ? NOTHING : { start: grid.startOf(start), end: grid.startOf(end) };

/** The labels of a time series without those that it does not have. A changed value is no longer its metric's. */
function labelsOf(found: TimeSeries, isChanged: boolean): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const label of LABELS) {
    const text = labelOf(found, label);
    if (text !== '' && !(isChanged && label === '__name__')) labels[label] = text;
  }
  return labels;
}

/** The lengths of steps that a refusal may suggest. */
const NICE_STEPS = [
  ...[15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 7, 30, 91, 365].map((days) => days * DAY_MS),
];

function requireWithin(points: number, { stepMs }: Steps, { plan }: Caller): void {
  const cap = plan.pointsPerAnswer;
  if (points <= cap) return;
  const fitting = NICE_STEPS.find((ms) => ms > stepMs && (points * stepMs) / ms <= cap * 0.99);
  const hint =
    fitting === undefined
      ? 'narrow the query or the span'
      : `step=${fitting / SECOND_MS} would fit (seconds)`;
  throw tooManyPoints(`${points} points`, cap, hint);
}
