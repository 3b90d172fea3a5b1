// Parquet: one row group for each batch, times as UTC milliseconds, values as doubles, a gap as null. Only
// the list of row groups, about 1 kB each, stays in memory until the end, because the format ends with it.

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import { type ExportTable, headerOf, type RowBatch } from '#exporters/export-table';

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
function take(writer: ByteWriter): Buffer {
  const bytes = Buffer.from(writer.getBytes());
  writer.index = 0;
  return bytes;
}

function schemaOf(table: ExportTable): SchemaElement[] {
  const series: SchemaElement = {
    name: 'series',
    type: 'BYTE_ARRAY',
    converted_type: 'UTF8',
    repetition_type: 'REQUIRED',
  };
  const time: SchemaElement = {
    name: 'time',
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    repetition_type: 'REQUIRED',
  };
  return [
    { name: 'root', num_children: headerOf(table).length },
    ...(table.codes ? [series] : []),
    time,
    ...table.columns.map(
      (name): SchemaElement => ({
        name,
        type: 'DOUBLE',
        repetition_type: table.hasGaps ? 'OPTIONAL' : 'REQUIRED',
      }),
    ),
  ];
}

function columnsOf(batch: RowBatch, { codes, columns, hasGaps }: ExportTable): ColumnSource[] {
  const { length, series, times, values } = batch;
  const found: ColumnSource[] = columns.map((name, column) => {
    const data = values[column]!.subarray(0, length);
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

const withNulls = (values: Float64Array): Float64Array | (number | null)[] =>
  values.every(Number.isFinite)
    ? values
    : Array.from(values, (value) => (Number.isFinite(value) ? value : null));
