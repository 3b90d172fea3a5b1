// GET …/overview: the newest run of every area in one figure, for a map or a ranking.

import type { FastifyInstance } from 'fastify';
import { ForecastOverview, OverviewQuery } from '#contract/forecast';
import { FaultCollector } from '#core/fault-collector';
import type { Category } from '#core/market/categories';
import { formatUtc } from '#core/time/instant';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { addRoute } from '#http/openapi/route';
import { parseFlag } from '#http/request/query-values';
import { callerOf } from '#http/request/request-facts';
import { AS_OF_REFUSALS, parseAsOf, type ServiceContext } from '#service/context';
import type { AreaOverview } from '#service/forecasts/forecast-overview';
import { parseCategory } from '#service/forecasts/parse-forecast-request';
import { readFromOneState } from '#service/one-state';

export function addOverviewRoute(app: FastifyInstance, context: ServiceContext): void {
  addRoute<{ Querystring: OverviewQuery }>(app, {
    method: 'GET',
    url: '/api/v1/power-balance-forecast/overview',
    access: 'bearer',
    tag: 'Forecasts',
    summary: 'The newest run of every area, one figure each',
    description: 'The mean over the market-time day after the run.',
    querystring: OverviewQuery,
    answer: ForecastOverview,
    refuses: ['field_invalid', ...AS_OF_REFUSALS, 'data_damaged'],
    handler: async (request, reply) => {
      const { query, now, stopwatch } = request;
      const faults = new FaultCollector();
      const asked = faults.check(() => parseCategory(query.balanceCategory));
      const asOf = faults.check(() => parseAsOf(query.asOf, 'asOf', now, context.zone));
      const hasCounts = faults.check(() => parseFlag(query.counts, 'counts')) ?? false;
      faults.throwIfAny();
      const category = asked ?? parseCategory('hrprice')!;
      const { readOverview } = await import('#service/forecasts/forecast-overview');
      const overview = await stopwatch.time('read', () =>
        readFromOneState(context, asOf, 'asOf', (past) =>
          readOverview(category, query.source?.trim() || undefined, callerOf(request), past),
        ),
      );
      const answer = describe(category, overview, hasCounts);
      if (isUnchanged(request, reply, etagOf('overview', JSON.stringify(answer)), null))
        return reply.send();
      return answer;
    },
  });
}

const describe = (
  category: Category,
  overview: readonly AreaOverview[],
  hasCounts: boolean,
): ForecastOverview => ({
  balanceCategory: category.name,
  areas: overview.map(({ area, isSubscribed, run }) => ({
    area: area.code,
    description: area.description,
    source: run?.source ?? null,
    analyzedTime: run ? formatUtc(run.analyzedAt) : null,
    startDate: run ? formatUtc(run.dayStart) : null,
    mean: run && Number.isFinite(run.mean) ? run.mean : null,
    ...(hasCounts && { count: run?.count ?? null, expected: run?.expected ?? null }),
    unit: run?.unit ?? null,
    subscribed: isSubscribed,
  })),
});
