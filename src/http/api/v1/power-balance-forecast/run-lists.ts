// GET …/issue-times and …/balance-categories: what can be asked for.

import type { FastifyInstance } from 'fastify';
import { CategoriesQuery, IssueTimesQuery } from '#contract/forecast';
import { Type } from '#contract/schema';
import { CATEGORIES } from '#core/market/categories';
import { formatUtc } from '#core/time/instant';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { readForecastQuery } from '#http/api/v1/power-balance-forecast/answer-forecast';
import { addRoute } from '#http/openapi/route';
import { AS_OF_REFUSALS, type ServiceContext } from '#service/context';
import { listIssueTimes } from '#service/forecasts/list-runs';
import { parseArea } from '#service/forecasts/parse-forecast-request';
import { readFromOneState } from '#service/one-state';

export function addIssueTimesRoute(app: FastifyInstance, context: ServiceContext): void {
  addRoute<{ Querystring: IssueTimesQuery }>(app, {
    method: 'GET',
    url: '/api/v1/power-balance-forecast/issue-times',
    access: 'list',
    tag: 'Forecasts',
    summary: 'Issue times of an area’s runs, newest first',
    querystring: IssueTimesQuery,
    answer: Type.Array(Type.String({ examples: ['2024-05-16T12:00:00Z'] })),
    refuses: ['field_missing', 'field_invalid', ...AS_OF_REFUSALS],
    handler: async (request, reply) => {
      // Nothing but what this path declares was checked for its type.
      const { area: code, balanceCategory, source, asOf: when } = request.query;
      const asked = { area: code, balanceCategory, source, asOf: when };
      const { request: wanted, asOf } = readForecastQuery(asked, request.now, context);
      const times = await request.stopwatch.time('read', () =>
        readFromOneState(context, asOf, 'asOf', ({ store }) =>
          listIssueTimes(store, wanted.area, wanted.category, wanted.source),
        ),
      );
      const list = times.map(formatUtc);
      if (isUnchanged(request, reply, etagOf('issue-times', ...list), times[0] ?? null))
        return reply.send();
      return list;
    },
  });
}

export function addCategoriesRoute(app: FastifyInstance): void {
  addRoute<{ Querystring: CategoriesQuery }>(app, {
    method: 'GET',
    url: '/api/v1/power-balance-forecast/balance-categories',
    access: 'list',
    tag: 'Forecasts',
    summary: 'Balance categories',
    querystring: CategoriesQuery,
    answer: Type.Array(Type.String({ examples: ['hrprice'] })),
    refuses: ['field_invalid'],
    handler: async (request, reply) => {
      if (request.query.area?.trim()) parseArea(request.query.area);
      const names = CATEGORIES.map(({ name }) => name);
      if (isUnchanged(request, reply, etagOf('balance-categories', ...names), null))
        return reply.send();
      return names;
    },
  });
}
