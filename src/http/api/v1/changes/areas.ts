// GET /api/v1/changes/areas: what changed over all areas of the plan; GET …/series/{seriesId}/changes: when one series did.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  ChangesAnswer,
  ChangesQuery,
  ChangeTimesAnswer,
  ChangeTimesQuery,
  MOST_CHANGE_TIMES,
} from '#contract/changes';
import { SeriesParams } from '#contract/forecast';
import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { didYouMean, quoteGiven } from '#core/nearest';
import { DAY_MS, formatUtc, type Instant, MINUTE_MS } from '#core/time/instant';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { addRoute } from '#http/openapi/route';
import { parseCount, parseFlag } from '#http/request/query-values';
import { callerOf } from '#http/request/request-facts';
import { AS_OF_REFUSALS, parseAsOf, type ServiceContext } from '#service/context';
import { readFromOneState } from '#service/one-state';

export function addChangesRoutes(app: FastifyInstance, context: ServiceContext): void {
  addRoute<{ Querystring: ChangesQuery }>(app, {
    method: 'GET',
    url: '/api/v1/changes/areas',
    access: 'bearer',
    tag: 'Forecasts',
    summary: 'What changed since a time: today’s and tomorrow’s hours, area by area',
    description:
      'Each hour is what GET /api/v1/series/{seriesId} answers with resolution=hour, now and with asOf. Areas that the plan does not include are left out.',
    querystring: ChangesQuery,
    answer: ChangesAnswer,
    refuses: ['field_invalid', ...AS_OF_REFUSALS, 'too_many_points', 'data_damaged'],
    handler: async (request, reply) => {
      const { now, stopwatch } = request;
      const { CHANGE_CATEGORIES, readPlanChanges } = await import('#service/series/plan-changes');
      const asked = readQuery(request, context, CHANGE_CATEGORIES);
      const changes = await stopwatch.time('read', () =>
        readFromOneState(context, undefined, 'since', (present) =>
          readPlanChanges({ ...asked, now }, callerOf(request), present),
        ),
      );
      const { describeChanges } = await import('#http/writers/describe-changes');
      const answer = describeChanges(changes, asked.since);
      if (isUnchanged(request, reply, etagOf('changes', JSON.stringify(answer)), null))
        return reply.send();
      return answer;
    },
  });
  addChangeTimesRoute(app, context);
}

function readQuery(
  { query, now }: FastifyRequest<{ Querystring: ChangesQuery }>,
  { zone }: ServiceContext,
  categories: readonly string[],
) {
  const faults = new FaultCollector();
  const since = faults.check(() => parseSince(query.since, now, zone));
  const category = faults.check(() => parseChangeCategory(query.category, categories));
  const isOneSource = faults.check(() => parseFlag(query.oneSource, 'oneSource'));
  faults.throwIfAny();
  const source = query.source?.trim() || undefined;
  return { since: since!, category, source, isOneSource: isOneSource! };
}

/** A day before now by default, to the minute: a repeated request then has the same answer. */
function parseSince(
  given: string | undefined,
  now: Instant,
  zone: ServiceContext['zone'],
): Instant {
  if (!given?.trim()) return Math.floor(now / MINUTE_MS) * MINUTE_MS - DAY_MS;
  const since = parseAsOf(given, 'since', now, zone);
  if (since !== undefined) return since;
  const message = `${quoteGiven(given)} is not past: it is ${formatUtc(now)}`;
  throw refuseField('field_invalid', 'since', message, [`an instant before ${formatUtc(now)}`]);
}

function parseChangeCategory(
  given: string | undefined,
  categories: readonly string[],
): string | undefined {
  const text = given?.trim().toLowerCase() ?? '';
  if (text === '' || categories.includes(text)) return text || undefined;
  const message = `unknown category ${quoteGiven(given!)}${didYouMean(text, categories)}`;
  throw refuseField('field_invalid', 'category', message, categories);
}

const USUAL_CHANGE_TIMES = 500;

function addChangeTimesRoute(app: FastifyInstance, context: ServiceContext): void {
  addRoute<{ Params: SeriesParams; Querystring: ChangeTimesQuery }>(app, {
    method: 'GET',
    url: '/api/v1/series/:seriesId/changes',
    access: 'bearer',
    tag: 'Series',
    summary: 'When one series was made and changed, newest first',
    description: 'Each time can be given as asOf. Times before the kept history are left out.',
    params: SeriesParams,
    querystring: ChangeTimesQuery,
    answer: ChangeTimesAnswer,
    refuses: ['field_missing', 'field_invalid', 'series_unknown', 'subscription_required'],
    handler: async (request, reply) => {
      const { params, query, stopwatch } = request;
      const limit = parseCount(query.limit, 'limit', MOST_CHANGE_TIMES) ?? USUAL_CHANGE_TIMES;
      const { readChangeTimes } = await import('#service/series/change-times');
      const { series, times, hasMore } = await stopwatch.time('read', () =>
        readFromOneState(context, undefined, 'asOf', (present) =>
          readChangeTimes(params.seriesId, limit, callerOf(request), present),
        ),
      );
      const texts = times.map((time) => new Date(time).toISOString());
      const answer = { seriesId: series.code, times: texts, more: hasMore };
      if (isUnchanged(request, reply, etagOf('change-times', JSON.stringify(answer)), null))
        return reply.send();
      return answer;
    },
  });
}
