// The status of the server's own model runs, read every minute.

import type { ForecastStatusAnswer } from '#contract/forecast-status';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';

const PATH = '/api/v1/power-balance-forecast/short-term/status';

/** The last known status; undefined until one is known. */
export function useForecastStatus(now: Instant): ForecastStatusAnswer | undefined {
  const { data } = useRequest(`status ${Math.floor(now / MINUTE_MS)}`, (signal) =>
    client.transport.json<ForecastStatusAnswer>('GET', PATH, { signal }),
  );
  return data;
}
