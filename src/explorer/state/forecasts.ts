// The page's client of forecasts. Explore shows its first chart without it.

import { ForecastsClient } from '#client/forecasts-client';
import { client } from '#explorer/state/session.ts';

export const forecasts = new ForecastsClient(client.transport);
