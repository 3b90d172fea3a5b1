// POST /api/fundamental/meta/all: metadata of every series with a prefix, inside or outside the plan.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { MetaAllBody, MetaAllEntry } from '#contract/fundamental';
import { refuseField } from '#core/errors';
import { normalizeSeriesId } from '#core/market/categories';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { sendKeptPages } from '#http/answer/send-bytes';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { ReadParts } from '#http/request/server-parts';
import { writeMetaList } from '#http/writers/write-meta-list';
import { listSeries } from '#service/series/list-series';

const PATH = '/api/fundamental/meta/all';

export function addMetaAllRoute(
  app: FastifyInstance,
  { context, answers }: ReadParts,
  repeated: RepeatedRequests,
): void {
  repeated.expectPosts(PATH);
  addRoute<{ Body: MetaAllBody }>(app, {
    method: 'POST',
    url: PATH,
    access: 'userinfo',
    tag: 'Fundamental',
    summary: 'Metadata of every series whose identifier begins with a prefix',
    description:
      'Series outside the plan are listed too, with subscribed: false; their data is refused.',
    body: MetaAllBody,
    answer: Type.Array(MetaAllEntry),
    refuses: ['field_missing'],
    handler: async (request, reply) => {
      const { Prefix } = request.body;
      if (Prefix === undefined) {
        throw refuseField('field_missing', 'Prefix', 'a prefix is needed; "" is every series');
      }
      const caller = callerOf(request);
      const dataVersion = context.store.dataVersion?.();
      const state = await request.stopwatch.time('read', () => context.store.readCatalogState());
      const prefix = normalizeSeriesId(Prefix);
      const etag = etagOf(
        'meta/all',
        prefix,
        state.version,
        state.updatedAt,
        caller.plan.patterns.join(' '),
        context.zone.name,
      );
      isUnchanged(request, reply, etag, state.updatedAt);
      repeated.remember(request, reply, etag, dataVersion);
      return sendKeptPages(reply, answers, etag, () => {
        const pages = listSeries(context.store, { prefix, onlySubscribed: false }, caller);
        return writeMetaList(pages, context.zone);
      });
    },
  });
}
