// POST /api/operator/series/{code}/values: values as JSON, or rows as CSV or NDJSON, read while they arrive.

import type { FastifyInstance } from 'fastify';
import { CodeParams, ValuesBody, WriteAnswer } from '#contract/operator';
import { DryRunQuery } from '#contract/operator-fields';
import { Refusal } from '#core/errors';
import type { Zone } from '#core/time/zone';
import { BodyMeter } from '#http/api/operator/body-meter';
import { readDryRun } from '#http/api/operator/dry-run';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addOperatorWrite } from '#http/api/operator/operator-route';
import { codeOf } from '#http/api/operator/series';
import type { OperatorParts } from '#http/request/server-parts';
import type { RowsFormat } from '#service/operator/operator-values';
import { findSeriesOrRefuse } from '#service/series/find-series';
import type { SeriesRecord } from '#store/series-store';

/** 32 MiB: a year of quarter-hours is about 1 MiB. */
export const VALUES_LIMIT = 32 * 1024 * 1024;

const FORMATS: Readonly<Record<string, RowsFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
};
const TYPES = ['application/json', ...Object.keys(FORMATS)];

/** A body of rows that is not read yet. */
interface RowsBody {
  readonly rows: BodyMeter;
  readonly format: RowsFormat;
}

export const isRows = (body: unknown): body is RowsBody =>
  typeof body === 'object' && body !== null && 'rows' in body && body.rows instanceof BodyMeter;

export function addValuesRoute(
  app: FastifyInstance,
  { store, context }: OperatorParts,
  writes: IdempotentWrites,
): void {
  // A scope of its own: no other path takes rows.
  void app.register(async (scope) => {
    addRowParsers(scope);
    addOperatorWrite<{ Params: CodeParams; Querystring: DryRunQuery; Body: unknown }>(scope, {
      method: 'POST',
      url: '/api/operator/series/:code/values',
      bodyLimit: VALUES_LIMIT,
      // The service checks the body: it stops at the first bad one of a million values.
      validatorCompiler: () => () => true,
      summary: 'Write observed values of a series',
      description: `All or nothing. As JSON, or as rows of time and value: ${Object.keys(FORMATS).join(', ')}. Times without zone are market time; null or an empty value is a gap. At most 32 MiB and 2,000,000 values.`,
      params: CodeParams,
      querystring: DryRunQuery,
      body: bodySchema,
      answer: WriteAnswer,
      refuses: ['series_unknown'],
      handler: (request, reply) => {
        const code = codeOf(request);
        let points: Awaited<ReturnType<typeof readPoints>>;
        return writes.writeSeries(request, reply, {
          kind: 'values',
          isDryRun: readDryRun(request.query.dryRun),
          name: code,
          prepare: async () => {
            try {
              const series = await findSeriesOrRefuse(store, code, 'code');
              points = await readPoints(request.body, series, context.zone);
            } finally {
              await request.bodyMeter!.drain();
            }
          },
          work: async (writer) => {
            const { writeValues } = await loadReaders();
            return writeValues(writer, code, points, request.now);
          },
        });
      },
    });
  });
}

/** The readers of values and rows: loaded with the first write, as most servers get none for long. */
const loadReaders = () => import('#service/operator/operator-values');

async function readPoints(body: unknown, series: SeriesRecord, zone: Zone) {
  const { readStream, readValuesBody } = await loadReaders();
  if (!isRows(body)) return readValuesBody(body, series, zone);
  const pieces = body.rows.iterator({ destroyOnReturn: false });
  return readStream(pieces, body.format, series, zone);
}

const rowsSchema = (example: string) => ({ schema: { type: 'string', examples: [example] } });

const bodySchema = {
  content: {
    'application/json': { schema: ValuesBody },
    'text/csv': rowsSchema('time,value\n2024-05-17T00:00Z,61.5\n'),
    'application/x-ndjson': rowsSchema('{"time":"2024-05-17T00:00Z","value":61.5}\n'),
  },
};

function addRowParsers(scope: FastifyInstance): void {
  for (const [type, format] of Object.entries(FORMATS)) {
    scope.addContentTypeParser(type, (request, _payload, done) => {
      const encoding = request.headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity') done(unsupported('the body must not be compressed'));
      else done(null, { rows: request.bodyMeter!, format } satisfies RowsBody);
    });
  }
  scope.addContentTypeParser('*', (_request, _payload, done) =>
    done(unsupported(`the body must be one of ${TYPES.join(', ')}`)),
  );
}

const unsupported = (detail: string): Refusal => new Refusal('media_type_unsupported', detail);
