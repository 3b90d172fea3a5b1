// The fields of a request for values: everything that can be refused before a series is looked at.

import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { type Currency, parseCurrency } from '#core/market/currency';
import type { RefusalCode } from '#core/refusal-table';
import type { Instant } from '#core/time/instant';
import { type Moment, parseMoment } from '#core/time/moment';
import type { Span } from '#core/time/span';
import { type Aggregation, parseAggregation } from '#core/values/aggregation';
import { parseReduction, type Reduction } from '#core/values/reduction';
import { AS_OF_REFUSALS, type ServiceContext } from '#service/context';
import { parseSeriesId } from '#service/series/find-series';
import type { PointDetail } from '#service/series/point-detail';

/** The fields as text; `names` are what the interface calls them. */
export interface SeriesAsked {
  readonly seriesId: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly resolution?: string | undefined;
  readonly aggregation?: string | undefined;
  readonly source?: string | undefined;
  readonly currency?: string | undefined;
  readonly detail?: PointDetail | undefined;
  readonly names: SeriesFieldNames;
}

export interface SeriesFieldNames {
  readonly seriesId: string;
  readonly from: string;
  readonly to: string;
  readonly resolution: string;
  readonly aggregation: string;
}

/** A request whose fields are all valid. */
export interface SeriesRequest {
  readonly seriesId: string;
  readonly from: Moment | undefined;
  readonly to: Moment | undefined;
  readonly reduction: Reduction;
  readonly aggregation: Aggregation;
  /** Only runs of this source continue the observed values. */
  readonly source?: string | undefined;
  /** Prices are converted to this currency; undefined: they stay as stored. */
  readonly currency?: Currency | undefined;
  /** What is said of the points besides their values; undefined: nothing. */
  readonly detail?: PointDetail | undefined;
  readonly names: SeriesFieldNames;
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
  'data_damaged',
];

/** Reads the fields; refuses naming every field at fault. */
export function parseSeriesRequest(
  asked: SeriesAsked,
  context: ServiceContext,
  now: Instant,
): SeriesRequest {
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
  const currency = asked.currency?.trim()
    ? faults.check(() => parseCurrency(asked.currency!, 'currency'))
    : undefined;
  faults.throwIfAny();
  if (from && to && 'start' in from && 'start' in to)
    requireForward({ start: from.start, end: to.end }, names);
  const source = asked.source?.trim() || undefined;
  return {
    ...{ seriesId: seriesId!, from, to, reduction: reduction! },
    ...{ aggregation: aggregation!, source, currency, detail: asked.detail, names },
  };
}

/** Refuses a span that ends before it begins. */
export function requireForward(span: Span, names: SeriesFieldNames): void {
  if (span.start < span.end) return;
  throw refuseField('span_reversed', names.from, `${names.from} is after ${names.to}`);
}
