// GET …/short-term/bands and …/forecasts/{seriesId}/bands: one model run with its bands and how the model made it.

import type { FastifyInstance } from 'fastify';
import { SeriesParams } from '#contract/forecast';
import { BandsAnswerSchema, BandsQuery, SeriesBandsQuery } from '#contract/forecast-bands';
import type { RefusalCode } from '#core/refusal-table';
import { RESOLUTIONS } from '#core/time/resolution';
import type { BandChoice } from '#core/values/run-bands';
import {
  answerForecast,
  type ForecastForm,
} from '#http/api/v1/power-balance-forecast/answer-forecast';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { addRoute } from '#http/openapi/route';
import type { ReadParts } from '#http/request/server-parts';
import { isLeftOut } from '#service/forecasts/parse-forecast-request';
import { FORECAST_REFUSALS } from '#service/forecasts/read-forecast';
import { parseSeriesId } from '#service/series/find-series';

/** No run is finer, so this asks for the run's own resolution. */
const FINEST = RESOLUTIONS[0]!.adverb;

const formOf = (choice: BandChoice): ForecastForm => ({
  name: `bands ${choice.levels ?? ''} ${choice.percents}`,
  make: async (...asked) => {
    // Loaded with the first request: a server is ready sooner without it.
    const { readForecastBands } = await import('#service/forecasts/read-bands');
    const { writeBands } = await import('#http/writers/write-bands');
    return writeBands(await readForecastBands(...asked, choice));
  },
});

async function readChoice({ level, quantile }: SeriesBandsQuery): Promise<BandChoice> {
  if (isLeftOut(level) && isLeftOut(quantile)) return { levels: undefined, percents: [] };
  const { parseBandChoice } = await import('#core/values/parse-band-choice');
  return parseBandChoice(level, quantile);
}

const REFUSES: readonly RefusalCode[] = [...FORECAST_REFUSALS, 'run_unknown'];

export function addBandsRoutes(
  app: FastifyInstance,
  parts: ReadParts,
  repeated: RepeatedRequests,
): void {
  addBandsOfArea(app, parts, repeated);
  addBandsOfSeries(app, parts, repeated);
}

function addBandsOfSeries(
  app: FastifyInstance,
  parts: ReadParts,
  repeated: RepeatedRequests,
): void {
  addRoute<{ Params: SeriesParams; Querystring: SeriesBandsQuery }>(app, {
    method: 'GET',
    url: '/api/v1/forecasts/:seriesId/bands',
    access: 'bearer',
    tag: 'Forecasts',
    summary: 'One run of a series with its bands',
    description:
      'Any series with runs. The run of the preferred source, or of `source`: the newest, or the newest at or before `issueTime`. Without dates all of it is answered, in the series’ own unit and resolution.',
    params: SeriesParams,
    querystring: SeriesBandsQuery,
    answer: BandsAnswerSchema,
    refuses: [...REFUSES, 'series_unknown'],
    handler: async (request, reply) => {
      const form = formOf(await readChoice(request.query));
      const { issueTime, startDate, endDate, source, asOf } = request.query;
      const query = { issueTime, startDate, endDate, source, asOf, resolution: FINEST };
      const series = parseSeriesId(request.params.seriesId, 'seriesId');
      const question = { kind: 'whole', query, series, form } as const;
      return answerForecast(request, reply, question, parts, repeated);
    },
  });
}

function addBandsOfArea(app: FastifyInstance, parts: ReadParts, repeated: RepeatedRequests): void {
  addRoute<{ Querystring: BandsQuery }>(app, {
    method: 'GET',
    url: '/api/v1/power-balance-forecast/short-term/bands',
    access: 'bearer',
    tag: 'Forecasts',
    summary: 'One run of short-term model results with its bands',
    description:
      'The run and the span that …/short-term answers with. Each value has a lower and an upper bound for each level, and the quantiles that are asked for; `runs` says how the model made it.',
    querystring: BandsQuery,
    answer: BandsAnswerSchema,
    refuses: [...REFUSES, 'bands_not_averaged'],
    handler: async (request, reply) => {
      const { resolution } = request.query;
      const form = formOf(await readChoice(request.query));
      // This path has no range of issue times: it was not even checked for its type.
      const query = {
        ...request.query,
        resolution: isLeftOut(resolution) ? FINEST : resolution,
        fromIssueTime: undefined,
        toIssueTime: undefined,
      };
      const question = { kind: 'short-term', query, form } as const;
      return answerForecast(request, reply, question, parts, repeated);
    },
  });
}
