// GET …/days: base and peak of yesterday, today and tomorrow for every area of the plan, in one answer.

import type { FastifyInstance } from 'fastify';
import { DayFiguresAnswer, DayFiguresQuery } from '#contract/day-figures';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { ServiceContext } from '#service/context';
import { parseCategory } from '#service/forecasts/parse-forecast-request';
import { readFromOneState } from '#service/one-state';

export function addDaysRoute(app: FastifyInstance, context: ServiceContext): void {
  addRoute<{ Querystring: DayFiguresQuery }>(app, {
    method: 'GET',
    url: '/api/v1/power-balance-forecast/days',
    access: 'bearer',
    tag: 'Forecasts',
    summary: 'Base and peak of yesterday, today and tomorrow, area by area',
    description:
      'Each figure is what GET /api/v1/series/{seriesId} answers with resolution=day or resolution=peak. Areas that the plan does not include are left out.',
    querystring: DayFiguresQuery,
    answer: DayFiguresAnswer,
    refuses: ['field_invalid', 'data_damaged'],
    handler: async (request, reply) => {
      const { query, now, stopwatch } = request;
      const category = parseCategory(query.balanceCategory);
      const source = query.source?.trim() || undefined;
      const { readPlanDays } = await import('#service/series/day-figures');
      const days = await stopwatch.time('read', () =>
        readFromOneState(context, undefined, 'asOf', (present) =>
          readPlanDays({ category, source, now }, callerOf(request), present),
        ),
      );
      const { describeDays } = await import('#http/writers/describe-days');
      const answer = describeDays(days);
      if (isUnchanged(request, reply, etagOf('days', JSON.stringify(answer)), null))
        return reply.send();
      return answer;
    },
  });
}
