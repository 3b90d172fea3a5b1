// Ends a Parquet file with a footer that says how the smallest and largest cells are ordered. hyparquet-writer leaves
// that out, and pyarrow then takes no notice of them: it reads every row group, whatever is asked for.

import { ByteWriter, type ParquetWriter } from 'hyparquet-writer';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';
import { take } from '#exporters/write-parquet';

/** The length of the footer, and the mark after it. */
const TAIL_BYTES = 8;
const STOP = 0;

/** Ends the file, and returns the bytes not yet taken. The smallest and largest texts must be those by their bytes. */
export async function finishParquet(file: ParquetWriter, writer: ByteWriter): Promise<Buffer> {
  await file.finish();
  const bytes = take(writer);
  const stopAt = bytes.length - TAIL_BYTES - 1;
  if (bytes[stopAt] !== STOP) throw new Error('a Parquet footer does not end as expected');
  const orders = columnOrders(file.schema.length - 1);
  const tail = bytes.subarray(stopAt + 1);
  tail.writeUInt32LE(tail.readUInt32LE() - 1 + orders.length);
  return Buffer.concat([bytes.subarray(0, stopAt), orders, tail]);
}

/**
 * The seventh field of a footer, `column_orders`, and the end of the footer: each column is ordered as its type says.
 * A field is written with its distance from the one before, which is the sixth there and none here.
 */
function columnOrders(columns: number): Uint8Array {
  const writer = new ByteWriter();
  const byType = { field_1: {} };
  serializeTCompactProtocol(writer, { field_1: Array.from({ length: columns }, () => byType) });
  return writer.getBytes();
}
