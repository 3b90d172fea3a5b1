// GET /api/v1/forecasts/{seriesId}/sliced: what was forecast so far ahead, over any span, in one answer.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SeriesParams } from '#contract/forecast';
import { Type } from '#contract/schema';
import { SliceColumns, SliceDocument, SliceQuery } from '#contract/slices';
import { FaultCollector } from '#core/fault-collector';
import { whenReady } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import { describeHours } from '#core/values/blocks';
import { EXPORT_FORMATS } from '#exporters/export-formats';
import type { SheetFormat } from '#exporters/sheets/sheet-format';
import type { SliceForm } from '#http/answer/answer-order';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { chooseCoding } from '#http/answer/content-coding';
import { makeSlice } from '#http/answer/make-slice';
import { discardMade, type Sent, sendKept } from '#http/answer/send-bytes';
import { takeMemory } from '#http/answer/unsent-answers';
import { sendFile } from '#http/api/v1/series';
import { addRoute } from '#http/openapi/route';
import { chooseFormat } from '#http/request/choose-format';
import { readDetail } from '#http/request/read-detail';
import { callerOf } from '#http/request/request-facts';
import type { ReadParts } from '#http/request/server-parts';
import { parseAsOf, type ServiceContext, settleAsOf } from '#service/context';
import { answerFromOneState } from '#service/one-state';
import { SERIES_REFUSALS } from '#service/series/parse-series-request';
import type { parseSliceRequest } from '#service/slices/parse-slice-request';
import type { SettledSlice } from '#service/slices/settle-slice';

const NAMES = {
  seriesId: 'seriesId',
  from: 'from',
  to: 'to',
  resolution: 'resolution',
  aggregation: 'aggregation',
};

const CSV_EXAMPLE =
  'time,value,analyzedTime,recordedAt,source,leadHours\n2024-05-17T00:00:00Z,61.5,2024-05-16T06:00:00Z,2024-05-16T06:01:00Z,gridtide,18\n';

const produces = Object.fromEntries(
  EXPORT_FORMATS.map(({ name, mediaType, isText }) => [
    mediaType,
    {
      schema: isText
        ? {
            type: 'string',
            examples: [name === 'csv' ? CSV_EXAMPLE : '{"time":"…","value":61.5}\n'],
          }
        : { type: 'string', format: 'binary', description: `format=${name}` },
    },
  ]),
);

/** Parquet and Excel are compressed in themselves. */
const isText = (form: SliceForm): boolean =>
  typeof form === 'object'
    ? form.isText
    : (EXPORT_FORMATS.find(({ name }) => name === form)?.isText ?? true);

interface Shape {
  Params: SeriesParams;
  Querystring: SliceQuery;
}

export function addSlicedRoute(app: FastifyInstance, parts: ReadParts): void {
  addRoute<Shape>(app, {
    method: 'GET',
    url: '/api/v1/forecasts/:seriesId/sliced',
    access: 'bearer',
    tag: 'Forecasts',
    summary: 'A series as it was forecast a given time ahead',
    description:
      'Each interval takes its value from one run: of those that fit and cover it, the latest or the earliest; between runs of one time the order of sources decides. If no run fits, the value is null: never that of another lead. Formats, resolutions and keywords are those of /api/v1/series/{seriesId}.',
    params: SeriesParams,
    querystring: SliceQuery,
    answer: Type.Union([SliceDocument, SliceColumns]),
    produces,
    refuses: [...SERIES_REFUSALS, 'bands_not_averaged', 'exchange_rate_missing'],
    handler: (request, reply) => answerSlice(request, reply, parts),
  });
}

async function answerSlice(request: FastifyRequest<Shape>, reply: FastifyReply, parts: ReadParts) {
  const format = chooseFormat(request);
  const asked = await readSliceQuery(request.params, request.query, request.now, parts.context);
  return sendSlice(request, reply, parts, { ...asked, format });
}

/** A question about a slice, and how its answer is written. */
export interface AskedSlice {
  readonly wanted: ReturnType<typeof parseSliceRequest>;
  /** Undefined for the present. */
  readonly asOf: Instant | undefined;
  readonly format: ReturnType<typeof chooseFormat> | SheetFormat;
}

/** Answers a question of the caller. */
export async function sendSlice(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, answers, threads }: ReadParts,
  { wanted, asOf, format }: AskedSlice,
) {
  const { stopwatch } = request;
  const caller = callerOf(request);
  const { pointsPerAnswer } = caller.plan;
  const name = 'sheet' in format ? JSON.stringify(format) : format.name;
  const { settleSlice } = await import('#service/slices/settle-slice');
  const { requireKnownBy } = await import('#service/slices/require-known-by');
  return answerFromOneState(context, {
    find: (present) =>
      stopwatch.time('find', () =>
        settleAsOf(present, asOf, 'asOf', async (past) => {
          const settled = await settleSlice(wanted, caller, past);
          await requireKnownBy(settled, present, past);
          return settled;
        }),
      ),
    tagOf: ({ task, context: past }) =>
      etagOf('slice', name, pointsPerAnswer, ...tagOf(task, past)),
    answer: ({ task, context: past }, etag, state): Sent => {
      reply.header('vary', 'Accept');
      if (isUnchanged(request, reply, etag, task.series.updatedAt)) return reply.send();
      // Threads know the present only.
      const helpers = asOf === undefined && !state.isSnapshot ? threads : undefined;
      const make = (form: SliceForm) =>
        state.read(
          () =>
            stopwatch.time('read', () =>
              makeSlice({
                ...{ settled: task, form, mostRows: pointsPerAnswer, context: past },
                threads: helpers,
                coding: isText(form) ? chooseCoding(request.headers['accept-encoding']) : undefined,
                takeMemory: (values) => takeMemory(reply, values),
              }),
            ),
          discardMade,
        );
      if ('form' in format) return sendKept(reply, answers, etag, () => make(format.form));
      return whenReady(make('sheet' in format ? format : format.name), (made) =>
        sendFile(reply, made, `${task.series.code}-sliced`, format),
      );
    },
  });
}

/** Reads path and query; refuses naming each field at fault. */
export async function readSliceQuery(
  params: SeriesParams,
  query: SliceQuery,
  now: Instant,
  context: ServiceContext,
): Promise<Omit<AskedSlice, 'format'>> {
  // What only slices need: a server is ready sooner without it.
  const { parseSliceRequest: parse } = await import('#service/slices/parse-slice-request');
  const orLeftOut = (text: string | undefined) => (text?.trim() ? text : undefined);
  const faults = new FaultCollector();
  const asOf = faults.check(() => parseAsOf(query.asOf, 'asOf', now, context.zone));
  const { counts, complete, threshold } = query;
  const detail = faults.check(() => readDetail({ counts, complete, threshold }));
  const asked = {
    seriesId: params.seriesId,
    from: orLeftOut(query.from),
    to: orLeftOut(query.to),
    resolution: query.resolution,
    aggregation: query.aggregation,
    detail,
    names: NAMES,
  };
  const wanted = faults.check(() => parse(asked, query, context, asOf ?? now));
  faults.throwIfAny();
  return { wanted: wanted!, asOf };
}

/** Everything that decides the bytes. It is known before any run is read. */
function tagOf(
  { request, series, reduction, span, issued, intervals, rates }: SettledSlice,
  { zone }: ServiceContext,
): (string | number | boolean | null | undefined)[] {
  const { selectors, lead, pick, currency, bands, hasActual } = request;
  const { zone: timesIn, ...times } = selectors;
  const block =
    reduction.kind === 'extract' ? `${reduction.block.name} ${describeHours(reduction.block)}` : '';
  return [
    ...[series, ...rates].flatMap(({ code, version, updatedAt }) => [code, version, updatedAt]),
    ...[span?.start, span?.end, issued.start, issued.end, intervals.start, intervals.end],
    ...[reduction.kind === 'resample' ? reduction.to.name : block, request.series.aggregation],
    ...[
      'delivery' in lead ? 'delivery' : JSON.stringify(lead),
      JSON.stringify(times),
      timesIn.name,
    ],
    ...[pick, currency, bands && JSON.stringify(bands), hasActual, zone.name],
    ...(request.series.detail === undefined ? [] : [JSON.stringify(request.series.detail)]),
  ];
}
