// /api/operator/series/{code}/source-order: which source is preferred between runs of one time.

import type { FastifyInstance } from 'fastify';
import { CodeParams, SourceOrder, SourceOrderBody, SourceOrderSet } from '#contract/operator';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addOperatorRead, addOperatorWrite } from '#http/api/operator/operator-route';
import { codeOf } from '#http/api/operator/series';
import type { OperatorParts } from '#http/request/server-parts';
import { findSeriesOrRefuse } from '#service/series/find-series';
import type { SeriesReader } from '#store/series-store';

const PATH = '/api/operator/series/:code/source-order';

export function addSourceOrderRoutes(
  app: FastifyInstance,
  { store }: OperatorParts,
  writes: IdempotentWrites,
): void {
  addOperatorRead<{ Params: CodeParams }>(app, {
    url: PATH,
    summary: 'Which source of a series is preferred between runs of one time',
    params: CodeParams,
    answer: SourceOrder,
    refuses: ['field_missing', 'field_invalid', 'series_unknown'],
    handler: (request) => describe(store, codeOf(request)),
  });

  addOperatorWrite<{ Params: CodeParams; Body: SourceOrderBody }>(app, {
    method: 'PUT',
    url: PATH,
    summary: 'Set which source of a series is preferred',
    description:
      'Replaces the whole order; an empty list removes it. The order is part of the series’ history: an answer as of an earlier time goes by the order of then.',
    params: CodeParams,
    body: SourceOrderBody,
    answer: SourceOrderSet,
    refuses: ['series_unknown'],
    handler: async (request, reply) => {
      const code = codeOf(request);
      const { order: given } = request.body;
      const { describeSourceOrder, readSourceOrder } = await import(
        '#service/operator/source-order'
      );
      return writes.writeSeries(request, reply, {
        kind: 'define',
        name: `${code}: ${describeSourceOrder(given ?? [])}`,
        work: async (writer) => {
          const order = readSourceOrder(given, 'order');
          const { key } = await findSeriesOrRefuse(writer, code, 'code');
          await writer.setSourceOrder(key, order, request.now);
          return describe(writer, code);
        },
      });
    },
  });
}

async function describe(reader: SeriesReader, code: string): Promise<SourceOrder> {
  const series = await findSeriesOrRefuse(reader, code, 'code');
  const { listSources } = await import('#service/slices/list-sources');
  const sources = await listSources(series, { store: reader });
  return {
    seriesId: code,
    order: [...(await reader.readSourceOrder(series.key))],
    sources: sources.map(({ source }) => source),
  };
}
