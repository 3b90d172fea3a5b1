// How it stands with the server's own model runs, asked anew every minute.

import type { ForecastStatusAnswer } from '#contract/forecast-status';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';

const PATH = '/api/v1/power-balance-forecast/short-term/status';

/** Undefined until it is known; the last one known where the server cannot be asked. */
export function useForecastStatus(now: Instant): ForecastStatusAnswer | undefined {
  const { data } = useRequest(`status ${Math.floor(now / MINUTE_MS)}`, (signal) =>
    client.transport.json<ForecastStatusAnswer>('GET', PATH, { signal }),
  );
  return data;
}
