// GET /api/v1/status/feeds: how new the values of each series are, and which are late.

import type { FastifyInstance } from 'fastify';
import { FeedsAnswer, FeedsQuery, MOST_FEEDS } from '#contract/operator-state';
import { formatUtc } from '#core/time/instant';
import { allowCoding } from '#http/answer/content-coding';
import { addRoute } from '#http/openapi/route';
import { parseCount } from '#http/request/query-values';
import { callerOf } from '#http/request/request-facts';
import type { OperatorParts } from '#http/request/server-parts';

const USUAL_FEEDS = 100;

/** Loaded with the first request: a server is ready sooner without it. */
const loadFreshness = async () => ({
  ...(await import('#service/freshness/list-feeds')),
  ...(await import('#service/freshness/scan-feeds')),
  ...(await import('#service/freshness/describe-feed')),
});

export function addStatusRoute(
  app: FastifyInstance,
  { store, context: { zone } }: Pick<OperatorParts, 'store' | 'context'>,
): void {
  addRoute<{ Querystring: FeedsQuery }>(app, {
    method: 'GET',
    url: '/api/v1/status/feeds',
    access: 'bearer',
    tag: 'Series',
    summary: 'How new the values of each series are, and which are late',
    description:
      'Series that the plan does not include are left out. What is expected comes from the operator’s expectations, else from the schedule of collecting; a series without either is not expected, and never late.',
    querystring: FeedsQuery,
    answer: FeedsAnswer,
    refuses: ['field_invalid', 'data_damaged'],
    handler: async (request, reply): Promise<FeedsAnswer> => {
      const { query, now, stopwatch } = request;
      const { parseFeedFilter, FeedScan, listFeeds, describeFeed } = await loadFreshness();
      const limit = parseCount(query.limit, 'limit', MOST_FEEDS) ?? USUAL_FEEDS;
      const filter = parseFeedFilter(query);
      const { plan } = callerOf(request);
      const { rows, next } = await stopwatch.time('read', async () =>
        listFeeds(store, await FeedScan.open(store, now, zone), filter, limit, plan),
      );
      // States change with the clock alone.
      reply.header('cache-control', 'no-store');
      allowCoding(request, reply);
      return { now: formatUtc(now), feeds: rows.map((row) => describeFeed(row, zone)), next };
    },
  });
}
