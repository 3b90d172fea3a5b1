// One series over a span, as stored, resampled or extracted. The walk of the product's main request.

import type { Caller } from '#accounts/authenticate';
import { borrowValues, giveBackValues } from '#bytes/values-pool';
import { type RefusalCode, refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { type Grid, gridOf } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import { type Moment, parseMoment, settleMoment } from '#core/time/moment';
import { type Resolution, resolutionOf } from '#core/time/resolution';
import { indicesIn, intersect, isEmpty, lengthOf, type Span } from '#core/time/span';
import { type Aggregation, parseAggregation } from '#core/values/aggregation';
import { describeHours } from '#core/values/blocks';
import { type Column, type Points, pointsOf, touchedSpan } from '#core/values/column';
import { extract } from '#core/values/extract';
import {
  parseReduction,
  type Reduction,
  resultResolution,
  settleReduction,
} from '#core/values/reduction';
import { bucketsOf, resample } from '#core/values/resample';
import { AS_OF_REFUSALS } from '#service/as-of';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { requirePointsWithin } from '#service/point-cap';
import {
  findSeriesOrRefuse,
  parseSeriesId,
  requireSubscription,
} from '#service/series/find-series';
import { readColumn } from '#service/series/read-column';
import { defaultLastIndex, observedExtent, wholeExtent } from '#service/series/series-extent';
import type { SeriesRecord } from '#store/series-store';

/** What was asked, as text; `names` are what the interface calls the fields. */
export interface SeriesAsked {
  readonly seriesId: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly resolution?: string | undefined;
  readonly aggregation?: string | undefined;
  readonly names: SeriesFieldNames;
}

export interface SeriesFieldNames {
  readonly seriesId: string;
  readonly from: string;
  readonly to: string;
  readonly resolution: string;
  readonly aggregation: string;
}

/** A request whose fields are all in order, before any series is looked at. */
export interface SeriesPlan {
  readonly seriesId: string;
  readonly from: Moment | undefined;
  readonly to: Moment | undefined;
  readonly reduction: Reduction;
  readonly aggregation: Aggregation;
  readonly names: SeriesFieldNames;
}

/** A request settled for one series: nothing is left to decide but to read. */
export interface SeriesTask {
  readonly series: SeriesRecord;
  readonly grid: Grid;
  readonly reduction: Reduction;
  readonly aggregation: Aggregation;
  /** The span as resolved; undefined where the series has no value to resolve it by. */
  readonly span: Span | undefined;
}

export interface SeriesAnswer extends SeriesTask {
  readonly resolution: Resolution;
  /** `None` where values are as stored. */
  readonly aggregated: Aggregation | 'None';
  /** The hours of an extraction, such as `09-20`. */
  readonly hours: string | undefined;
  readonly points: Points;
}

/** Refusals of a request for values, from its fields to its points. */
export const SERIES_REFUSALS: readonly RefusalCode[] = [
  'field_missing',
  'field_invalid',
  ...AS_OF_REFUSALS,
  'span_reversed',
  'resolution_unknown',
  'resolution_too_coarse',
  'series_unknown',
  'subscription_required',
  'too_many_points',
];

const NO_POINTS: Points = { times: new Float64Array(0), values: new Float64Array(0) };

/** Reads the fields; refuses with every field at fault. */
export function planSeries(asked: SeriesAsked, context: ServiceContext, now: Instant): SeriesPlan {
  const { names } = asked;
  const faults = new FaultCollector();
  const moment = (text: string | undefined, field: string, occurrence: 'first' | 'second') =>
    text === undefined
      ? undefined
      : faults.check(() => parseMoment(text, field, now, context.zone, occurrence));
  const seriesId = faults.check(() => parseSeriesId(asked.seriesId, names.seriesId));
  const from = moment(asked.from, names.from, 'first');
  const to = moment(asked.to, names.to, 'second');
  const reduction = faults.check(() =>
    parseReduction(asked.resolution, names.resolution, context.blocks),
  );
  const aggregation = faults.check(() => parseAggregation(asked.aggregation, names.aggregation));
  faults.throwIfAny();
  if (from && to && 'start' in from && 'start' in to)
    requireForward({ start: from.start, end: to.end }, names);
  return { seriesId: seriesId!, from, to, reduction: reduction!, aggregation: aggregation!, names };
}

/** Finds the series, checks the plan, and settles span and reduction for it. */
export function settleSeries(
  plan: SeriesPlan,
  caller: Caller,
  context: ServiceContext,
): MaybePromise<SeriesTask> {
  const field = plan.names.seriesId;
  return whenReady(findSeriesOrRefuse(context.store, plan.seriesId, field), (series) => {
    requireSubscription(caller, series.code, field);
    return settleFor(series, plan, caller, context);
  });
}

/** Settles span and reduction for a series that was found and that the caller may read. */
export function settleFor(
  series: SeriesRecord,
  plan: SeriesPlan,
  caller: Caller,
  context: ServiceContext,
): SeriesTask {
  const { names } = plan;
  const grid = gridOfSeries(series, context.zone);
  const reduction = settleReduction(plan.reduction, grid.resolution, names.resolution);
  const span = settleSpan(plan, series, grid, context);
  const task = { series, grid, reduction, aggregation: plan.aggregation, span };
  const touched = touchedBy(task);
  if (touched) {
    requirePointsWithin(
      countPoints(task, touched, context),
      caller.plan.pointsPerAnswer,
      touched,
      context.zone,
    );
  }
  return task;
}

/** How many stored values answering takes. */
export const countStored = (task: SeriesTask): number => lengthOf(indicesOf(task));

/** Reads and reduces. */
export async function readTask(task: SeriesTask, context: ServiceContext): Promise<SeriesAnswer> {
  const { series, grid, reduction, aggregation } = task;
  const indices = indicesOf(task);
  const touched = touchedBy(task);
  const answer = {
    ...task,
    resolution: resultResolution(reduction, grid.resolution),
    aggregated: reduction.kind === 'native' ? ('None' as const) : aggregation,
    hours: reduction.kind === 'extract' ? describeHours(reduction.block) : undefined,
  };
  if (isEmpty(indices) || !touched) return { ...answer, points: NO_POINTS };
  // Values as stored are the answer; those that are reduced are needed no longer than that takes.
  const into = reduction.kind === 'native' ? undefined : borrowValues(lengthOf(indices));
  const values = await readColumn(context.store, series, indices, into);
  const column = { grid, firstIndex: indices.start, values };
  const points = reduce(column, task, touched, context);
  if (into) giveBackValues(into);
  return { ...answer, points };
}

function reduce(column: Column, task: SeriesTask, touched: Span, { zone }: ServiceContext): Points {
  const { reduction, aggregation } = task;
  if (reduction.kind === 'native') return pointsOf(column);
  if (reduction.kind === 'extract')
    return extract(column, reduction.block, zone, touched, aggregation);
  return resample(column, gridOf(reduction.to, zone), touched, aggregation);
}

function settleSpan(
  { from, to, names }: SeriesPlan,
  series: SeriesRecord,
  grid: Grid,
  { zone }: ServiceContext,
): Span | undefined {
  const observed = observedExtent(series, grid);
  if (observed.firstIndex === null) return undefined;
  const start = from
    ? settleMoment(from, observed, zone)!.start
    : grid.startOf(observed.firstIndex);
  const end = to
    ? settleMoment(to, observed, zone)!.end
    : grid.startOf(defaultLastIndex(series)!) + 1;
  // With one end left out, a span that misses the series is empty, not reversed.
  if (from && to) requireForward({ start, end }, names);
  return { start, end: Math.max(start, end) };
}

function requireForward(span: Span, names: SeriesFieldNames): void {
  if (span.start < span.end) return;
  throw refuseField('span_reversed', names.from, `${names.from} is after ${names.to}`);
}

const indicesOf = ({ grid, span, series }: SeriesTask) =>
  span ? intersect(indicesIn(grid, span), wholeExtent(series)) : { start: 0, end: 0 };

/** What values are reduced to a value of each; undefined where they are as stored. */
export const bucketOf = ({ reduction }: SeriesTask): Resolution | undefined =>
  reduction.kind === 'native'
    ? undefined
    : reduction.kind === 'extract'
      ? resolutionOf('day')
      : reduction.to;

/** What decides which buckets the answer has; undefined where no time stamp lies in the span. */
export function touchedBy(task: SeriesTask): Span | undefined {
  const extent = wholeExtent(task.series);
  if (!task.span || isEmpty(extent) || isEmpty(indicesOf(task))) return undefined;
  return touchedSpan(task.span, task.grid.startOf(extent.start), task.grid.startOf(extent.end - 1));
}

function countPoints(task: SeriesTask, touched: Span, { zone }: ServiceContext): number {
  const bucket = bucketOf(task);
  return lengthOf(bucket ? bucketsOf(gridOf(bucket, zone), touched) : indicesOf(task));
}
