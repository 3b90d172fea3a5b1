// The status of the server's own model runs, read every minute.

import type { ForecastStatusAnswer } from '#contract/forecast-status';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import { forecasts } from '#explorer/state/forecasts.ts';
import { useRequest } from '#explorer/state/use-request.ts';

/** The last known status; undefined until one is known. */
export function useForecastStatus(now: Instant): ForecastStatusAnswer | undefined {
  const { data } = useRequest(`status ${Math.floor(now / MINUTE_MS)}`, (signal) =>
    forecasts.status({ signal }),
  );
  return data;
}
