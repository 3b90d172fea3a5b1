// POST /api/fundamental/series and /series/multi: values over a span.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { SeriesAnswerSchema, SeriesBody, SeriesMultiBody } from '#contract/fundamental';
import { whenReady } from '#core/maybe-promise';
import { etagOf, isUnchanged, taskTag } from '#http/answer/conditional';
import { makeAnswer } from '#http/answer/make-answer';
import { sendBytes, sendKept } from '#http/answer/send-bytes';
import { readSeriesBody, readSeriesMultiBody } from '#http/api/fundamental/read-series-body';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { ReadParts } from '#http/request/server-parts';
import { writeSeriesList } from '#http/writers/write-series';
import { contextAsOf, type ServiceContext } from '#service/context';
import { SERIES_REFUSALS } from '#service/series/parse-series-request';
import { readSeriesList } from '#service/series/read-series-list';
import { settleSeries } from '#service/series/settle-series';

const SERIES_PATH = '/api/fundamental/series';
const MULTI_BODY_LIMIT = 1024 * 1024;

export function addSeriesRoute(
  app: FastifyInstance,
  { context, answers, threads }: ReadParts,
  repeated: RepeatedRequests,
): void {
  repeated.expectPosts(SERIES_PATH);
  addRoute<{ Body: SeriesBody }>(app, {
    method: 'POST',
    url: SERIES_PATH,
    access: 'userinfo',
    tag: 'Fundamental',
    summary: 'One series over a span',
    description:
      'Values as stored, resampled to market-time buckets, or reduced to the hours of a block a day. Observed values are continued by the newest forecast run.',
    body: SeriesBody,
    answer: SeriesAnswerSchema,
    refuses: SERIES_REFUSALS,
    handler: (request, reply) => {
      const { body, now, stopwatch } = request;
      const { requests, keys, asOf } = readSeriesBody(body, context, now);
      return whenReady(contextAsOf(context, asOf, 'AsOf'), (pastContext) => {
        // A future AsOf will be in the past one day, so its answer cannot be repeated.
        const dataVersion = body.AsOf ? undefined : pastContext.store.dataVersion?.();
        const settled = stopwatch.time('find', () =>
          settleSeries(requests[0]!, callerOf(request), pastContext),
        );
        return whenReady(settled, (task) => {
          const etag = etagOf('series', taskTag(task, pastContext), keys?.name);
          isUnchanged(request, reply, etag, task.series.updatedAt);
          repeated.remember(request, reply, etag, dataVersion);
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
}

export function addSeriesMultiRoute(app: FastifyInstance, context: ServiceContext): void {
  addRoute<{ Body: SeriesMultiBody }>(app, {
    method: 'POST',
    url: '/api/fundamental/series/multi',
    access: 'userinfo',
    bodyLimit: MULTI_BODY_LIMIT,
    tag: 'Fundamental',
    summary: 'Up to 100 series over one span',
    description:
      'The answers in the order of SeriesIds. One unknown or refused series refuses the whole request.',
    body: SeriesMultiBody,
    answer: Type.Array(SeriesAnswerSchema),
    refuses: SERIES_REFUSALS,
    handler: async (request, reply) => {
      const { requests, keys, asOf } = readSeriesMultiBody(request.body, context, request.now);
      const pastContext = await contextAsOf(context, asOf, 'AsOf');
      const { tasks, answers } = await request.stopwatch.time('read', () =>
        readSeriesList(requests, callerOf(request), pastContext),
      );
      const updated = tasks.map((task) => task.series.updatedAt ?? 0);
      const etag = etagOf('multi', ...tasks.map((task) => taskTag(task, pastContext)), keys?.name);
      isUnchanged(request, reply, etag, updated.length > 0 ? Math.max(...updated) : null);
      return sendBytes(reply, writeSeriesList(answers, { market: context.zone, keys }));
    },
  });
}
