// GET …/overview: the newest run of every area in one figure, for a map or a ranking.

import type { FastifyInstance } from 'fastify';
import { ForecastOverview, OverviewQuery } from '#contract/forecast';
import { FaultCollector } from '#core/fault-collector';
import { formatUtc } from '#core/time/instant';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { documented } from '#http/openapi/documented';
import { callerOf } from '#http/request/request-facts';
import type { ServerParts } from '#http/request/server-parts';
import { contextAsOf, parseAsOf } from '#service/as-of';
import { readOverview } from '#service/forecasts/forecast-overview';
import { parseCategory } from '#service/forecasts/parse-forecast-request';

export function addOverviewRoute(app: FastifyInstance, { context }: ServerParts): void {
  app.get<{ Querystring: OverviewQuery }>('/api/v1/power-balance-forecast/overview', {
    config: { access: 'bearer' },
    schema: documented({
      tag: 'Forecasts',
      access: 'bearer',
      summary: 'The newest run of every area, one figure each',
      description: 'The mean over the market-time day after the run.',
      querystring: OverviewQuery,
      answer: ForecastOverview,
      refuses: ['field_invalid', 'date_unknown', 'date_out_of_range', 'history_gone'],
    }),
    handler: async (request, reply) => {
      const { query, now, stopwatch } = request;
      const faults = new FaultCollector();
      const asked = faults.check(() => parseCategory(query.balanceCategory));
      const asOf = faults.check(() => parseAsOf(query.asOf, 'asOf', now, context.zone));
      faults.throwIfAny();
      const category = asked ?? parseCategory('hrprice')!;
      const overview = await stopwatch.time('read', async () => {
        const pastContext = await contextAsOf(context, asOf, 'asOf');
        return readOverview(category, callerOf(request), pastContext);
      });
      const answer: ForecastOverview = {
        balanceCategory: category.name,
        areas: overview.map(({ area, isSubscribed, run }) => ({
          area: area.code,
          description: area.description,
          analyzedTime: run ? formatUtc(run.analyzedAt) : null,
          startDate: run ? formatUtc(run.dayStart) : null,
          mean: run && Number.isFinite(run.mean) ? run.mean : null,
          unit: run?.unit ?? null,
          subscribed: isSubscribed,
        })),
      };
      if (isUnchanged(request, reply, etagOf('overview', JSON.stringify(answer)), null))
        return reply.send();
      return answer;
    },
  });
}
