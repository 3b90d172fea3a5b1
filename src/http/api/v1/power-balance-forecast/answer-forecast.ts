// From the query of a forecast route to its answer: the series are found, and the bytes are kept for
// the same question again.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#accounts/authenticate';
import { whenReady } from '#core/maybe-promise';
import { etagOf, forecastTag, isUnchanged } from '#http/answer/conditional';
import { type Sent, sendBytes, sendKept } from '#http/answer/send-bytes';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { type ForecastQueryText, readForecastQuery } from '#http/request/read-forecast-query';
import { callerOf } from '#http/request/request-facts';
import type { ReadParts } from '#http/request/server-parts';
import { contextAsOf, type ServiceContext } from '#service/context';
import {
  type ForecastKind,
  type ForecastTask,
  isGranted,
  settleForecast,
} from '#service/forecasts/settle-forecast';

/** What is read of the runs that are found, and how it is written. */
export interface ForecastForm {
  /** Its part of the ETag. */
  readonly name: string;
  make(task: ForecastTask, caller: Caller, context: ServiceContext): Promise<Iterable<Buffer>>;
}

export interface ForecastQuestion {
  readonly kind: ForecastKind;
  readonly query: ForecastQueryText;
  readonly form: ForecastForm;
}

export function answerForecast(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, query, form }: ForecastQuestion,
  { context, answers }: ReadParts,
  repeated: RepeatedRequests,
): Sent {
  const { stopwatch, now } = request;
  const caller = callerOf(request);
  const { request: wanted, asOf } = readForecastQuery(query, now, context);
  return whenReady(contextAsOf(context, asOf, 'asOf'), (pastContext) => {
    // A future asOf will be in the past one day, so its answer cannot be repeated.
    const dataVersion = query.asOf ? undefined : pastContext.store.dataVersion?.();
    const settled = stopwatch.time('find', () => settleForecast(kind, wanted, caller, pastContext));
    return whenReady(settled, (task) => {
      const make = () => stopwatch.time('read', () => form.make(task, caller, pastContext));
      // Answers are kept only for callers whose plan includes all of it.
      if (!isGranted(task, caller)) return whenReady(make(), (slices) => sendBytes(reply, slices));
      const etag = etagOf(form.name, forecastTag(task, caller.plan.pointsPerAnswer, pastContext));
      const updatedAt = Math.max(0, ...task.found.map(({ series }) => series.updatedAt ?? 0));
      if (isUnchanged(request, reply, etag, updatedAt)) return reply.send();
      repeated.remember(request, reply, etag, dataVersion);
      return sendKept(reply, answers, etag, make);
    });
  });
}
