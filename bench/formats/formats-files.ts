// The same rows in every format: hourly series of ten years, one after the other, with times in UTC. DuckDB writes
// NDJSON and Parquet as it does by itself; Arrow and Excel come from our own exporters.

import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { BATCH_ROWS, type ExportTable, type RowBatch } from '#exporters/export-table';
import { writeArrow } from '#exporters/write-arrow';
import { writeCsv } from '#exporters/write-csv';
import { writeXlsx } from '#exporters/write-xlsx';
import { FIRST_HOUR, HOUR_MS, HOURS } from '../../harness/data/calendar.ts';
import { type BenchSeries, longSeries } from '../../harness/data/catalog.ts';
import { writeDefinitionsCsv } from '../../harness/data/csv-files.ts';
import { makeValues } from '../../harness/data/synthetic-values.ts';
import type { Workspace } from '../../harness/workspace.ts';

export const FORMATS = ['csv', 'ndjson', 'parquet', 'arrow', 'xlsx'] as const;
export type FormatName = (typeof FORMATS)[number];

/** A sheet has 1,048,576 rows, of which one is the header. */
const SHEET_ROWS = 1_000_000;

export interface FormatFile {
  readonly format: FormatName;
  readonly path: string;
  readonly definitions: string;
  readonly rows: number;
  readonly bytes: number;
}

export async function writeFormatFiles(
  workspace: Workspace,
  rows: number,
  formats: readonly FormatName[] = FORMATS,
): Promise<FormatFile[]> {
  const series = longSeries(Math.ceil(rows / HOURS));
  const definitions = workspace.path('definitions.csv');
  await writeDefinitionsCsv(definitions, series);
  const pathOf = (format: FormatName) => workspace.path(`rows.${format}`);
  const write = async (format: FormatName, pieces: AsyncIterable<Buffer>) =>
    pipeline(pieces, createWriteStream(pathOf(format)));
  const writers: Readonly<Record<FormatName, () => Promise<void>>> = {
    csv: () => write('csv', writeCsv(tableOf(series, rows))),
    arrow: () => write('arrow', writeArrow(tableOf(series, rows))),
    xlsx: () => write('xlsx', writeXlsx(tableOf(series, Math.min(rows, SHEET_ROWS)))),
    ndjson: () => convert(pathOf('csv'), pathOf('ndjson'), 'json'),
    parquet: () => convert(pathOf('csv'), pathOf('parquet'), 'parquet'),
  };
  const isConverted = formats.some((format) => format === 'ndjson' || format === 'parquet');
  if (isConverted && !formats.includes('csv')) await writers.csv();
  for (const format of FORMATS) if (formats.includes(format)) await writers[format]();
  return Promise.all(
    formats.map(async (format) => ({
      format,
      path: pathOf(format),
      definitions,
      rows: format === 'xlsx' ? Math.min(rows, SHEET_ROWS) : rows,
      bytes: (await stat(pathOf(format))).size,
    })),
  );
}

async function convert(from: string, to: string, format: 'json' | 'parquet'): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  const columns = "{'series': 'VARCHAR', 'time': 'TIMESTAMPTZ', 'value': 'DOUBLE'}";
  // Text of ISO 8601, as programs write it into JSON.
  const time = format === 'json' ? "strftime(time, '%Y-%m-%dT%H:%M:%SZ') AS time" : 'time';
  await connection.run(
    `COPY (SELECT series, ${time}, value FROM read_csv('${from}', columns = ${columns}, header = true)) TO '${to}' (FORMAT ${format})`,
  );
  connection.closeSync();
  instance.closeSync();
}

const tableOf = (series: readonly BenchSeries[], rows: number): ExportTable => ({
  codes: series.map(({ code }) => code),
  columns: ['value'],
  hasGaps: false,
  batches: batchesOf(series, rows),
});

async function* batchesOf(series: readonly BenchSeries[], rows: number): AsyncGenerator<RowBatch> {
  let left = rows;
  for (const [number, { id, kind }] of series.entries()) {
    const values = makeValues(kind, id, HOURS);
    for (let from = 0; from < HOURS && left > 0; from += BATCH_ROWS) {
      const length = Math.min(BATCH_ROWS, HOURS - from, left);
      left -= length;
      yield {
        length,
        series: new Int32Array(length).fill(number),
        times: Float64Array.from({ length }, (_, i) => (FIRST_HOUR + from + i) * HOUR_MS),
        values: [values.subarray(from, from + length)],
      };
    }
  }
}
