// POST /api/fundamental/meta/all: metadata of every series with a prefix, inside or outside the plan.

import type { FastifyInstance } from 'fastify';
import { MetaAllBody, MetaAllEntry } from '#contract/fundamental';
import { Type } from '#contract/schema';
import { refuseField } from '#core/errors';
import { normalizeSeriesId } from '#core/market/categories';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import type { Sent } from '#http/answer/send-bytes';
import { sendKeptPages } from '#http/answer/send-pages';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { ReadParts } from '#http/request/server-parts';
import { writeMetaList } from '#http/writers/write-meta-list';
import { answerFromOneState } from '#service/one-state';
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
      const prefix = normalizeSeriesId(Prefix);
      const patterns = caller.plan.patterns.join(' ');
      return answerFromOneState(context, {
        find: async ({ store }) => {
          const catalog = await request.stopwatch.time('read', () => store.readCatalogState());
          return { store, catalog };
        },
        tagOf: ({ catalog: { version, updatedAt } }) =>
          etagOf('meta/all', prefix, version, updatedAt, patterns, context.zone.name),
        answer: ({ store, catalog }, etag, state): Sent => {
          isUnchanged(request, reply, etag, catalog.updatedAt);
          repeated.remember(request, reply, etag, state.dataVersion);
          return sendKeptPages(reply, { answers, etag }, state, () => {
            const pages = listSeries(store, { prefix, onlySubscribed: false }, caller);
            return writeMetaList(pages, context.zone);
          });
        },
      });
    },
  });
}
