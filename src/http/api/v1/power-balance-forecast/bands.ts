// GET …/short-term/bands: one model run with its bands and what its model says of it.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BandsAnswerSchema, BandsQuery } from '#contract/forecast';
import { whenReady } from '#core/maybe-promise';
import { RESOLUTIONS } from '#core/time/resolution';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { forecastTag } from '#http/answer/forecast-tag';
import { type Sent, sendBytes, sendKept } from '#http/answer/send-bytes';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { documented } from '#http/openapi/documented';
import { readForecastQuery } from '#http/request/read-forecast-query';
import { callerOf } from '#http/request/request-facts';
import type { ServerParts } from '#http/request/server-parts';
import { writeBands } from '#http/writers/write-bands';
import { contextAsOf } from '#service/as-of';
import type { ServiceContext } from '#service/context';
import { isLeftOut } from '#service/forecasts/parse-forecast-request';
import { readForecastBands } from '#service/forecasts/read-bands';
import { type ForecastTask, isGranted, settleForecast } from '#service/forecasts/read-forecast';

/** No run is finer, so asking for it is asking for the run's own. */
const FINEST = RESOLUTIONS[0]!.adverb;

export function addBandsRoute(
  app: FastifyInstance,
  parts: ServerParts,
  again: RepeatedRequests,
): void {
  const { context, answers } = parts;

  /** Kept answers are for callers whose plan includes all of it. */
  const sendBands = (
    request: FastifyRequest,
    reply: FastifyReply,
    task: ForecastTask,
    pastContext: ServiceContext,
    dataVersion: number | undefined,
  ): Sent => {
    const caller = callerOf(request);
    const make = async () =>
      writeBands(
        await request.stopwatch.time('read', () => readForecastBands(task, caller, pastContext)),
      );
    if (!isGranted(task, caller)) return whenReady(make(), (slices) => sendBytes(reply, slices));
    const etag = etagOf('bands', forecastTag(task, caller.plan.pointsPerAnswer, pastContext));
    const updatedAt = Math.max(0, ...task.found.map(({ series }) => series.updatedAt ?? 0));
    if (isUnchanged(request, reply, etag, updatedAt)) return reply.send();
    again.remember(request, reply, etag, dataVersion);
    return sendKept(reply, answers, etag, make);
  };

  app.get<{ Querystring: BandsQuery }>('/api/v1/power-balance-forecast/short-term/bands', {
    config: { access: 'bearer' },
    schema: documented({
      tag: 'Forecasts',
      access: 'bearer',
      summary: 'One run of short-term model results with its bands',
      description:
        'The run and the span that …/short-term answers with. Each value has a lower and an upper bound for each level; `runs` says how the model made it.',
      querystring: BandsQuery,
      answer: BandsAnswerSchema,
      refuses: [
        'field_missing',
        'field_invalid',
        'date_unknown',
        'date_out_of_range',
        'span_reversed',
        'resolution_unknown',
        'history_gone',
        'run_unknown',
        'subscription_required',
        'too_many_points',
        'exchange_rate_missing',
        'bands_not_averaged',
      ],
    }),
    handler: (request, reply) => {
      const { resolution } = request.query;
      // Only what this path declares: a range of issue times was not checked for its type.
      const single = {
        ...request.query,
        resolution: isLeftOut(resolution) ? FINEST : resolution,
        fromIssueTime: undefined,
        toIssueTime: undefined,
      };
      const { request: wanted, asOf } = readForecastQuery(single, request.now, context);
      return whenReady(contextAsOf(context, asOf, 'asOf'), (pastContext) => {
        const dataVersion = single.asOf ? undefined : pastContext.store.dataVersion?.();
        const settled = request.stopwatch.time('find', () =>
          settleForecast('short-term', wanted, callerOf(request), pastContext),
        );
        return whenReady(settled, (task) =>
          sendBands(request, reply, task, pastContext, dataVersion),
        );
      });
    },
  });
}
