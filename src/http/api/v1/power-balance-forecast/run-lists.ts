// GET …/issue-times and …/balance-categories: what can be asked for.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { CategoriesQuery, IssueTimesQuery } from '#contract/forecast';
import { CATEGORIES } from '#core/market/categories';
import { formatUtc } from '#core/time/instant';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { documented } from '#http/openapi/documented';
import { readForecastQuery } from '#http/request/read-forecast-query';
import type { ServerParts } from '#http/request/server-parts';
import { contextAsOf } from '#service/as-of';
import { listIssueTimes } from '#service/forecasts/list-runs';
import { parseArea } from '#service/forecasts/parse-forecast-request';

export function addRunListRoutes(app: FastifyInstance, { context }: ServerParts): void {
  app.get<{ Querystring: IssueTimesQuery }>('/api/v1/power-balance-forecast/issue-times', {
    config: { access: 'list' },
    schema: documented({
      tag: 'Forecasts',
      access: 'list',
      summary: 'Issue times of an area’s runs, newest first',
      querystring: IssueTimesQuery,
      answer: Type.Array(Type.String({ examples: ['2024-05-16T12:00:00Z'] })),
      refuses: [
        'field_missing',
        'field_invalid',
        'date_unknown',
        'date_out_of_range',
        'history_gone',
      ],
    }),
    handler: async (request, reply) => {
      // Only what this path declares: nothing else was checked for its type.
      const { area: code, balanceCategory, asOf: when } = request.query;
      const asked = { area: code, balanceCategory, asOf: when };
      const { request: wanted, asOf } = readForecastQuery(asked, request.now, context);
      const times = await request.stopwatch.time('read', async () => {
        const { store } = await contextAsOf(context, asOf, 'asOf');
        return listIssueTimes(store, wanted.area, wanted.category);
      });
      const list = times.map(formatUtc);
      if (isUnchanged(request, reply, etagOf('issue-times', ...list), times[0] ?? null))
        return reply.send();
      return list;
    },
  });

  app.get<{ Querystring: CategoriesQuery }>('/api/v1/power-balance-forecast/balance-categories', {
    config: { access: 'list' },
    schema: documented({
      tag: 'Forecasts',
      access: 'list',
      summary: 'Balance categories',
      querystring: CategoriesQuery,
      answer: Type.Array(Type.String({ examples: ['hrprice'] })),
      refuses: ['field_invalid'],
    }),
    handler: async (request, reply) => {
      if (request.query.area?.trim()) parseArea(request.query.area);
      const names = CATEGORIES.map(({ name }) => name);
      if (isUnchanged(request, reply, etagOf('balance-categories', ...names), null))
        return reply.send();
      return names;
    },
  });
}
