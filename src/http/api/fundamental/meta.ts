// POST /api/fundamental/meta: one series' metadata, inside or outside the plan.

import type { FastifyInstance } from 'fastify';
import { MetaAnswer, MetaBody } from '#contract/fundamental';
import { etagOf, isUnchanged } from '#http/conditional';
import { describeMeta } from '#http/describe-series';
import { documented } from '#http/documented';
import type { ServerParts } from '#http/server-parts';
import { findSeriesOrRefuse, parseSeriesId } from '#service/find-series';

export function addMetaRoute(app: FastifyInstance, { context }: ServerParts): void {
  app.post<{ Body: MetaBody }>('/api/fundamental/meta', {
    config: { access: 'userinfo' },
    schema: documented({
      tag: 'Fundamental',
      access: 'userinfo',
      summary: 'Metadata of one series',
      body: MetaBody,
      answer: MetaAnswer,
      refuses: ['field_missing', 'field_invalid', 'series_unknown'],
    }),
    handler: async (request, reply) => {
      const id = parseSeriesId(request.body.SeriesId, 'SeriesId');
      const series = await request.stopwatch.time('read', () =>
        findSeriesOrRefuse(context.store, id, 'SeriesId'),
      );
      isUnchanged(
        request,
        reply,
        etagOf('meta', series.code, series.version, series.updatedAt, context.zone.name),
        series.updatedAt,
      );
      return describeMeta(series, context.zone);
    },
  });
}
