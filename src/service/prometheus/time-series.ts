// Time series as Prometheus' interface shows them: the observed values of a series, the newest run of each
// source, and slices by lead. A metric is a category; labels say the rest.

import type { Lead } from '#core/values/slice-rule';
import { MOST_DAYS_AHEAD, MOST_HOURS_AHEAD } from '#core/values/slice-rule';
import type { Label } from '#service/prometheus/matchers';
import type { SeriesRecord } from '#store/series-record';

export interface TimeSeries {
  readonly series: SeriesRecord;
  /** Undefined: observed values. */
  readonly source?: string | undefined;
  /** Undefined: the newest run; else a name such as `1d`. Only a source's. */
  readonly lead?: string | undefined;
}

/** The metric of series without a category. */
export const NO_CATEGORY = 'value';

/** The name of a category's metric: signs that names of metrics cannot have become `_`. */
export const metricOf = ({ category }: Pick<SeriesRecord, 'category'>): string =>
  category === null ? NO_CATEGORY : category.replace(/[^a-z0-9_:]/gi, '_').replace(/^(?=\d)/, '_');

const LEAD = /^(0|[1-9]\d{0,2})([dh])$/;

/** The lead of a name: `1d` is a day ahead, `24h` 24 hours. Undefined if there is none. */
export function findLead(name: string): Lead | undefined {
  const [, count, unit] = LEAD.exec(name) ?? [];
  if (count === undefined) return undefined;
  if (unit === 'd')
    return Number(count) <= MOST_DAYS_AHEAD ? { daysAhead: Number(count) } : undefined;
  return Number(count) <= MOST_HOURS_AHEAD ? { hoursAhead: Number(count) } : undefined;
}

/** The leads that lists show and that patterns find. Others are found by their name. */
export const LISTED_LEADS: readonly string[] = Array.from(
  { length: MOST_DAYS_AHEAD + 1 },
  (_, days) => `${days}d`,
);

/** The text of a label; '' if the time series does not have it. */
export function labelOf({ series, source, lead }: TimeSeries, label: Label): string {
  switch (label) {
    case '__name__':
      return metricOf(series);
    case 'area':
      return series.area ?? '';
    case 'lead':
      return lead ?? '';
    case 'series':
      return series.code;
    case 'source':
      return source ?? '';
  }
}
