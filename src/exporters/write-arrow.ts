// Arrow IPC stream: one record batch for each batch, codes as a dictionary that is written once, times as
// UTC milliseconds, values as doubles, a gap as null.

import {
  AsyncByteQueue,
  type Data,
  type DataType,
  Dictionary,
  Field,
  Float64,
  Int32,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMillisecond,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { type ColumnKind, type ExportTable, kindOf, type RowBatch } from '#exporters/export-table';

const TWO_32 = 2 ** 32;
const TIME = new TimestampMillisecond('UTC');
const VALUE = new Float64();
const CODE = new Dictionary(new Utf8(), new Int32(), 0);
const TYPES = { number: VALUE, time: TIME, name: new Utf8() } as const;

/** Collects what the writer writes. Its own queue would grow without a limit. */
class Taken extends AsyncByteQueue {
  readonly #pieces: Uint8Array[] = [];

  override write(piece: Uint8Array): void {
    this.#pieces.push(piece);
  }

  /** Returns a copy, because the pieces are the batch's own memory, which is reused. */
  take(): Buffer {
    return Buffer.concat(this.#pieces.splice(0));
  }
}

export async function* writeArrow(table: ExportTable): AsyncGenerator<Buffer> {
  const schema = schemaOf(table);
  const codes = table.codes && vectorFromArray(table.codes, new Utf8());
  const taken = new Taken();
  const writer = new RecordBatchStreamWriter();
  writer.reset(taken, schema);
  yield taken.take();
  for await (const batch of table.batches) {
    writer.write(recordsOf(batch, schema, table, codes));
    yield taken.take();
  }
  writer.finish();
  yield taken.take();
}

function schemaOf(table: ExportTable): Schema {
  const { codes, columns, hasGaps } = table;
  const values = columns.map((name, column) => {
    return new Field(name, TYPES[kindOf(table, column)], hasGaps);
  });
  const series = codes ? [new Field('series', CODE, false)] : [];
  return new Schema([...series, new Field('time', TIME, false), ...values]);
}

function recordsOf(
  { length, series, times, values }: RowBatch,
  schema: Schema,
  table: ExportTable,
  codes: Vector<Utf8> | undefined,
): RecordBatch {
  const children: Data<DataType>[] = [
    makeData({ type: TIME, length, nullCount: 0, data: millisecondsOf(times, length) }),
    ...values.map((column, i) => cellsOf(column.subarray(0, length), kindOf(table, i), table)),
  ];
  if (codes) {
    const data = series.subarray(0, length);
    children.unshift(makeData({ type: CODE, length, nullCount: 0, data, dictionary: codes }));
  }
  const rows = makeData({ type: new Struct(schema.fields), length, nullCount: 0, children });
  return new RecordBatch(schema, rows);
}

/** Returns a column of any kind. Names are few rows of a slice, so they are written out. */
function cellsOf(
  column: Float64Array,
  kind: ColumnKind,
  { names = [] }: ExportTable,
): Data<DataType> {
  const { length } = column;
  if (kind === 'number') return valuesOf(column, length);
  if (kind === 'name') {
    const texts = Array.from(column, (place) => (Number.isFinite(place) ? names[place]! : null));
    return vectorFromArray(texts, TYPES.name).data[0]!;
  }
  const { nullCount, nullBitmap } = gapsOf(column);
  const instants = column.map((instant) => (Number.isFinite(instant) ? instant : 0));
  return makeData({
    type: TIME,
    length,
    nullCount,
    nullBitmap,
    data: millisecondsOf(instants, length),
  });
}

/** Returns instants as 64-bit integers, made in halves: a BigInt would be an object for each row. */
function millisecondsOf(times: Float64Array, length: number): BigInt64Array {
  const halves = new Int32Array(2 * length);
  for (let row = 0; row < length; row++) {
    const upper = Math.floor(times[row]! / TWO_32);
    halves[2 * row] = times[row]! - upper * TWO_32;
    halves[2 * row + 1] = upper;
  }
  return new BigInt64Array(halves.buffer);
}

function valuesOf(column: Float64Array, length: number): Data<Float64> {
  const data = column.subarray(0, length);
  return makeData({ type: VALUE, length, ...gapsOf(data), data });
}

/** Which rows have a value: a bit each. Left out if all have one. */
function gapsOf(data: Float64Array): { nullCount: number; nullBitmap: Uint8Array | undefined } {
  let nullCount = 0;
  for (const value of data) if (!Number.isFinite(value)) nullCount++;
  if (nullCount === 0) return { nullCount, nullBitmap: undefined };
  const nullBitmap = new Uint8Array(Math.ceil(data.length / 8));
  for (const [row, value] of data.entries()) {
    if (Number.isFinite(value)) nullBitmap[row >> 3]! |= 1 << (row & 7);
  }
  return { nullCount, nullBitmap };
}
