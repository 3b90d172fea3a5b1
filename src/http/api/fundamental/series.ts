// POST /api/fundamental/series and /series/multi: values over a span.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  MAX_SERIES_PER_REQUEST,
  SeriesAnswerSchema,
  SeriesBody,
  SeriesMultiBody,
} from '#contract/fundamental';
import { type RefusalCode, refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { whenReady } from '#core/maybe-promise';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { findZone, type Zone } from '#core/time/zone';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { makeAnswer } from '#http/answer/make-answer';
import { sendBytes, sendKept } from '#http/answer/send-bytes';
import { taskTag } from '#http/answer/series-tag';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { documented } from '#http/openapi/documented';
import { callerOf } from '#http/request/request-facts';
import type { ServerParts } from '#http/request/server-parts';
import { writeSeriesList } from '#http/writers/write-series';
import { contextAsOf, parseAsOf } from '#service/as-of';
import type { ServiceContext } from '#service/context';
import {
  planSeries,
  type SeriesFieldNames,
  type SeriesPlan,
  settleSeries,
} from '#service/series/read-series';
import { readSeriesList } from '#service/series/read-series-list';

const SERIES_PATH = '/api/fundamental/series';
const MULTI_BODY_LIMIT = 1024 * 1024;

const NAMES: SeriesFieldNames = {
  seriesId: 'SeriesId',
  from: 'FromDateTime',
  to: 'ToDateTime',
  resolution: 'Resolution',
  aggregation: 'Aggregation',
};

const refuses: RefusalCode[] = [
  'field_missing',
  'field_invalid',
  'date_unknown',
  'date_out_of_range',
  'span_reversed',
  'resolution_unknown',
  'resolution_too_coarse',
  'history_gone',
  'series_unknown',
  'subscription_required',
  'too_many_points',
];

export function addSeriesRoutes(
  app: FastifyInstance,
  { context, answers, threads }: ServerParts,
  again: RepeatedRequests,
): void {
  again.expectPosts(SERIES_PATH);
  app.post<{ Body: SeriesBody }>(SERIES_PATH, {
    config: { access: 'userinfo' },
    schema: documented({
      tag: 'Fundamental',
      access: 'userinfo',
      summary: 'One series over a span',
      description:
        'Values as stored, resampled to market-time buckets, or reduced to the hours of a block a day. Observed values are continued by the newest forecast run.',
      body: SeriesBody,
      answer: SeriesAnswerSchema,
      refuses,
    }),
    handler: (request, reply) => {
      const { body, now, stopwatch } = request;
      const asked = readBody(body, [body.SeriesId], () => 'SeriesId', context, now);
      const { plans, keys, asOf } = asked;
      return whenReady(contextAsOf(context, asOf, 'AsOf'), (pastContext) => {
        // A time that is still to come will be past one day: only questions without one can come again.
        const dataVersion = body.AsOf ? undefined : pastContext.store.dataVersion?.();
        const settled = stopwatch.time('find', () =>
          settleSeries(plans[0]!, callerOf(request), pastContext),
        );
        return whenReady(settled, (task) => {
          const etag = etagOf('series', taskTag(task, pastContext), keys?.name);
          isUnchanged(request, reply, etag, task.series.updatedAt);
          again.remember(request, reply, etag, dataVersion);
          // Threads know the present only.
          const helpers = asOf === undefined ? threads : undefined;
          return sendKept(reply, answers, etag, () =>
            stopwatch.time('read', () =>
              makeAnswer({ task, form: 'series', keys, context: pastContext, threads: helpers }),
            ),
          );
        });
      });
    },
  });

  app.post<{ Body: SeriesMultiBody }>('/api/fundamental/series/multi', {
    config: { access: 'userinfo' },
    bodyLimit: MULTI_BODY_LIMIT,
    schema: documented({
      tag: 'Fundamental',
      access: 'userinfo',
      summary: 'Up to 100 series over one span',
      description:
        'The answers in the order of SeriesIds. One unknown or refused series refuses the whole request.',
      body: SeriesMultiBody,
      answer: Type.Array(SeriesAnswerSchema),
      refuses,
    }),
    handler: async (request, reply) => {
      const { body, now, stopwatch } = request;
      const ids = requireIds(body.SeriesIds);
      const asked = readBody(body, ids, (i) => `SeriesIds.${i}`, context, now);
      const { plans, keys, asOf } = asked;
      const pastContext = await contextAsOf(context, asOf, 'AsOf');
      const { tasks, answers: found } = await stopwatch.time('read', () =>
        readSeriesList(plans, callerOf(request), pastContext),
      );
      const updated = tasks.map((task) => task.series.updatedAt ?? 0);
      const etag = etagOf('multi', ...tasks.map((task) => taskTag(task, pastContext)), keys?.name);
      isUnchanged(request, reply, etag, updated.length > 0 ? Math.max(...updated) : null);
      return sendBytes(reply, writeSeriesList(found, { market: context.zone, keys }));
    },
  });
}

/**
 * Every field of a request, for one identifier or several; refuses naming each field at fault. As of an
 * earlier instant keywords go by the clock of then.
 */
function readBody(
  body: Omit<SeriesBody, 'SeriesId'>,
  ids: readonly (string | undefined)[],
  idField: (i: number) => string,
  context: ServiceContext,
  now: Instant,
): { plans: SeriesPlan[]; keys: Zone | undefined; asOf: Instant | undefined } {
  const faults = new FaultCollector();
  const keys = faults.check(() => parseTimeZone(body.TimeZone));
  const asOf = faults.check(() => parseAsOf(body.AsOf, 'AsOf', now, context.zone));
  const plans = faults.check(() =>
    ids.map((seriesId, i) =>
      planSeries(
        {
          seriesId,
          from: body.FromDateTime,
          to: body.ToDateTime,
          resolution: body.Resolution,
          aggregation: body.Aggregation,
          names: { ...NAMES, seriesId: idField(i) },
        },
        context,
        asOf ?? now,
      ),
    ),
  );
  faults.throwIfAny();
  return { plans: plans!, keys, asOf };
}

function requireIds(ids: readonly string[] | undefined): readonly string[] {
  if (ids === undefined)
    throw refuseField('field_missing', 'SeriesIds', 'an array of identifiers is needed');
  if (ids.length <= MAX_SERIES_PER_REQUEST) return ids;
  const message = `${ids.length} identifiers were given; at most ${MAX_SERIES_PER_REQUEST} are allowed`;
  throw refuseField('field_invalid', 'SeriesIds', message);
}

function parseTimeZone(given: string | undefined): Zone | undefined {
  if (given === undefined || given.trim() === '') return undefined;
  const zone = findZone(given.trim());
  if (zone) return zone;
  const message = `unknown time zone ${quoteGiven(given)}`;
  throw refuseField('field_invalid', 'TimeZone', message, [
    'UTC',
    'an IANA name such as Europe/Oslo',
  ]);
}
