// GET /api/v1/accuracy: the scorecard of an area and category; …/forecasts/{seriesId}/accuracy: that of any series.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AccuracyAnswerSchema, AccuracyQuery, SeriesAccuracyQuery } from '#contract/accuracy';
import { SeriesParams } from '#contract/forecast';
import type { RefusalCode } from '#core/refusal-table';
import { describeHours } from '#core/values/blocks';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { type Sent, sendKept } from '#http/answer/send-bytes';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { ReadParts } from '#http/request/server-parts';
import type { AccuracyAsked } from '#service/accuracy/parse-accuracy-request';
import type { AccuracyTask } from '#service/accuracy/score-runs';
import { AS_OF_REFUSALS, type ServiceContext, settleAsOf } from '#service/context';
import { answerFromOneState } from '#service/one-state';

const RUNS_CHOSEN =
  'Every source is scored against the actual values. Runs are chosen as /api/v1/forecasts/{seriesId}/sliced chooses them: for each value and number of days ahead, the last run issued before the gate closes. Each group of figures has the number of its values and, in slice, the address of its rows. At most 400 days. No run in the span: no sources.';

const REFUSES: readonly RefusalCode[] = [
  'field_missing',
  'field_invalid',
  ...AS_OF_REFUSALS,
  'span_reversed',
  'series_unknown',
  'subscription_required',
  'data_damaged',
];

export function addAccuracyRoutes(app: FastifyInstance, parts: ReadParts): void {
  addRoute<{ Querystring: AccuracyQuery }>(app, {
    method: 'GET',
    url: '/api/v1/accuracy',
    access: 'bearer',
    tag: 'Forecasts',
    summary: 'How good forecasts were',
    description: RUNS_CHOSEN,
    querystring: AccuracyQuery,
    answer: AccuracyAnswerSchema,
    refuses: REFUSES,
    handler: (request, reply) =>
      answerAccuracy(request, reply, { ...request.query, seriesId: undefined }, parts),
  });

  addRoute<{ Params: SeriesParams; Querystring: SeriesAccuracyQuery }>(app, {
    method: 'GET',
    url: '/api/v1/forecasts/:seriesId/accuracy',
    access: 'bearer',
    tag: 'Forecasts',
    summary: 'How good the forecasts of a series were',
    description: `Any series with runs: see /api/v1/accuracy. ${RUNS_CHOSEN}`,
    params: SeriesParams,
    querystring: SeriesAccuracyQuery,
    answer: AccuracyAnswerSchema,
    refuses: REFUSES,
    handler: (request, reply) => {
      const named = { area: undefined, category: undefined, ...request.params };
      return answerAccuracy(request, reply, { ...request.query, ...named }, parts);
    },
  });
}

async function answerAccuracy(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AccuracyAsked,
  { context, answers }: ReadParts,
): Promise<Awaited<Sent>> {
  const { stopwatch } = request;
  // What only scores need: a server is ready sooner without it.
  const { parseAccuracyRequest } = await import('#service/accuracy/parse-accuracy-request');
  const wanted = parseAccuracyRequest(asked, request.now, context);
  const caller = callerOf(request);
  const { scoreRuns, settleAccuracy } = await import('#service/accuracy/score-runs');
  const { describeAccuracy } = await import('#http/writers/write-accuracy');
  return answerFromOneState(context, {
    find: (present) =>
      stopwatch.time('find', () =>
        settleAsOf(present, wanted.asOf, 'asOf', (past) => settleAccuracy(wanted, caller, past)),
      ),
    tagOf: ({ task }) => etagOf('accuracy', ...accuracyTag(task, context)),
    answer: ({ task, context: past }, etag, state): Sent => {
      const updatedAt = Math.max(
        task.series.updatedAt ?? 0,
        ...task.forecasters.map((series) => series.updatedAt ?? 0),
      );
      if (isUnchanged(request, reply, etag, updatedAt)) return reply.send();
      return sendKept(reply, answers, etag, async () => {
        const score = () => stopwatch.time('read', () => scoreRuns(task, past));
        const card = await state.read(score);
        return [Buffer.from(JSON.stringify(describeAccuracy(card, context)))];
      });
    },
  });
}

/** Everything that decides the bytes. It is known before any value is read. */
const accuracyTag = (
  { request, series, area, category, forecasters }: AccuracyTask,
  { zone, blocks }: ServiceContext,
): (string | number | boolean | null | undefined)[] => [
  request.span.start,
  request.span.end,
  request.source,
  request.issuedBefore,
  request.asOf,
  area,
  category,
  ...[series, ...forecasters].flatMap(({ code, version, updatedAt }) => [code, version, updatedAt]),
  zone.name,
  ...blocks.map((block) => `${block.name} ${describeHours(block)}`),
];
