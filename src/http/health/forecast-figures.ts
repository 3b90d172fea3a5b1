// Figures of the model's own runs. They are read from the store whenever /metrics is asked for, so that
// they are right whichever server made the runs.

import type { Clock } from '#core/time/instant';
import { type OwnFigures, sampleOf } from '#http/figures/own-figures';
import type { ScheduleParts } from '#http/request/server-parts';

const FAILURES = 'gridtide_forecast_failures_total';

/** Adds the figures if the server makes runs of its own. */
export function addForecastFigures(
  own: OwnFigures,
  { store, clock, forecasts }: ScheduleParts & { readonly clock: Clock },
): void {
  if (!forecasts) return;
  const { hours, failures } = forecasts;
  own.addStateGauges(async () => {
    const { readForecastStatus } = await import('#service/model-runs/forecast-jobs');
    return readForecastStatus(store, hours, clock());
  }, [
    {
      name: 'gridtide_forecast_last_success_timestamp_seconds',
      help: 'When the runs of a due time were last made; 0 before the first.',
      of: ({ doneAt }) => (doneAt ?? 0) / 1000,
    },
    {
      name: 'gridtide_forecast_late',
      help: '1 while the newest due time is not done 30 minutes after it was due.',
      of: ({ isLate }) => (isLate ? 1 : 0),
    },
  ]);
  own.add({
    name: FAILURES,
    get: async () => ({
      name: FAILURES,
      help: 'Due times whose runs this process could not all make.',
      type: 'counter',
      values: [sampleOf(failures())],
    }),
  });
}
