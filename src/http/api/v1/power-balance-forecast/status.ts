// GET …/short-term/status: how the server's own model runs stand.

import type { FastifyInstance } from 'fastify';
import { ForecastStatusAnswer } from '#contract/forecast-status';
import { formatUtc, type Instant } from '#core/time/instant';
import { addRoute } from '#http/openapi/route';
import type { ScheduleParts } from '#http/request/server-parts';

const textOf = (instant: Instant | null): string | null =>
  instant === null ? null : formatUtc(instant);

export function addForecastStatusRoute(
  app: FastifyInstance,
  { store, forecasts }: ScheduleParts,
): void {
  addRoute(app, {
    method: 'GET',
    url: '/api/v1/power-balance-forecast/short-term/status',
    access: 'list',
    tag: 'Forecasts',
    summary: 'How the server’s own model runs stand',
    description: 'The state is that of the store: another server on it may have made the runs.',
    answer: ForecastStatusAnswer,
    refuses: [],
    handler: async (request): Promise<ForecastStatusAnswer> => {
      const { readForecastStatus } = await import('#service/model-runs/forecast-jobs');
      const hours = forecasts?.hours ?? [];
      const status = await readForecastStatus(store, hours, request.now);
      return {
        scheduled: hours.length > 0,
        hours: [...hours],
        dueTime: textOf(status.dueAt),
        state: status.state,
        late: status.isLate,
        note: status.note,
        lastDueTime: textOf(status.doneDueAt),
        lastDoneTime: textOf(status.doneAt),
        nextDueTime: textOf(status.nextDueAt),
      };
    },
  });
}
