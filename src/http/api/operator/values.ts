// POST /api/operator/series/{code}/values: values as JSON, or rows as CSV, NDJSON or an Excel workbook.

import type { FastifyInstance } from 'fastify';
import { CodeParams, ValuesBody, ValuesQuery, WriteAnswer } from '#contract/operator';
import { Refusal, refuseField } from '#core/errors';
import type { Zone } from '#core/time/zone';
import { BodyMeter } from '#http/api/operator/body-meter';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addDataWrite, readDryRun } from '#http/api/operator/operator-route';
import { codeOf } from '#http/api/operator/series';
import type { OperatorParts } from '#http/request/server-parts';
import type { FilePoints, RowsFormat } from '#service/operator/operator-values';
import { findSeriesOrRefuse } from '#service/series/find-series';
import type { SeriesRecord } from '#store/series-record';

/** 32 MiB: a year of quarter-hours is about 1 MiB. */
export const VALUES_LIMIT = 32 * 1024 * 1024;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const FORMATS: Readonly<Record<string, RowsFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  [XLSX]: 'xlsx',
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
    addDataWrite<{ Params: CodeParams; Querystring: ValuesQuery; Body: unknown }>(scope, {
      method: 'POST',
      url: '/api/operator/series/:code/values',
      bodyLimit: VALUES_LIMIT,
      // The service checks the body: it stops at the first bad one of a million values.
      validatorCompiler: () => () => true,
      summary: 'Write observed values of a series',
      description: `All or nothing. As JSON, or as rows of time and value: ${Object.keys(FORMATS).join(', ')}. The first row of a workbook's sheet that is not empty names the columns. Times without zone are market time; null or an empty value is a gap. At most 32 MiB and 2,000,000 values.`,
      params: CodeParams,
      querystring: ValuesQuery,
      body: bodySchema,
      answer: WriteAnswer,
      refuses: ['series_unknown', 'series_computed'],
      handler: (request, reply) => {
        const code = codeOf(request);
        const isDryRun = readDryRun(request.query.dryRun);
        let series: SeriesRecord;
        let points: FilePoints;
        return writes.writeSeries(request, reply, {
          kind: 'values',
          isDryRun,
          name: code,
          prepare: async () => {
            try {
              series = await findSeriesOrRefuse(store, code, 'code');
              points = await readPoints(request.body, request.query.sheet, series, context.zone);
            } finally {
              await request.bodyMeter!.drain();
            }
          },
          work: async (writer) => {
            const { firstPoints, writeValues } = await loadReaders();
            const { dialect } = points;
            const counts = {
              ...(await writeValues(writer, code, points, request.now)),
              ...(dialect === undefined ? {} : { dialect }),
            };
            return isDryRun
              ? { ...counts, first: firstPoints(points, series, context.zone) }
              : counts;
          },
        });
      },
    });
  });
}

/** The readers of values and rows: loaded with the first write, as most servers get none for long. */
const loadReaders = () => import('#service/operator/operator-values');

async function readPoints(
  body: unknown,
  sheet: string | undefined,
  series: SeriesRecord,
  zone: Zone,
): Promise<FilePoints> {
  const { readStream, readValuesBody } = await loadReaders();
  const format = isRows(body) ? body.format : 'json';
  if (sheet !== undefined && format !== 'xlsx') {
    throw refuseField('field_invalid', 'sheet', 'only a workbook has sheets', [XLSX]);
  }
  if (!isRows(body)) return readValuesBody(body, series, zone);
  const pieces = body.rows.iterator({ destroyOnReturn: false });
  return readStream({ pieces, format: body.format, sheet }, series, zone);
}

const rowsSchema = (example: string) => ({ schema: { type: 'string', examples: [example] } });

const bodySchema = {
  content: {
    'application/json': { schema: ValuesBody },
    'text/csv': rowsSchema('time,value\n2024-05-17T00:00Z,61.5\n'),
    'application/x-ndjson': rowsSchema('{"time":"2024-05-17T00:00Z","value":61.5}\n'),
    [XLSX]: { schema: { type: 'string', format: 'binary' } },
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
