// Tables of rows that a test writes down, and the bytes that a writer makes of them.

import { EXPORT_FORMATS, type ExportFormat } from '#exporters/export-formats';
import type { ExportTable, RowBatch } from '#exporters/export-table';

export const formatOf = (name: string): ExportFormat =>
  EXPORT_FORMATS.find((format) => format.name === name)!;

export const collect = async (format: ExportFormat, table: ExportTable): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(format.write(table)));

export type LongRow = readonly [code: string, time: string, value: number];
export type WideRow = readonly [time: string, ...values: (number | null)[]];

/** Yields batches of `size` rows in the same arrays, as readers of a store do. */
async function* batchesOf(
  series: readonly number[],
  times: readonly number[],
  columns: readonly (readonly number[])[],
  size: number,
): AsyncGenerator<RowBatch> {
  const batch = {
    series: new Int32Array(size),
    times: new Float64Array(size),
    values: columns.map(() => new Float64Array(size)),
  };
  for (let from = 0; from < times.length; from += size) {
    const length = Math.min(size, times.length - from);
    batch.series.set(series.slice(from, from + length));
    batch.times.set(times.slice(from, from + length));
    for (const [at, column] of columns.entries()) {
      batch.values[at]!.set(column.slice(from, from + length));
    }
    yield { length, ...batch };
  }
}

export function longOf(rows: readonly LongRow[], size = 1_000): ExportTable {
  const codes = [...new Set(rows.map(([code]) => code))];
  const batches = batchesOf(
    rows.map(([code]) => codes.indexOf(code)),
    rows.map(([, time]) => Date.parse(time)),
    [rows.map(([, , value]) => value)],
    size,
  );
  return { codes, columns: ['value'], hasGaps: false, batches };
}

export function wideOf(
  columns: readonly string[],
  rows: readonly WideRow[],
  size = 1_000,
): ExportTable {
  const batches = batchesOf(
    [],
    rows.map(([time]) => Date.parse(time)),
    columns.map((_, at) => rows.map((row) => (row[at + 1] as number | null) ?? Number.NaN)),
    size,
  );
  return { codes: undefined, columns, hasGaps: true, batches };
}
