// GET /api/v1/metadata (a token needed) and /api/v1/metadata/series (the same records, a list).

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { MetadataQuery, MetadataRecord } from '#contract/forecast';
import { FaultCollector } from '#core/fault-collector';
import { normalizeSeriesId } from '#core/market/series-id';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { sendBytes } from '#http/answer/send-bytes';
import { documented } from '#http/openapi/documented';
import { parseCount, parseFlag } from '#http/request/query-values';
import type { ServerParts } from '#http/request/server-parts';
import { describeRecord } from '#http/writers/describe-series';
import { writeList } from '#http/writers/write-list';
import { parseAdverb, parseArea } from '#service/forecasts/parse-forecast-request';
import { type ListQuery, listSeries, listSeriesPage } from '#service/series/list-series';

const LARGEST_LIMIT = 10_000;

interface MetadataPlan {
  readonly query: ListQuery;
  readonly limit: number | undefined;
}

function planMetadata(asked: MetadataQuery): MetadataPlan {
  const faults = new FaultCollector();
  const isGiven = (text: string | undefined): text is string =>
    text !== undefined && text.trim() !== '';
  const area = isGiven(asked.area) ? faults.check(() => parseArea(asked.area)) : undefined;
  const resolution = isGiven(asked.resolution)
    ? faults.check(() => parseAdverb(asked.resolution))
    : undefined;
  const all = faults.check(() => parseFlag(asked.all, 'all'));
  const limit = faults.check(() => parseCount(asked.limit, 'limit', LARGEST_LIMIT));
  faults.throwIfAny();
  return {
    limit,
    query: {
      prefix: normalizeSeriesId(asked.prefix ?? ''),
      words: (asked.q ?? '').trim().split(/\s+/).filter(Boolean),
      ...(area ? { area: area.code } : {}),
      ...(resolution ? { resolution: resolution.name } : {}),
      ...(isGiven(asked.after) ? { after: normalizeSeriesId(asked.after) } : {}),
      onlySubscribed: !all,
    },
  };
}

export function addMetadataRoutes(app: FastifyInstance, { context }: ServerParts): void {
  const answer = async (
    request: FastifyRequest<{ Querystring: MetadataQuery }>,
    reply: FastifyReply,
  ) => {
    const { caller } = request;
    const { query, limit } = planMetadata(request.query);
    const state = await request.stopwatch.time('read', () => context.store.readCatalogState());
    const patterns = caller?.plan.patterns.join(' ') ?? '*';
    const etag = etagOf(
      'metadata',
      JSON.stringify(query),
      limit,
      state.version,
      state.updatedAt,
      patterns,
      context.zone.name,
    );
    if (isUnchanged(request, reply, etag, state.updatedAt)) return reply.send();
    const describe = (listed: Parameters<typeof describeRecord>[0]) =>
      describeRecord(listed, context.zone);
    if (limit === undefined)
      return sendBytes(reply, writeList(listSeries(context.store, query, caller), describe));

    const { listed, hasMore } = await listSeriesPage(context.store, query, caller, limit);
    if (hasMore)
      reply.header('link', `<${nextAddress(request, listed.at(-1)!.series.code)}>; rel="next"`);
    return listed.map(describe);
  };
  const shared = {
    tag: 'Metadata',
    querystring: MetadataQuery,
    answer: Type.Array(MetadataRecord),
    refuses: ['field_invalid', 'resolution_unknown'] as const,
  };
  app.get<{ Querystring: MetadataQuery }>('/api/v1/metadata', {
    config: { access: 'bearer' },
    schema: documented({ ...shared, access: 'bearer', summary: 'Series available to the caller' }),
    handler: answer,
  });
  app.get<{ Querystring: MetadataQuery }>('/api/v1/metadata/series', {
    config: { access: 'list' },
    schema: documented({
      ...shared,
      access: 'list',
      summary: 'The same records: all of them without a token, the plan’s with one',
    }),
    handler: answer,
  });
}

/** The same request from the next identifier on. */
function nextAddress(
  request: FastifyRequest<{ Querystring: MetadataQuery }>,
  lastCode: string,
): string {
  const query = new URLSearchParams(request.query as Record<string, string>);
  query.set('after', lastCode);
  return `${request.routeOptions.url}?${query}`;
}
