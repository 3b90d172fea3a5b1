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
import type { ExportTable, RowBatch } from '#exporters/export-table';

const TWO_32 = 2 ** 32;
const TIME = new TimestampMillisecond('UTC');
const VALUE = new Float64();
const CODE = new Dictionary(new Utf8(), new Int32(), 0);

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
    writer.write(recordsOf(batch, schema, codes));
    yield taken.take();
  }
  writer.finish();
  yield taken.take();
}

function schemaOf({ codes, columns, hasGaps }: ExportTable): Schema {
  const values = columns.map((name) => new Field(name, VALUE, hasGaps));
  const series = codes ? [new Field('series', CODE, false)] : [];
  return new Schema([...series, new Field('time', TIME, false), ...values]);
}

function recordsOf(
  { length, series, times, values }: RowBatch,
  schema: Schema,
  codes: Vector<Utf8> | undefined,
): RecordBatch {
  const children: Data<DataType>[] = [
    makeData({ type: TIME, length, nullCount: 0, data: millisecondsOf(times, length) }),
    ...values.map((column) => valuesOf(column, length)),
  ];
  if (codes) {
    const data = series.subarray(0, length);
    children.unshift(makeData({ type: CODE, length, nullCount: 0, data, dictionary: codes }));
  }
  const rows = makeData({ type: new Struct(schema.fields), length, nullCount: 0, children });
  return new RecordBatch(schema, rows);
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
  let nullCount = 0;
  for (let row = 0; row < length; row++) if (!Number.isFinite(data[row]!)) nullCount++;
  if (nullCount === 0) return makeData({ type: VALUE, length, nullCount, data });
  const nullBitmap = new Uint8Array(Math.ceil(length / 8));
  for (let row = 0; row < length; row++) {
    if (Number.isFinite(data[row]!)) nullBitmap[row >> 3]! |= 1 << (row & 7);
  }
  return makeData({ type: VALUE, length, nullCount, nullBitmap, data });
}
