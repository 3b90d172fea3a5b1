// GET …/areas and …/short-term/areas: one operation with two paths, and never a token.

import type { FastifyInstance } from 'fastify';
import { AreaQuery, CodeList } from '#contract/forecast';
import { AREA_LIST, AREAS } from '#core/market/areas';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { addRoute } from '#http/openapi/route';
import { parseFlag } from '#http/request/query-values';

const PATHS = [
  ['areas', 'Areas and their codes'],
  ['short-term/areas', 'The same list, under the path of the document’s heading'],
] as const;

export function addAreaRoutes(app: FastifyInstance): void {
  for (const [path, summary] of PATHS) {
    addRoute<{ Querystring: AreaQuery }>(app, {
      method: 'GET',
      url: `/api/v1/power-balance-forecast/${path}`,
      access: 'public',
      tag: 'Forecasts',
      summary,
      description:
        'The 35 areas, then DE, PL, NL and BE once more as neighbours of the Nordic model.',
      querystring: AreaQuery,
      answer: CodeList,
      refuses: ['field_invalid'],
      handler: async (request, reply) => {
        const areas = parseFlag(request.query.distinct, 'distinct') ? AREAS : AREA_LIST;
        if (isUnchanged(request, reply, etagOf('areas', JSON.stringify(areas)), null))
          return reply.send();
        return areas;
      },
    });
  }
}
