// GET /api/v1/series/{seriesId}: one series as JSON or as a file, for links in spreadsheets and scripts.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SeriesColumns, SeriesDocument, SeriesParams, SeriesQueryString } from '#contract/forecast';
import { Type } from '#contract/schema';
import { FaultCollector } from '#core/fault-collector';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import { EXPORT_FORMATS, type ExportFormat } from '#exporters/export-formats';
import { etagOf, isUnchanged, taskTag } from '#http/answer/conditional';
import { chooseCoding } from '#http/answer/content-coding';
import { makeAnswer, makeFile } from '#http/answer/make-answer';
import {
  discardMade,
  type MadeAnswer,
  type Sent,
  sendBytes,
  sendKept,
  sendMade,
} from '#http/answer/send-bytes';
import { takeMemory } from '#http/answer/unsent-answers';
import { addRoute } from '#http/openapi/route';
import { chooseFormat } from '#http/request/offered-formats';
import { readDetail } from '#http/request/read-detail';
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
import { settleSeries } from '#service/series/settle-series';

const NAMES: SeriesFieldNames = {
  seriesId: 'seriesId',
  from: 'from',
  to: 'to',
  resolution: 'resolution',
  aggregation: 'aggregation',
};

const EXAMPLES: Readonly<Record<string, string>> = {
  csv: 'time,value\n2024-05-17T00:00:00Z,61.5\n',
  ndjson: '{"time":"2024-05-17T00:00:00Z","value":61.5}\n',
};

const produces = Object.fromEntries(
  EXPORT_FORMATS.map(({ name, mediaType, isText }) => [
    mediaType,
    {
      schema: isText
        ? { type: 'string', examples: [EXAMPLES[name]] }
        : { type: 'string', format: 'binary', description: `format=${name}` },
    },
  ]),
);

const contentTypeOf = ({ name, mediaType }: ExportFormat): string =>
  name === 'csv' ? `${mediaType}; charset=utf-8` : mediaType;

interface Shape {
  Params: SeriesParams;
  Querystring: SeriesQueryString;
}

export function addSeriesDocumentRoute(app: FastifyInstance, parts: ReadParts): void {
  addRoute<Shape>(app, {
    method: 'GET',
    url: '/api/v1/series/:seriesId',
    access: 'bearer',
    tag: 'Series',
    summary: 'One series over a span, as JSON, CSV, NDJSON, Parquet, Arrow or Excel',
    description:
      'The same keywords as POST /api/fundamental/series; times are UTC and nothing is merged. The format is what format names, else what Accept likes best, else JSON.',
    params: SeriesParams,
    querystring: SeriesQueryString,
    answer: Type.Union([SeriesDocument, SeriesColumns]),
    produces,
    refuses: [...SERIES_REFUSALS, 'exchange_rate_missing'],
    handler: (request, reply) => answerSeries(request, reply, parts),
  });
}

async function answerSeries(
  request: FastifyRequest<Shape>,
  reply: FastifyReply,
  { context, answers, threads }: ReadParts,
) {
  const { stopwatch } = request;
  const format = chooseFormat(request);
  const { wanted, asOf } = readQuery(request, context);
  const caller = callerOf(request);
  return answerFromOneState(context, {
    find: (present) =>
      stopwatch.time('find', () =>
        settleAsOf(present, asOf, 'asOf', (past) => settleSeries(wanted, caller, past)),
      ),
    tagOf: ({ task, context: past }) => etagOf('document', format.name, taskTag(task, past)),
    answer: (settled, etag, state): Sent => {
      reply.header('vary', 'Accept');
      const { series } = settled.task;
      if (isUnchanged(request, reply, etag, series.updatedAt)) return reply.send();
      // Threads know the present only.
      const helpers = asOf === undefined && !state.isSnapshot ? threads : undefined;
      const coding = chooseCoding(request.headers['accept-encoding']);
      const work = { ...settled, threads: helpers, coding };
      const read = <T extends object>(make: () => MaybePromise<T>) =>
        state.read(() => stopwatch.time('read', make), discardMade);
      return 'form' in format
        ? sendKept(reply, answers, etag, () =>
            read(() =>
              makeAnswer({
                ...{ ...work, form: format.form },
                takeMemory: (values) => takeMemory(reply, values),
              }),
            ),
          )
        : whenReady(
            read(() => makeFile({ ...work, format })),
            (made) => sendFile(reply, made, series.code, format),
          );
    },
  });
}

function sendFile(
  reply: FastifyReply,
  made: Iterable<Buffer> | AsyncIterable<Buffer> | MadeAnswer,
  code: string,
  format: ExportFormat,
): FastifyReply | undefined {
  const fileName = `${code}.${format.extensions[0]}`;
  reply.header('content-disposition', `attachment; filename="${fileName}"`);
  const type = contentTypeOf(format);
  return 'bytes' in made ? sendMade(reply, made, type) : sendBytes(reply, made, type);
}

/** Reads path and query; refuses naming each field at fault. `asOf` is undefined for the present. */
function readQuery(
  { params, query, now }: FastifyRequest<Shape>,
  context: ServiceContext,
): { wanted: SeriesRequest; asOf: Instant | undefined } {
  const orLeftOut = (text: string | undefined) => (text?.trim() ? text : undefined);
  const faults = new FaultCollector();
  const asOf = faults.check(() => parseAsOf(query.asOf, 'asOf', now, context.zone));
  const detail = faults.check(() => readDetail(query));
  const wanted = faults.check(() =>
    parseSeriesRequest(
      {
        seriesId: params.seriesId,
        from: orLeftOut(query.from),
        to: orLeftOut(query.to),
        resolution: query.resolution,
        aggregation: query.aggregation,
        source: query.source,
        currency: query.currency,
        detail,
        names: NAMES,
      },
      context,
      asOf ?? now,
    ),
  );
  faults.throwIfAny();
  return { wanted: wanted!, asOf };
}
