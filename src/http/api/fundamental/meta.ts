// POST /api/fundamental/meta: one series' metadata, inside or outside the plan.

import type { FastifyInstance } from 'fastify';
import { MetaAnswer, MetaBody } from '#contract/fundamental';
import { FaultCollector } from '#core/fault-collector';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { addRoute } from '#http/openapi/route';
import { describeMeta } from '#http/writers/describe-series';
import { AS_OF_REFUSALS, parseAsOf, type ServiceContext } from '#service/context';
import { readFromOneState } from '#service/one-state';
import { findSeriesOrRefuse, parseSeriesId } from '#service/series/find-series';

export function addMetaRoute(app: FastifyInstance, context: ServiceContext): void {
  addRoute<{ Body: MetaBody }>(app, {
    method: 'POST',
    url: '/api/fundamental/meta',
    access: 'userinfo',
    tag: 'Fundamental',
    summary: 'Metadata of one series',
    body: MetaBody,
    answer: MetaAnswer,
    refuses: ['field_missing', 'field_invalid', ...AS_OF_REFUSALS, 'series_unknown'],
    handler: async (request, reply) => {
      const { body, now, stopwatch } = request;
      const faults = new FaultCollector();
      const id = faults.check(() => parseSeriesId(body.SeriesId, 'SeriesId'));
      const asOf = faults.check(() => parseAsOf(body.AsOf, 'AsOf', now, context.zone));
      faults.throwIfAny();
      const find = ({ store }: ServiceContext) => findSeriesOrRefuse(store, id!, 'SeriesId');
      const series = await stopwatch.time('read', () =>
        // A present record is one row. A past one is several, which `compact` may remove in between.
        asOf === undefined ? find(context) : readFromOneState(context, asOf, 'AsOf', find),
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
