// GET /api/v1/forecasts/{seriesId}/runs and …/sources: what can be sliced.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SeriesParams } from '#contract/forecast';
import { RunsAnswer, RunsQuery, SourcesAnswer, SourcesQuery } from '#contract/slices';
import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { quoteGiven } from '#core/nearest';
import type { RefusalCode } from '#core/refusal-table';
import { formatUtc, type Instant } from '#core/time/instant';
import { parseMoment } from '#core/time/moment';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import { AS_OF_REFUSALS, gridOfSeries, parseAsOf, type ServiceContext } from '#service/context';
import { readFromOneState } from '#service/one-state';

const MOST_RUNS = 1_000;
const DEFAULT_RUNS = 100;

/** Loaded with the first list: a server is ready sooner without it. */
const loadSources = () => import('#service/slices/list-sources');

interface RunsShape {
  Params: SeriesParams;
  Querystring: RunsQuery;
}

interface SourcesShape {
  Params: SeriesParams;
  Querystring: SourcesQuery;
}

const REFUSES: readonly RefusalCode[] = [
  'field_missing',
  'field_invalid',
  ...AS_OF_REFUSALS,
  'series_unknown',
  'subscription_required',
];

export function addRunRoutes(app: FastifyInstance, context: ServiceContext): void {
  addRunsRoute(app, context);
  addSourcesRoute(app, context);
}

function addRunsRoute(app: FastifyInstance, context: ServiceContext): void {
  addRoute<RunsShape>(app, {
    method: 'GET',
    url: '/api/v1/forecasts/:seriesId/runs',
    access: 'bearer',
    tag: 'Forecasts',
    summary: 'The runs of a series, the newest first',
    params: SeriesParams,
    querystring: RunsQuery,
    answer: RunsAnswer,
    refuses: REFUSES,
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const { asOf, ...asked } = readQuery(request, context);
      const answer = await readFromOneState(context, asOf, 'asOf', async (past) => {
        const { findReadable, pageOfRuns } = await loadSources();
        const series = await findReadable(request.params.seriesId, caller, past);
        const grid = gridOfSeries(series, past.zone);
        const { runs, next } = await pageOfRuns(series, asked, past);
        return {
          seriesId: series.code,
          runs: runs.map(({ analyzedAt, source, recordedAt, updatedAt, horizon }) => ({
            analyzedTime: formatUtc(analyzedAt),
            source,
            recordedAt: recordedAt === null ? null : formatUtc(recordedAt),
            updateTime: formatUtc(updatedAt),
            from: formatUtc(grid.startOf(horizon.start)),
            to: formatUtc(grid.startOf(horizon.end - 1)),
            points: horizon.end - horizon.start,
          })),
          next: next === null ? null : formatUtc(next),
        };
      });
      if (isUnchanged(request, reply, etagOf('runs', JSON.stringify(answer)), null))
        return reply.send();
      return answer;
    },
  });
}

function addSourcesRoute(app: FastifyInstance, context: ServiceContext): void {
  addRoute<SourcesShape>(app, {
    method: 'GET',
    url: '/api/v1/forecasts/:seriesId/sources',
    access: 'bearer',
    tag: 'Forecasts',
    summary: 'The sources of a series’ runs, the preferred one first',
    params: SeriesParams,
    querystring: SourcesQuery,
    answer: SourcesAnswer,
    refuses: REFUSES,
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const asOf = parseAsOf(request.query.asOf, 'asOf', request.now, context.zone);
      const answer = await readFromOneState(context, asOf, 'asOf', async (past) => {
        const { findReadable, listSources } = await loadSources();
        const series = await findReadable(request.params.seriesId, caller, past);
        const sources = await listSources(series, past);
        return {
          seriesId: series.code,
          sources: sources.map(({ source, runs, first, last }) => ({
            source,
            runs,
            firstAnalyzedTime: formatUtc(first),
            lastAnalyzedTime: formatUtc(last),
          })),
        };
      });
      if (isUnchanged(request, reply, etagOf('sources', JSON.stringify(answer)), null))
        return reply.send();
      return answer;
    },
  });
}

function readQuery({ query, now }: FastifyRequest<RunsShape>, { zone }: ServiceContext) {
  const faults = new FaultCollector();
  const asOf = faults.check(() => parseAsOf(query.asOf, 'asOf', now, zone));
  const time = (field: 'from' | 'to' | 'before', end: boolean): Instant | undefined =>
    faults.check(() => {
      const text = query[field]?.trim();
      if (!text) return undefined;
      const moment = parseMoment(text, field, asOf ?? now, zone, end ? 'second' : 'first');
      if (!('keyword' in moment)) return end ? moment.end : moment.start;
      throw refuseField(
        'date_unknown',
        field,
        `${quoteGiven(text)} is a time of values, not of runs`,
      );
    });
  const first = time('from', false);
  const end = time('to', true);
  const before = time('before', false);
  const limit = faults.check(() => parseLimit(query.limit));
  faults.throwIfAny();
  return {
    asOf,
    source: query.source?.trim() || undefined,
    first: first ?? Number.NEGATIVE_INFINITY,
    end: Math.min(end ?? Number.POSITIVE_INFINITY, before ?? Number.POSITIVE_INFINITY),
    limit: limit!,
  };
}

function parseLimit(given: string | undefined): number {
  const text = given?.trim();
  if (!text) return DEFAULT_RUNS;
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_RUNS) return limit;
  throw refuseField('field_invalid', 'limit', `not a number of runs: ${quoteGiven(text)}`, [
    `1 to ${MOST_RUNS}`,
  ]);
}
