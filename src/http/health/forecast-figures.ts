// Figures of the model's own runs. They are read from the store whenever /metrics is asked for, so that
// they are right whichever server made the runs.

import { Gauge, type Metric, type Registry } from 'prom-client';
import type { Clock } from '#core/time/instant';
import type { ScheduleParts } from '#http/request/server-parts';
import { type ForecastStatus, readForecastStatus } from '#service/model-runs/forecast-jobs';

const FAILURES = 'gridtide_forecast_failures_total';

/** Adds the figures if the server makes runs of its own. */
export function addForecastFigures(
  registry: Registry,
  { store, clock, forecasts }: ScheduleParts & { readonly clock: Clock },
): void {
  if (!forecasts) return;
  const { hours, failures } = forecasts;
  const addGauge = (name: string, help: string, figureOf: (status: ForecastStatus) => number) =>
    new Gauge({
      name,
      help,
      // Every process of a server reads the same from the store.
      aggregator: 'first',
      registers: [registry],
      async collect() {
        // If the store does not answer, /readyz says so, and the other figures are still shown.
        const status = await readForecastStatus(store, hours, clock()).catch(() => undefined);
        if (status) this.set(figureOf(status));
      },
    });
  addGauge(
    'gridtide_forecast_last_success_timestamp_seconds',
    'When the runs of a due time were last made; 0 before the first.',
    ({ doneAt }) => (doneAt ?? 0) / 1000,
  );
  addGauge(
    'gridtide_forecast_late',
    '1 while the newest due time is not done 30 minutes after it was due.',
    ({ isLate }) => (isLate ? 1 : 0),
  );
  // The registry asks a metric only for its name and, when read, for its values.
  registry.registerMetric({
    name: FAILURES,
    get: async () => ({
      name: FAILURES,
      help: 'Due times whose runs this process could not all make.',
      type: 'counter',
      aggregator: 'sum',
      values: [{ labels: {}, value: failures() }],
    }),
  } as unknown as Metric);
}
