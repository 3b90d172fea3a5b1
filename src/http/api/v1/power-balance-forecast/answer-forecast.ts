// From the query of a forecast route to its answer: the series are found, and the bytes are kept for
// the same question again.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#accounts/authenticate';
import { FaultCollector } from '#core/fault-collector';
import { whenReady } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import { etagOf, forecastTag, isUnchanged } from '#http/answer/conditional';
import { type Sent, sendBytes, sendKept } from '#http/answer/send-bytes';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { callerOf } from '#http/request/request-facts';
import type { ReadParts } from '#http/request/server-parts';
import { parseAsOf, type ServiceContext, settleAsOf } from '#service/context';
import {
  type ForecastAsked,
  type ForecastRequest,
  parseForecastRequest,
} from '#service/forecasts/parse-forecast-request';
import {
  type ForecastKind,
  type ForecastTask,
  isGranted,
  settleForecast,
} from '#service/forecasts/settle-forecast';
import { answerFromOneState } from '#service/one-state';

export interface ForecastQueryText extends ForecastAsked {
  readonly asOf?: string | undefined;
}

/** Reads the query; refuses naming every field at fault. `asOf` is undefined for the present. */
export function readForecastQuery(
  query: ForecastQueryText,
  now: Instant,
  { zone }: ServiceContext,
  series?: string,
): { request: ForecastRequest; asOf: Instant | undefined } {
  const faults = new FaultCollector();
  const request = faults.check(() => parseForecastRequest(query, series));
  const asOf = faults.check(() => parseAsOf(query.asOf, 'asOf', now, zone));
  faults.throwIfAny();
  return { request: request!, asOf };
}

/** Finds the one series of a request, or those of its area. */
function settle(
  kind: ForecastKind,
  wanted: ForecastRequest,
  caller: Caller,
  context: ServiceContext,
): Promise<ForecastTask> {
  if (wanted.series === undefined) return settleForecast(kind, wanted, caller, context);
  return import('#service/slices/settle-bands').then(({ settleBands }) =>
    settleBands(wanted, caller, context),
  );
}

/** What is read of the runs that are found, and how it is written. */
export interface ForecastForm {
  /** Its part of the ETag. */
  readonly name: string;
  make(task: ForecastTask, caller: Caller, context: ServiceContext): Promise<Iterable<Buffer>>;
}

export interface ForecastQuestion {
  readonly kind: ForecastKind;
  readonly query: ForecastQueryText;
  /** The only series that is asked for. Left out: those of the query's area. */
  readonly series?: string;
  readonly form: ForecastForm;
}

export function answerForecast(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, query, series, form }: ForecastQuestion,
  { context, answers }: ReadParts,
  repeated: RepeatedRequests,
): Sent {
  const { stopwatch, now } = request;
  const caller = callerOf(request);
  const { request: wanted, asOf } = readForecastQuery(query, now, context, series);
  return answerFromOneState(context, {
    find: (present) =>
      stopwatch.time('find', () =>
        settleAsOf(present, asOf, 'asOf', (past) => settle(kind, wanted, caller, past)),
      ),
    tagOf: ({ task, context: past }) =>
      etagOf(form.name, forecastTag(task, caller.plan.pointsPerAnswer, past)),
    answer: ({ task, context: past }, etag, state): Sent => {
      const make = () =>
        state.read(() => stopwatch.time('read', () => form.make(task, caller, past)));
      // Answers are kept only for callers whose plan includes all of it.
      if (!isGranted(task, caller)) return whenReady(make(), (slices) => sendBytes(reply, slices));
      const updatedAt = Math.max(0, ...task.found.map(({ series }) => series.updatedAt ?? 0));
      if (isUnchanged(request, reply, etag, updatedAt)) return reply.send();
      // A future asOf will be in the past one day, so its answer cannot be repeated.
      repeated.remember(request, reply, etag, query.asOf ? undefined : state.dataVersion);
      return sendKept(reply, answers, etag, make);
    },
  });
}
