// From a request for a slice to what is left to read: its series, its span, its reduction and its rates.

import type { Caller } from '#accounts/authenticate';
import { refuseField } from '#core/errors';
import { currencyOfUnit, rateSeriesId } from '#core/market/currency';
import { type Grid, gridOf } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import { settleMoment } from '#core/time/moment';
import { resolutionOf } from '#core/time/resolution';
import {
  type IndexSpan,
  indicesIn,
  intersect,
  isEmpty,
  lengthOf,
  type Span,
} from '#core/time/span';
import { touchedSpan } from '#core/values/column';
import { bucketsOf } from '#core/values/reduce-column';
import { type Reduction, settleReduction } from '#core/values/reduction';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { tooManyOfSpan } from '#service/point-cap';
import {
  findSeriesOrRefuse,
  observedExtent,
  requireSubscription,
} from '#service/series/find-series';
import { requireForward } from '#service/series/parse-series-request';
import type { SliceRequest } from '#service/slices/parse-slice-request';
import type { SeriesRecord } from '#store/series-record';

const NOTHING = { start: 0, end: 0 };
const ALL_TIMES: Span = { start: Number.NEGATIVE_INFINITY, end: Number.MAX_SAFE_INTEGER };

/** A slice of which nothing is left to decide. */
export interface SettledSlice {
  readonly request: SliceRequest;
  readonly series: SeriesRecord;
  readonly grid: Grid;
  readonly reduction: Reduction;
  /** The span as resolved; undefined if the series has neither a value nor a run. */
  readonly span: Span | undefined;
  /** The intervals in the span that a run may have; for a delivery, that one. */
  readonly intervals: IndexSpan;
  readonly touched: Span;
  /** The issue times between which runs are looked at: of a delivery, those of the span. */
  readonly issued: Span;
  /** The daily rates that convert the prices. */
  readonly rates: readonly SeriesRecord[];
}

export async function settleSlice(
  request: SliceRequest,
  caller: Caller,
  context: ServiceContext,
): Promise<SettledSlice> {
  const { seriesId, names } = request.series;
  const series = await findSeriesOrRefuse(context.store, seriesId, names.seriesId);
  requireSubscription(caller, series.code, names.seriesId);
  const grid = gridOfSeries(series, context.zone);
  const reduction = settleReduction(request.series.reduction, grid.resolution, names.resolution);
  refuseReducedBands(request, reduction);
  const rates = await findRates(request, series, context);
  const settled = { request, series, grid, reduction, rates };
  if ('delivery' in request.lead) return { ...settled, ...settleDelivery(settled, context) };
  const spans = settleSpans(settled, context);
  const { pointsPerAnswer } = caller.plan;
  const rows = rowsOf(spans, settled, context);
  if (rows > pointsPerAnswer)
    throw tooManyOfSpan(rows, pointsPerAnswer, spans.touched, context.zone);
  return { ...settled, ...spans, issued: ALL_TIMES };
}

type Wanted = Pick<SettledSlice, 'request' | 'series' | 'grid' | 'reduction'>;

/** The bands of hours do not tell how far a mean may be off. */
function refuseReducedBands(
  { bands, series, lead, names }: SliceRequest,
  { kind }: Reduction,
): void {
  if (kind === 'native') return;
  if (bands)
    throw refuseField('bands_not_averaged', series.names.resolution, 'bands cannot be averaged');
  if (!('delivery' in lead)) return;
  const message = `${names.delivery} is one interval of the series, which is not resampled`;
  throw refuseField('field_invalid', series.names.resolution, message, ['native']);
}

async function findRates(
  { currency, names }: SliceRequest,
  series: SeriesRecord,
  { store }: ServiceContext,
): Promise<SeriesRecord[]> {
  if (currency === undefined) return [];
  const own = currencyOfUnit(series.unit);
  if (own === undefined) {
    const message = `series ${series.code} is in ${series.unit || 'no unit'}, which no currency is part of`;
    throw refuseField('field_invalid', names.currency, message);
  }
  if (own === currency) return [];
  const found = await Promise.all(
    [own, currency].map((code) => store.findSeries(rateSeriesId(code))),
  );
  return found.filter((rate) => rate !== undefined);
}

/** The instants that `from` and `to` name; an end that is left out is open. */
function settleEnds({ request, series, grid }: Wanted, { zone }: ServiceContext): Span | undefined {
  const { from, to, names } = request.series;
  const extent = observedExtent(series, grid);
  if (extent.firstIndex === null) return undefined;
  const start = from && settleMoment(from, extent, zone)!.start;
  const end = to && settleMoment(to, extent, zone)!.end;
  if (start !== undefined && end !== undefined) requireForward({ start, end }, names);
  return { start: start ?? ALL_TIMES.start, end: end ?? ALL_TIMES.end };
}

function settleSpans(wanted: Wanted, context: ServiceContext) {
  const { series, grid } = wanted;
  const ends = settleEnds(wanted, context);
  const { runFirstIndex: first, runLastIndex: last } = series;
  if (!ends || first === null || last === null)
    return { span: ends, intervals: NOTHING, touched: NOTHING };
  const stamps = { start: grid.startOf(first), end: grid.startOf(last) + 1 };
  const span = intersect(ends, stamps);
  if (isEmpty(span))
    return { span: finite(ends, span.start), intervals: NOTHING, touched: NOTHING };
  const touched = touchedSpan(span, stamps.start, stamps.end - 1) ?? NOTHING;
  return { span: finite(ends, span.start, span.end), intervals: indicesIn(grid, span), touched };
}

/** The span as asked; an open end is that of the runs. */
const finite = ({ start, end }: Span, first: Instant, last: Instant = first): Span => ({
  start: start === ALL_TIMES.start ? first : start,
  end: end === ALL_TIMES.end ? last : end,
});

function settleDelivery(wanted: Wanted, context: ServiceContext) {
  const { request, series, grid } = wanted;
  const issued = settleEnds(wanted, context) ?? NOTHING;
  const { delivery } = request.lead as { delivery: Parameters<typeof settleMoment>[0] };
  const moment = settleMoment(delivery, observedExtent(series, grid), context.zone);
  if (!moment) return { span: undefined, intervals: NOTHING, touched: NOTHING, issued };
  const start = grid.indexOf(moment.start);
  const intervals = { start, end: start + 1 };
  const span = { start: grid.startOf(start), end: grid.startOf(start + 1) };
  return { span, intervals, touched: span, issued };
}

/** How many rows the answer has. */
function rowsOf(
  { intervals, touched }: Pick<SettledSlice, 'intervals' | 'touched'>,
  { reduction }: Wanted,
  { zone }: ServiceContext,
): number {
  if (reduction.kind === 'native' || isEmpty(touched)) return lengthOf(intervals);
  const bucket = reduction.kind === 'extract' ? resolutionOf('day') : reduction.to;
  return lengthOf(bucketsOf(gridOf(bucket, zone), touched));
}
