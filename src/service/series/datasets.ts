// The datasets that /api/v1/metadata names, and which of them serve a series.

import { findArea } from '#core/market/areas';
import { findCategory, seriesIdOf } from '#core/market/categories';
import type { SeriesRecord } from '#store/series-record';

export interface Dataset {
  readonly code: string;
  readonly group: string;
  readonly description: string;
}

export const DATASET_GROUPS = [
  {
    code: 'fundamental',
    description: 'Fundamental interface: observed series, continued by forecasts',
  },
  {
    code: 'power-balance-forecast',
    description: 'Forecast interface: model runs of price, production and consumption',
  },
] as const;

export const DATASETS: readonly Dataset[] = [
  {
    code: 'fundamental',
    group: 'fundamental',
    description: 'Any series over a span: POST /api/fundamental/series',
  },
  {
    code: 'short-term',
    group: 'power-balance-forecast',
    description: 'Short-term model runs: GET /api/v1/power-balance-forecast/short-term',
  },
  {
    code: 'day-ahead',
    group: 'power-balance-forecast',
    description: 'The market day after a model run: GET /api/v1/power-balance-forecast/day-ahead',
  },
];

/** Returns the datasets that serve a series: all of them if it is a forecast with runs. */
export function datasetsOf(series: SeriesRecord): string[] {
  const area = findArea(series.area ?? '');
  const category = findCategory(series.category ?? '');
  const isForecast =
    series.newestRunAt !== null &&
    area !== undefined &&
    category !== undefined &&
    series.code === seriesIdOf(area.code, category.name);
  return DATASETS.filter(({ group }) => isForecast || group === 'fundamental').map(
    ({ code }) => code,
  );
}
