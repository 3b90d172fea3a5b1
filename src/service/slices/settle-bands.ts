// From a request for one run of any series to a task, which is read like one of an area.

import type { Caller } from '#accounts/authenticate';
import type { ServiceContext } from '#service/context';
import type { ForecastRequest } from '#service/forecasts/parse-forecast-request';
import type { ForecastTask } from '#service/forecasts/settle-forecast';
import { findSeriesOrRefuse, requireSubscription } from '#service/series/find-series';

/** Finds the series of a request. Its values stay in its own unit, and all of a run is meant. */
export async function settleBands(
  request: ForecastRequest,
  caller: Caller,
  { store }: ServiceContext,
): Promise<ForecastTask> {
  const series = await findSeriesOrRefuse(store, request.series!, 'seriesId');
  requireSubscription(caller, series.code, 'seriesId');
  const { code, description, unit } = series;
  const category = { name: series.category ?? code, description, unit, isPrice: false };
  const area = { code: series.area ?? '', description: '' };
  const found = [{ category, series }];
  return { kind: 'whole', request: { ...request, area }, found, rates: [] };
}
