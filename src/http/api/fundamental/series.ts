// POST /api/fundamental/series and /series/multi: values over a span.

import type { FastifyInstance } from 'fastify';
import {
  MAX_SERIES_PER_REQUEST,
  SeriesAnswerSchema,
  SeriesBody,
  SeriesMultiBody,
} from '#contract/fundamental';
import { Type } from '#contract/schema';
import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { findZone, type Zone } from '#core/time/zone';
import { etagOf, isUnchanged, taskTag } from '#http/answer/conditional';
import { chooseCoding } from '#http/answer/content-coding';
import { makeAnswer, makeList } from '#http/answer/make-answer';
import { discardMade, type Sent, sendBytes, sendKept, sendMade } from '#http/answer/send-bytes';
import { takeMemory } from '#http/answer/unsent-answers';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { ReadParts } from '#http/request/server-parts';
import { parseAsOf, type ServiceContext, settleAsOf } from '#service/context';
import { answerFromOneState } from '#service/one-state';
import {
  parseSeriesRequest,
  SERIES_REFUSALS,
  type SeriesFieldNames,
  type SeriesRequest,
} from '#service/series/parse-series-request';
import { settleSeriesList } from '#service/series/read-series-list';
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
      const caller = callerOf(request);
      return answerFromOneState(context, {
        find: (present) =>
          stopwatch.time('find', () =>
            settleAsOf(present, asOf, 'AsOf', (past) => settleSeries(requests[0]!, caller, past)),
          ),
        tagOf: ({ task, context: past }) => etagOf('series', taskTag(task, past), keys?.name),
        answer: (settled, etag, state): Sent => {
          isUnchanged(request, reply, etag, settled.task.series.updatedAt);
          // A future AsOf will be in the past one day, so its answer cannot be repeated.
          repeated.remember(request, reply, etag, body.AsOf ? undefined : state.dataVersion);
          // Threads know the present only.
          const helpers = asOf === undefined && !state.isSnapshot ? threads : undefined;
          const work = { ...settled, form: 'series', keys, threads: helpers } as const;
          const make = () =>
            makeAnswer({
              ...{ ...work, coding: chooseCoding(request.headers['accept-encoding']) },
              takeMemory: (values) => takeMemory(reply, values),
            });
          return sendKept(reply, answers, etag, () =>
            state.read(() => stopwatch.time('read', make), discardMade),
          );
        },
      });
    },
  });
}

export function addSeriesMultiRoute(
  app: FastifyInstance,
  { context, threads }: Pick<ReadParts, 'context' | 'threads'>,
): void {
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
      const { stopwatch } = request;
      const { requests, keys, asOf } = readSeriesMultiBody(request.body, context, request.now);
      const caller = callerOf(request);
      return answerFromOneState(context, {
        find: (present) =>
          stopwatch.time('find', () =>
            settleAsOf(present, asOf, 'AsOf', (past) => settleSeriesList(requests, caller, past)),
          ),
        tagOf: ({ task: tasks, context: past }) =>
          etagOf('multi', ...tasks.map((task) => taskTag(task, past)), keys?.name),
        answer: async ({ task: tasks, context: past }, etag, state) => {
          const make = () =>
            makeList({
              ...{ tasks, keys, context: past, mostPoints: caller.plan.pointsPerAnswer },
              // Threads know the present only.
              threads: asOf === undefined && !state.isSnapshot ? threads : undefined,
              coding: chooseCoding(request.headers['accept-encoding']),
              takeMemory: (values) => takeMemory(reply, values),
            });
          const made = await state.read(() => stopwatch.time('read', make), discardMade);
          const updated = tasks.map((task) => task.series.updatedAt ?? 0);
          isUnchanged(request, reply, etag, updated.length > 0 ? Math.max(...updated) : null);
          return 'bytes' in made ? sendMade(reply, made) : sendBytes(reply, made);
        },
      });
    },
  });
}

// The fields of a request for values: read, or refused naming each field at fault.

const NAMES: SeriesFieldNames = {
  seriesId: 'SeriesId',
  from: 'FromDateTime',
  to: 'ToDateTime',
  resolution: 'Resolution',
  aggregation: 'Aggregation',
};

interface SeriesBodyFields {
  /** One for each identifier. */
  readonly requests: readonly SeriesRequest[];
  /** The zone of the keys; undefined for the market's. */
  readonly keys: Zone | undefined;
  /** Undefined for the present. */
  readonly asOf: Instant | undefined;
}

const readSeriesBody = (
  body: SeriesBody,
  context: ServiceContext,
  now: Instant,
): SeriesBodyFields => readFields(body, [body.SeriesId], () => 'SeriesId', context, now);

const readSeriesMultiBody = (
  body: SeriesMultiBody,
  context: ServiceContext,
  now: Instant,
): SeriesBodyFields =>
  readFields(body, requireIds(body.SeriesIds), (i) => `SeriesIds.${i}`, context, now);

/** Reads the fields. As of an earlier instant, keywords go by the clock of that instant. */
function readFields(
  body: Omit<SeriesBody, 'SeriesId'>,
  ids: readonly (string | undefined)[],
  idField: (i: number) => string,
  context: ServiceContext,
  now: Instant,
): SeriesBodyFields {
  const faults = new FaultCollector();
  const keys = faults.check(() => parseTimeZone(body.TimeZone));
  const asOf = faults.check(() => parseAsOf(body.AsOf, 'AsOf', now, context.zone));
  const requests = faults.check(() =>
    ids.map((seriesId, i) =>
      parseSeriesRequest(
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
  return { requests: requests!, keys, asOf };
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
