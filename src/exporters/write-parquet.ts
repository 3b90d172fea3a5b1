// Parquet: one row group for each batch, times as UTC milliseconds, values as doubles, a gap as null. Only
// the list of row groups, about 1 kB each, stays in memory until the end, because the format ends with it.

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import {
  type ColumnKind,
  type ExportTable,
  headerOf,
  kindOf,
  type RowBatch,
} from '#exporters/export-table';

export async function* writeParquet(table: ExportTable): AsyncGenerator<Buffer> {
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: schemaOf(table) });
  for await (const batch of table.batches) {
    if (batch.length === 0) continue;
    await file.write({ columnData: columnsOf(batch, table), rowGroupSize: batch.length });
    yield take(writer);
  }
  await file.finish();
  yield take(writer);
}

/** Returns the bytes so far. The writer reuses its memory and keeps its offset in the file. */
export function take(writer: ByteWriter): Buffer {
  const bytes = Buffer.from(writer.getBytes());
  writer.index = 0;
  return bytes;
}

export const TYPES: Readonly<Record<ColumnKind, Omit<SchemaElement, 'name'>>> = {
  number: { type: 'DOUBLE' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  name: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
};

export function schemaOf(table: ExportTable): SchemaElement[] {
  const series: SchemaElement = { ...TYPES.name, name: 'series', repetition_type: 'REQUIRED' };
  const time: SchemaElement = { ...TYPES.time, name: 'time', repetition_type: 'REQUIRED' };
  return [
    { name: 'root', num_children: headerOf(table).length },
    ...(table.codes ? [series] : []),
    time,
    ...table.columns.map(
      (name, column): SchemaElement => ({
        ...TYPES[kindOf(table, column)],
        name,
        repetition_type: table.hasGaps ? 'OPTIONAL' : 'REQUIRED',
      }),
    ),
  ];
}

function columnsOf(batch: RowBatch, table: ExportTable): ColumnSource[] {
  const { codes, columns, hasGaps, names: known = [] } = table;
  const { length, series, times, values } = batch;
  const found: ColumnSource[] = columns.map((name, column) => {
    const data = values[column]!.subarray(0, length);
    const kind = kindOf(table, column);
    if (kind === 'time') return { name, data: cellsOf(data, (at) => BigInt(at)) };
    if (kind === 'name') return { name, data: cellsOf(data, (place) => known[place]!) };
    return { name, data: hasGaps ? withNulls(data) : data };
  });
  const instants = BigInt64Array.from({ length }, (_, row) => BigInt(times[row]!));
  // Times are mostly evenly spaced, so that their differences take hardly any room.
  found.unshift({ name: 'time', data: instants, encoding: 'DELTA_BINARY_PACKED' });
  if (codes) {
    const names = Array.from({ length }, (_, row) => codes[series[row]!]!);
    found.unshift({ name: 'series', data: names, encoding: 'RLE_DICTIONARY' });
  }
  return found;
}

const cellsOf = <T>(values: Float64Array, cell: (value: number) => T): (T | null)[] =>
  Array.from(values, (value) => (Number.isFinite(value) ? cell(value) : null));

const withNulls = (values: Float64Array): Float64Array | (number | null)[] =>
  values.every(Number.isFinite) ? values : cellsOf(values, (value) => value);
