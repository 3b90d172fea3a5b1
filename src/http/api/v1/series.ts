// GET /api/v1/series/{seriesId}: one series as JSON or CSV, for links in spreadsheets and scripts.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { SeriesColumns, SeriesDocument, SeriesParams, SeriesQueryString } from '#contract/forecast';
import { refuseField } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';
import { etagOf, isUnchanged } from '#http/conditional';
import { documented } from '#http/documented';
import { makeAnswer } from '#http/make-answer';
import { callerOf } from '#http/request-facts';
import { sendBytes, sendKept, sendMade } from '#http/send-bytes';
import type { ServerParts } from '#http/server-parts';
import { taskTag } from '#http/task-tag';
import { planSeries, type SeriesFieldNames, settleSeries } from '#service/read-series';

const NAMES: SeriesFieldNames = {
  seriesId: 'seriesId',
  from: 'from',
  to: 'to',
  resolution: 'resolution',
  aggregation: 'aggregation',
};

const FORMATS = ['json', 'csv', 'columns'] as const;
const CSV_TYPE = 'text/csv; charset=utf-8';

function parseFormat(given: string | undefined): (typeof FORMATS)[number] {
  if (given === undefined || given.trim() === '') return 'json';
  const found = FORMATS.find((format) => format === given.trim().toLowerCase());
  if (found) return found;
  throw refuseField(
    'field_invalid',
    'format',
    `unknown format ${quoteGiven(given)}${didYouMean(given, FORMATS)}`,
    FORMATS,
  );
}

export function addSeriesDocumentRoute(
  app: FastifyInstance,
  { context, answers, threads }: ServerParts,
): void {
  app.get<{ Params: SeriesParams; Querystring: SeriesQueryString }>('/api/v1/series/:seriesId', {
    config: { access: 'bearer' },
    schema: documented({
      tag: 'Series',
      access: 'bearer',
      summary: 'One series over a span, as JSON or CSV',
      description:
        'The same keywords as POST /api/fundamental/series; times are UTC and nothing is merged.',
      params: SeriesParams,
      querystring: SeriesQueryString,
      answer: Type.Union([SeriesDocument, SeriesColumns]),
      produces: {
        'text/csv': {
          schema: { type: 'string', examples: ['time,value\n2024-05-17T00:00:00Z,61.5\n'] },
        },
      },
      refuses: [
        'field_missing',
        'field_invalid',
        'date_unknown',
        'date_out_of_range',
        'span_reversed',
        'resolution_unknown',
        'resolution_too_coarse',
        'series_unknown',
        'subscription_required',
        'too_many_points',
      ],
    }),
    handler: async (request, reply) => {
      const { query, now, stopwatch } = request;
      const orLeftOut = (text: string | undefined) => (text?.trim() ? text : undefined);
      const format = parseFormat(query.format);
      const plan = planSeries(
        {
          seriesId: request.params.seriesId,
          from: orLeftOut(query.from),
          to: orLeftOut(query.to),
          resolution: query.resolution,
          aggregation: query.aggregation,
          names: NAMES,
        },
        context,
        now,
      );
      const task = await stopwatch.time('find', () =>
        settleSeries(plan, callerOf(request), context),
      );
      const etag = etagOf('document', format, taskTag(task, context));
      if (isUnchanged(request, reply, etag, task.series.updatedAt)) return reply.send();
      const form = format === 'json' ? 'document' : format;
      const make = () =>
        stopwatch.time('read', () => makeAnswer(task, form, undefined, context, threads));
      if (form !== 'csv') return sendKept(reply, answers, etag, make);
      reply.header('content-disposition', `attachment; filename="${task.series.code}.csv"`);
      const made = await make();
      return 'bytes' in made ? sendMade(reply, made, CSV_TYPE) : sendBytes(reply, made, CSV_TYPE);
    },
  });
}
