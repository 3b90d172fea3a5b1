// The rows of a table as slices of bytes, for the formats that are text.

import type { ByteWriter } from '#bytes/byte-writer';
import type { ExportTable, RowBatch } from '#exporters/export-table';

/** Writes one row of a batch. */
export type WriteRow = (batch: RowBatch, row: number) => void;

/** Yields the rows of a table as slices, after what was written to `out` before. */
export async function* sliceRows(
  { batches }: ExportTable,
  out: ByteWriter,
  writeRow: WriteRow,
): AsyncGenerator<Buffer> {
  for await (const batch of batches) {
    for (let next = 0; next < batch.length; ) {
      next = fillSlice(batch, next, out, writeRow);
      if (out.isFull) yield out.take();
    }
    // The next batch may have to be read first, and all writers share their memory.
    const rest = out.take();
    if (rest.length > 0) yield rest;
  }
}

/** Writes rows until the slice is full, and returns the next. A loop that yields is compiled to slower code. */
function fillSlice(batch: RowBatch, from: number, out: ByteWriter, writeRow: WriteRow): number {
  let row = from;
  while (row < batch.length && !out.isFull) writeRow(batch, row++);
  return row;
}
