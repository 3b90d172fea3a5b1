// The address of an area's forecasts: read and written. Pure.

import type { TimeZoneChoice } from '#view/address/range-address';

export const DEFAULT_AREA = 'DE';
export const DEFAULT_CATEGORY = 'hrprice';

export interface ForecastsView {
  readonly page: 'forecasts';
  readonly area: string;
  readonly category: string;
  /** The source of the runs; empty is the first in the order of sources. */
  readonly source: string;
  /** The other sources that are laid beside it. */
  readonly beside: readonly string[];
  /** The issue time of the chosen run (`…Z`); empty is the newest. */
  readonly run: string;
  /** The delivery hour followed across runs (`…Z`); empty is none. */
  readonly hour: string;
  /** Whether the chosen run's bands are drawn. */
  readonly bands: boolean;
  readonly zone: TimeZoneChoice;
}

export function readForecasts(area: string, query: URLSearchParams): ForecastsView {
  return {
    page: 'forecasts',
    area: (area === '' ? DEFAULT_AREA : area).toUpperCase(),
    category: query.get('category') ?? DEFAULT_CATEGORY,
    source: query.get('source') ?? '',
    beside: query.getAll('beside').filter((source) => source !== ''),
    run: query.get('run') ?? '',
    hour: query.get('hour') ?? '',
    bands: query.get('bands') !== 'off',
    zone: query.get('zone') === 'utc' ? 'utc' : 'market',
  };
}

export function forecastsQuery(view: ForecastsView): URLSearchParams {
  const query = new URLSearchParams();
  if (view.category !== DEFAULT_CATEGORY) query.set('category', view.category);
  if (view.source !== '') query.set('source', view.source);
  for (const source of view.beside) query.append('beside', source);
  if (view.run !== '') query.set('run', view.run);
  if (view.hour !== '') query.set('hour', view.hour);
  if (!view.bands) query.set('bands', 'off');
  if (view.zone === 'utc') query.set('zone', 'utc');
  return query;
}
