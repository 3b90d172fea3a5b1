// POST /api/fundamental/meta: one series' metadata, inside or outside the plan.

import type { FastifyInstance } from 'fastify';
import { MetaAnswer, MetaBody } from '#contract/fundamental';
import { FaultCollector } from '#core/fault-collector';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { documented } from '#http/openapi/documented';
import type { ServerParts } from '#http/request/server-parts';
import { describeMeta } from '#http/writers/describe-series';
import { contextAsOf, parseAsOf } from '#service/as-of';
import { findSeriesOrRefuse, parseSeriesId } from '#service/series/find-series';

export function addMetaRoute(app: FastifyInstance, { context }: ServerParts): void {
  app.post<{ Body: MetaBody }>('/api/fundamental/meta', {
    config: { access: 'userinfo' },
    schema: documented({
      tag: 'Fundamental',
      access: 'userinfo',
      summary: 'Metadata of one series',
      body: MetaBody,
      answer: MetaAnswer,
      refuses: [
        'field_missing',
        'field_invalid',
        'date_unknown',
        'date_out_of_range',
        'history_gone',
        'series_unknown',
      ],
    }),
    handler: async (request, reply) => {
      const { body, now, stopwatch } = request;
      const faults = new FaultCollector();
      const id = faults.check(() => parseSeriesId(body.SeriesId, 'SeriesId'));
      const asOf = faults.check(() => parseAsOf(body.AsOf, 'AsOf', now, context.zone));
      faults.throwIfAny();
      const series = await stopwatch.time('read', async () => {
        const { store } = await contextAsOf(context, asOf, 'AsOf');
        return findSeriesOrRefuse(store, id!, 'SeriesId');
      });
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
