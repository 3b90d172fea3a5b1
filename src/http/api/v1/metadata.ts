// GET /api/v1/metadata (a token needed) and /api/v1/metadata/series (the same records, a list).

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MetadataQuery, MetadataRecord } from '#contract/forecast';
import { Type } from '#contract/schema';
import { FaultCollector } from '#core/fault-collector';
import { normalizeSeriesId } from '#core/market/categories';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { JSON_TYPE, sendWhole } from '#http/answer/send-bytes';
import { LONGEST_WHOLE_BYTES, sendPages } from '#http/answer/send-pages';
import { StrangerQueue } from '#http/answer/stranger-queue';
import { takeStrangerMemory } from '#http/answer/unsent-answers';
import { addRoute } from '#http/openapi/route';
import { parseCount, parseFlag, parseWords } from '#http/request/query-values';
import { describeRecord } from '#http/writers/describe-series';
import { writeList } from '#http/writers/write-list';
import type { ServiceContext } from '#service/context';
import { parseAdverb, parseArea } from '#service/forecasts/parse-forecast-request';
import { answerFromOneState } from '#service/one-state';
import {
  FirstSeries,
  type ListedSeries,
  type ListQuery,
  listSeries,
} from '#service/series/list-series';

const LARGEST_LIMIT = 10_000;
/** Bytes of a series in a list, about. */
const RECORD_BYTES = 300;

type MetadataRequest = FastifyRequest<{ Querystring: MetadataQuery }>;

export function addMetadataRoutes(app: FastifyInstance, context: ServiceContext): void {
  const queue = new StrangerQueue();
  const shared = {
    method: 'GET',
    tag: 'Metadata',
    querystring: MetadataQuery,
    answer: Type.Array(MetadataRecord),
    refuses: ['field_invalid', 'resolution_unknown'],
    handler: (request: MetadataRequest, reply: FastifyReply) =>
      answerMetadata(request, reply, context, queue),
  } as const;
  addRoute<{ Querystring: MetadataQuery }>(app, {
    ...shared,
    url: '/api/v1/metadata',
    access: 'bearer',
    summary: 'Series available to the caller',
  });
  addRoute<{ Querystring: MetadataQuery }>(app, {
    ...shared,
    url: '/api/v1/metadata/series',
    access: 'list',
    summary: 'The same records: all of them without a token, the plan’s with one',
  });
}

async function answerMetadata(
  request: MetadataRequest,
  reply: FastifyReply,
  context: ServiceContext,
  queue: StrangerQueue,
) {
  const { caller } = request;
  const { query, limit } = readQuery(request.query);
  if (!caller) {
    const likelyBytes = limit === undefined ? LONGEST_WHOLE_BYTES : limit * RECORD_BYTES;
    takeStrangerMemory(reply, likelyBytes);
  }
  const patterns = caller?.plan.patterns.join(' ') ?? '*';
  const { zone } = context;
  const asked = JSON.stringify(query);
  const describe = (listed: ListedSeries) => describeRecord(listed, zone);
  return answerFromOneState(context, {
    find: async ({ store }) => {
      const catalog = await request.stopwatch.time('read', () => store.readCatalogState());
      return { store, catalog };
    },
    tagOf: ({ catalog: { version, updatedAt } }) =>
      etagOf('metadata', asked, limit, version, updatedAt, patterns, zone.name),
    answer: async ({ store, catalog }, etag, state) => {
      if (isUnchanged(request, reply, etag, catalog.updatedAt)) return reply.send();
      const write = (pages: AsyncIterable<ListedSeries[]>) => {
        const written = writeList(pages, describe);
        return caller ? written : queue.pages(written);
      };
      if (limit === undefined)
        return sendPages(reply, state, () => write(listSeries(store, query, caller)));
      const { first, bytes } = await state.read(async () => {
        const first = new FirstSeries(listSeries(store, query, caller, limit + 1), limit);
        return { first, bytes: await Array.fromAsync(write(first.read())) };
      });
      if (first.hasMore)
        reply.header('link', `<${nextAddress(request, first.last!.series.code)}>; rel="next"`);
      return sendWhole(reply.header('content-type', JSON_TYPE), Buffer.concat(bytes));
    },
  });
}

function readQuery(asked: MetadataQuery): { query: ListQuery; limit: number | undefined } {
  const faults = new FaultCollector();
  const isGiven = (text: string | undefined): text is string =>
    text !== undefined && text.trim() !== '';
  const area = isGiven(asked.area) ? faults.check(() => parseArea(asked.area)) : undefined;
  const resolution = isGiven(asked.resolution)
    ? faults.check(() => parseAdverb(asked.resolution))
    : undefined;
  const all = faults.check(() => parseFlag(asked.all, 'all'));
  const limit = faults.check(() => parseCount(asked.limit, 'limit', LARGEST_LIMIT));
  const words = faults.check(() => parseWords(asked.q, 'q'));
  faults.throwIfAny();
  return {
    limit,
    query: {
      prefix: normalizeSeriesId(asked.prefix ?? ''),
      words: words!,
      ...(area ? { area: area.code } : {}),
      ...(resolution ? { resolution: resolution.name } : {}),
      ...(isGiven(asked.after) ? { after: normalizeSeriesId(asked.after) } : {}),
      onlySubscribed: !all,
    },
  };
}

/** The address of the same request from the next identifier on. */
function nextAddress(request: MetadataRequest, lastCode: string): string {
  const query = new URLSearchParams(request.query as Record<string, string>);
  query.set('after', lastCode);
  return `${request.routeOptions.url}?${query}`;
}
