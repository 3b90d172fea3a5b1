// GET …/short-term, …/day-ahead and their /multiseries: model runs as values.

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ForecastAnswerSchema, ForecastQuery, MultiForecastQuery } from '#contract/forecast';
import type { RefusalCode } from '#core/errors';
import { etagOf, isUnchanged } from '#http/conditional';
import { documented } from '#http/documented';
import { callerOf } from '#http/request-facts';
import { sendBytes } from '#http/send-bytes';
import type { ServerParts } from '#http/server-parts';
import { writeForecast, writeForecasts } from '#http/write-forecast';
import { planForecast } from '#service/plan-forecast';
import {
  type ForecastAnswer,
  type ForecastKind,
  readForecast,
  readForecasts,
} from '#service/read-forecast';

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
  'resolution_unknown',
  'subscription_required',
  'too_many_points',
  'exchange_rate_missing',
];

export function addForecastRoutes(app: FastifyInstance, { context }: ServerParts): void {
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
      handler: async (request, reply) => {
        // The range of issue times is not this path's: it was not even checked for its type.
        const single = { ...request.query, fromIssueTime: undefined, toIssueTime: undefined };
        const plan = planForecast(single);
        const answer = await request.stopwatch.time(
          'read',
          readForecast(kind, plan, callerOf(request), context),
        );
        if (isUnchanged(request, reply, tagOf([answer]), updatedAt([answer]))) return reply.send();
        return sendBytes(reply, writeForecast(answer));
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
      handler: async (request, reply) => {
        const plan = planForecast(request.query);
        const answers = await request.stopwatch.time(
          'read',
          readForecasts(kind, plan, callerOf(request), context),
        );
        if (isUnchanged(request, reply, tagOf(answers), updatedAt(answers))) return reply.send();
        return sendBytes(reply, writeForecasts(answers));
      },
    });
  }
}

/** Runs are short, so the values themselves decide: rates and rules are then covered too. */
function tagOf(answers: readonly ForecastAnswer[]): string {
  const digest = createHash('sha256');
  for (const { analyzedAt, parts } of answers) {
    digest.update(`run ${analyzedAt}`);
    for (const { area, category, unit, resolution, updatedAt, points } of parts) {
      digest.update([area.code, category.name, unit, resolution.adverb, updatedAt].join('|'));
      digest.update(points.times).update(points.values);
    }
  }
  return etagOf('forecast', digest.digest('base64url'));
}

const updatedAt = (answers: readonly ForecastAnswer[]): number | null =>
  answers.reduce<number | null>(
    (newest, { parts }) =>
      parts.reduce<number | null>((at, part) => Math.max(at ?? 0, part.updatedAt), newest),
    null,
  );
