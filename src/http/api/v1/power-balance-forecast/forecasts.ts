// GET …/short-term, …/day-ahead and their /multiseries: model runs as values.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ForecastAnswerSchema, ForecastQuery, MultiForecastQuery } from '#contract/forecast';
import type { RefusalCode } from '#core/errors';
import { whenReady } from '#core/maybe-promise';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { forecastTag } from '#http/answer/forecast-tag';
import { type Sent, sendBytes, sendKept } from '#http/answer/send-bytes';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { documented } from '#http/openapi/documented';
import { type ForecastQueryText, readForecastQuery } from '#http/request/read-forecast-query';
import { callerOf } from '#http/request/request-facts';
import type { ServerParts } from '#http/request/server-parts';
import { writeForecast, writeForecasts } from '#http/writers/write-forecast';
import { contextAsOf } from '#service/as-of';
import type { ServiceContext } from '#service/context';
import {
  type ForecastKind,
  type ForecastTask,
  isGranted,
  readForecast,
  readForecasts,
  settleForecast,
} from '#service/forecasts/read-forecast';

const KINDS: readonly { kind: ForecastKind; summary: string; span: string }[] = [
  {
    kind: 'short-term',
    summary: 'short-term model results',
    span: 'from 00:00Z of the day after the run to 00:00Z a day later: 25 hours',
  },
  {
    kind: 'day-ahead',
    summary: 'day-ahead model results',
    span: 'the market-time day after the run: 23 to 25 hours',
  },
];

const refuses: RefusalCode[] = [
  'field_missing',
  'field_invalid',
  'date_unknown',
  'span_reversed',
  'date_out_of_range',
  'resolution_unknown',
  'history_gone',
  'subscription_required',
  'too_many_points',
  'exchange_rate_missing',
];

export function addForecastRoutes(
  app: FastifyInstance,
  parts: ServerParts,
  again: RepeatedRequests,
): void {
  const { context, answers } = parts;

  /** One run, or all of the range. */
  const answerForecast = (
    request: FastifyRequest,
    reply: FastifyReply,
    kind: ForecastKind,
    query: ForecastQueryText,
    runs: 'one' | 'all',
  ): Sent => {
    const { request: wanted, asOf } = readForecastQuery(query, request.now, context);
    return whenReady(contextAsOf(context, asOf, 'asOf'), (pastContext) => {
      // A time that is still to come will be past one day: only questions without one can come again.
      const dataVersion = query.asOf ? undefined : pastContext.store.dataVersion?.();
      const settled = request.stopwatch.time('find', () =>
        settleForecast(kind, wanted, callerOf(request), pastContext),
      );
      return whenReady(settled, (task) =>
        sendForecast(request, reply, task, runs, pastContext, dataVersion),
      );
    });
  };

  /** Kept answers are for callers whose plan includes all of it. */
  const sendForecast = (
    request: FastifyRequest,
    reply: FastifyReply,
    task: ForecastTask,
    runs: 'one' | 'all',
    pastContext: ServiceContext,
    dataVersion: number | undefined,
  ): Sent => {
    const caller = callerOf(request);
    const make = async () =>
      runs === 'one'
        ? writeForecast(
            await request.stopwatch.time('read', () => readForecast(task, caller, pastContext)),
          )
        : writeForecasts(
            await request.stopwatch.time('read', () => readForecasts(task, caller, pastContext)),
          );
    if (!isGranted(task, caller)) return whenReady(make(), (slices) => sendBytes(reply, slices));
    const etag = etagOf(runs, forecastTag(task, caller.plan.pointsPerAnswer, pastContext));
    const updatedAt = task.found.reduce(
      (newest, { series }) => Math.max(newest, series.updatedAt ?? 0),
      0,
    );
    if (isUnchanged(request, reply, etag, updatedAt)) return reply.send();
    again.remember(request, reply, etag, dataVersion);
    return sendKept(reply, answers, etag, make);
  };

  for (const { kind, summary, span } of KINDS) {
    const path = `/api/v1/power-balance-forecast/${kind}`;
    app.get<{ Querystring: ForecastQuery }>(path, {
      config: { access: 'bearer' },
      schema: documented({
        tag: 'Forecasts',
        access: 'bearer',
        summary: `One run of ${summary}`,
        description: `With startDate and endDate left out: ${span}.`,
        querystring: ForecastQuery,
        answer: ForecastAnswerSchema,
        refuses: [...refuses, 'run_unknown'],
      }),
      handler: (request, reply) => {
        // The range of issue times is not this path's: it was not even checked for its type.
        const single = { ...request.query, fromIssueTime: undefined, toIssueTime: undefined };
        return answerForecast(request, reply, kind, single, 'one');
      },
    });
    app.get<{ Querystring: MultiForecastQuery }>(`${path}/multiseries`, {
      config: { access: 'bearer' },
      schema: documented({
        tag: 'Forecasts',
        access: 'bearer',
        summary: `Every run of ${summary} in a range of issue times`,
        description: 'In ascending order of analyzedTime; no run in the range: [].',
        querystring: MultiForecastQuery,
        answer: Type.Array(ForecastAnswerSchema),
        refuses,
      }),
      handler: (request, reply) => answerForecast(request, reply, kind, request.query, 'all'),
    });
  }
}
