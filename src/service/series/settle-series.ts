// From a request to a task for one series: its span, its reduction and which values it takes.

import type { Caller } from '#accounts/authenticate';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { type Grid, gridOf } from '#core/time/grid';
import { settleMoment } from '#core/time/moment';
import { type Resolution, resolutionOf } from '#core/time/resolution';
import {
  type IndexSpan,
  indicesIn,
  intersect,
  isEmpty,
  lengthOf,
  type Span,
} from '#core/time/span';
import type { Aggregation } from '#core/values/aggregation';
import { touchedSpan } from '#core/values/column';
import { bucketsOf } from '#core/values/reduce-column';
import { type Reduction, settleReduction } from '#core/values/reduction';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { tooManyOfSpan } from '#service/point-cap';
import { type Conversion, isPriceOf, settleConversion } from '#service/series/conversion';
import {
  defaultLastIndex,
  findSeriesOrRefuse,
  observedExtent,
  requireSubscription,
  wholeExtent,
} from '#service/series/find-series';
import { requireForward, type SeriesRequest } from '#service/series/parse-series-request';
import type { PointDetail } from '#service/series/point-detail';
import type { SeriesRecord } from '#store/series-record';

/** What is wanted of one series, apart from which of its values that takes. */
export interface SeriesWanted {
  readonly series: SeriesRecord;
  readonly grid: Grid;
  readonly reduction: Reduction;
  readonly aggregation: Aggregation;
  /** What follows the observed values is this source's; undefined: any source's. */
  readonly source?: string | undefined;
  /** What is said of the points besides their values; undefined: nothing. */
  readonly detail?: PointDetail | undefined;
  /** How prices are converted; undefined: values stay as stored. */
  readonly conversion?: Conversion | undefined;
  /** The span as resolved; undefined if the series has no value to resolve it by. */
  readonly span: Span | undefined;
}

/** A request settled for one series: nothing is left to decide, only to read. */
export interface SeriesTask extends SeriesWanted {
  /** The stored values that the answer takes; empty if no time stamp lies in the span. */
  readonly indices: IndexSpan;
  /** The part of the span that decides which buckets the answer has; empty if `indices` is. */
  readonly touched: Span;
}

/** Finds the series, checks the caller's plan, and settles the request for it. */
export function settleSeries(
  request: SeriesRequest,
  caller: Caller,
  context: ServiceContext,
): MaybePromise<SeriesTask> {
  const field = request.names.seriesId;
  return whenReady(findSeriesOrRefuse(context.store, request.seriesId, field), (series) => {
    requireSubscription(caller, series.code, field);
    const task = settleFor(series, request, caller, context);
    const { currency } = request;
    return currency === undefined || !isPriceOf(series)
      ? task
      : whenReady(settleConversion(series, currency, context.store), (conversion) => ({
          ...task,
          conversion,
        }));
  });
}

/** Settles a request for a series that was found and that the caller may read. */
export function settleFor(
  series: SeriesRecord,
  request: SeriesRequest,
  caller: Caller,
  context: ServiceContext,
): SeriesTask {
  const { aggregation, source, detail, names } = request;
  const grid = gridOfSeries(series, context.zone);
  const reduction = settleReduction(request.reduction, grid.resolution, names.resolution);
  const span = settleSpan(request, series, grid, context);
  const task = taskOf({ series, grid, reduction, aggregation, source, detail, span });
  const count = countPoints(task, context);
  const { pointsPerAnswer } = caller.plan;
  if (count > pointsPerAnswer)
    throw tooManyOfSpan(count, pointsPerAnswer, task.touched, context.zone);
  return task;
}

/** Adds which values the answer takes. */
export function taskOf(wanted: SeriesWanted): SeriesTask {
  const { series, grid, span } = wanted;
  const extent = wholeExtent(series);
  const indices = span ? intersect(indicesIn(grid, span), extent) : NOTHING;
  if (!span || isEmpty(indices)) return { ...wanted, indices, touched: NOTHING };
  const [first, last] = [grid.startOf(extent.start), grid.startOf(extent.end - 1)];
  return { ...wanted, indices, touched: touchedSpan(span, first, last) ?? NOTHING };
}

const NOTHING = { start: 0, end: 0 };

function settleSpan(
  { from, to, names }: SeriesRequest,
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

/** How many points the answer has. */
export function countPoints({ reduction, indices, touched }: SeriesTask, { zone }: ServiceContext) {
  const bucket = bucketOf(reduction);
  if (!bucket || isEmpty(touched)) return lengthOf(indices);
  return lengthOf(bucketsOf(gridOf(bucket, zone), touched));
}

/** The interval of each reduced value; undefined if values stay as stored. */
function bucketOf(reduction: Reduction): Resolution | undefined {
  if (reduction.kind === 'native') return undefined;
  return reduction.kind === 'extract' ? resolutionOf('day') : reduction.to;
}
