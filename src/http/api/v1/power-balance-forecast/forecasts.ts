// GET …/short-term, …/day-ahead and their /multiseries: model runs as values.

import type { FastifyInstance } from 'fastify';
import { ForecastAnswerSchema, ForecastQuery, MultiForecastQuery } from '#contract/forecast';
import { Type } from '#contract/schema';
import {
  answerForecast,
  type ForecastForm,
} from '#http/api/v1/power-balance-forecast/answer-forecast';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { addRoute } from '#http/openapi/route';
import type { ReadParts } from '#http/request/server-parts';
import { writeForecast, writeForecasts } from '#http/writers/write-forecast';
import { FORECAST_REFUSALS, readForecast, readForecasts } from '#service/forecasts/read-forecast';
import type { ForecastKind } from '#service/forecasts/settle-forecast';

interface ForecastPath {
  readonly kind: ForecastKind;
  readonly summary: string;
  /** The span if no date is given. */
  readonly span: string;
}

const PATHS: readonly ForecastPath[] = [
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

const ONE_RUN: ForecastForm = {
  name: 'one',
  make: async (...asked) => writeForecast(await readForecast(...asked)),
};

const ALL_RUNS: ForecastForm = {
  name: 'all',
  make: async (...asked) => writeForecasts(await readForecasts(...asked)),
};

export function addForecastRoutes(
  app: FastifyInstance,
  parts: ReadParts,
  repeated: RepeatedRequests,
): void {
  for (const path of PATHS) {
    addForecastRoute(app, path, parts, repeated);
    addMultiForecastRoute(app, path, parts, repeated);
  }
}

function addForecastRoute(
  app: FastifyInstance,
  { kind, summary, span }: ForecastPath,
  parts: ReadParts,
  repeated: RepeatedRequests,
): void {
  addRoute<{ Querystring: ForecastQuery }>(app, {
    method: 'GET',
    url: `/api/v1/power-balance-forecast/${kind}`,
    access: 'bearer',
    tag: 'Forecasts',
    summary: `One run of ${summary}`,
    description: `With startDate and endDate left out: ${span}.`,
    querystring: ForecastQuery,
    answer: ForecastAnswerSchema,
    refuses: [...FORECAST_REFUSALS, 'run_unknown'],
    handler: (request, reply) => {
      // This path has no range of issue times: it was not even checked for its type.
      const query = { ...request.query, fromIssueTime: undefined, toIssueTime: undefined };
      return answerForecast(request, reply, { kind, query, form: ONE_RUN }, parts, repeated);
    },
  });
}

function addMultiForecastRoute(
  app: FastifyInstance,
  { kind, summary }: ForecastPath,
  parts: ReadParts,
  repeated: RepeatedRequests,
): void {
  addRoute<{ Querystring: MultiForecastQuery }>(app, {
    method: 'GET',
    url: `/api/v1/power-balance-forecast/${kind}/multiseries`,
    access: 'bearer',
    tag: 'Forecasts',
    summary: `Every run of ${summary} in a range of issue times`,
    description: 'In ascending order of analyzedTime; no run in the range: [].',
    querystring: MultiForecastQuery,
    answer: Type.Array(ForecastAnswerSchema),
    refuses: FORECAST_REFUSALS,
    handler: (request, reply) => {
      const { query } = request;
      return answerForecast(request, reply, { kind, query, form: ALL_RUNS }, parts, repeated);
    },
  });
}
