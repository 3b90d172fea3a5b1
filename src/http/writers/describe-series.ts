// A stored series in the words of each interface.

import type { MetadataRecord } from '#contract/forecast';
import type { MetaAnswer } from '#contract/fundamental';
import { formatUtc, type Instant } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import type { Zone } from '#core/time/zone';
import { nativeOf } from '#service/context';
import { datasetsOf } from '#service/series/datasets';
import { datesOf } from '#service/series/find-series';
import type { ListedSeries } from '#service/series/list-series';
import type { SeriesRecord } from '#store/series-record';

const orNull = <T>(instant: Instant | null, format: (instant: Instant) => T): T | null =>
  instant === null ? null : format(instant);

export function describeMeta(series: SeriesRecord, zone: Zone): MetaAnswer {
  const { first, last } = datesOf(series, zone);
  const market = (instant: Instant) => formatMarket(instant, zone);
  return {
    startdate: orNull(first, market),
    enddate: orNull(last, market),
    Code: series.code,
    Description: series.description,
    Unit: series.unit,
    Resolution: nativeOf(series).code,
  };
}

export function describeRecord({ series, isSubscribed }: ListedSeries, zone: Zone): MetadataRecord {
  const { first, last } = datesOf(series, zone);
  return {
    seriesId: series.code,
    description: series.description,
    unit: series.unit,
    resolution: nativeOf(series).adverb,
    startDate: orNull(first, formatUtc),
    endDate: orNull(last, formatUtc),
    area: series.area,
    category: series.category,
    datasets: datasetsOf(series),
    lastUpdated: orNull(series.updatedAt, formatUtc),
    subscribed: isSubscribed,
  };
}
