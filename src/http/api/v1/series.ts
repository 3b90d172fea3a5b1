// GET /api/v1/series/{seriesId}: one series as JSON or as a file, for links in spreadsheets and scripts.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SeriesColumns, SeriesDocument, SeriesParams, SeriesQueryString } from '#contract/forecast';
import { Type } from '#contract/schema';
import { FaultCollector } from '#core/fault-collector';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import { EXPORT_FORMATS, type ExportFormat } from '#exporters/export-formats';
import type { SheetFormat } from '#exporters/sheets/sheet-format';
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
import { chooseFormat } from '#http/request/choose-format';
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

async function answerSeries(request: FastifyRequest<Shape>, reply: FastifyReply, parts: ReadParts) {
  const format = chooseFormat(request);
  const asked = readSeriesQuery(request.params, request.query, request.now, parts.context);
  return sendSeries(request, reply, parts, { ...asked, format });
}

/** A question about one series, and how its answer is written. */
export interface AskedSeries {
  readonly wanted: SeriesRequest;
  /** Undefined for the present. */
  readonly asOf: Instant | undefined;
  readonly format: ReturnType<typeof chooseFormat> | SheetFormat;
}

/** Answers a question of the caller. */
export async function sendSeries(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, answers, threads }: ReadParts,
  { wanted, asOf, format }: AskedSeries,
) {
  const { stopwatch } = request;
  const caller = callerOf(request);
  const form = 'sheet' in format ? JSON.stringify(format) : format.name;
  return answerFromOneState(context, {
    find: (present) =>
      stopwatch.time('find', () =>
        settleAsOf(present, asOf, 'asOf', (past) => settleSeries(wanted, caller, past)),
      ),
    tagOf: ({ task, context: past }) => etagOf('document', form, taskTag(task, past)),
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

/** Sends a file under a name. A page is shown, everything else is saved. */
export function sendFile(
  reply: FastifyReply,
  made: Iterable<Buffer> | AsyncIterable<Buffer> | MadeAnswer,
  name: string,
  format: ExportFormat | SheetFormat,
): FastifyReply | undefined {
  if (format.name !== 'html') {
    const fileName = `${name}.${format.extensions[0]}`;
    reply.header('content-disposition', `attachment; filename="${fileName}"`);
  }
  const type = 'sheet' in format ? format.mediaType : contentTypeOf(format);
  return 'bytes' in made ? sendMade(reply, made, type) : sendBytes(reply, made, type);
}

/** Reads path and query; refuses naming each field at fault. */
export function readSeriesQuery(
  params: SeriesParams,
  query: SeriesQueryString,
  now: Instant,
  context: ServiceContext,
): Omit<AskedSeries, 'format'> {
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
