// How text formats get their bytes: whoever calls brings the writer of digits and time stamps, which
// belongs to the server. Rows are then written without an object or a string a point.

import type { Instant } from '#core/time/instant';
import type { ExportTable, RowBatch } from '#exporters/export-table';

/** Bytes being written, taken slice by slice. */
export interface TextBytes {
  /** Whether it is time to take a slice. */
  readonly isFull: boolean;
  text(text: string): void;
  fragment(bytes: Uint8Array): void;
  byte(code: number): void;
  /** The shortest decimal that reads back as the value; `null` where it is not finite. */
  number(value: number): void;
  /** What was written since the last time. */
  take(): Buffer;
}

/** Writes `yyyy-MM-ddTHH:mm:ssZ`, and what was said to stand around it, to bytes of the same tools. */
export interface TextTimes {
  write(instant: Instant, out: TextBytes): void;
}

export interface TextTools {
  openBytes(): TextBytes;
  /** `opening` and `closing` are ASCII, 20 bytes in all at most. */
  openTimes(opening?: string, closing?: string): TextTimes;
}

/** Writes one row of a batch. */
export type WriteRow = (batch: RowBatch, row: number) => void;

/** The rows of a table as slices, after whatever `out` holds already. */
export async function* sliceRows(
  { batches }: ExportTable,
  out: TextBytes,
  writeRow: WriteRow,
): AsyncGenerator<Buffer> {
  for await (const batch of batches) {
    for (let next = 0; next < batch.length; ) {
      next = fillSlice(batch, next, out, writeRow);
      if (out.isFull) yield out.take();
    }
    // The next batch may have to be waited for, and all writers share their memory.
    const rest = out.take();
    if (rest.length > 0) yield rest;
  }
}

/** Writes rows until the slice is full, and returns the next. A loop that yields is not made as fast. */
function fillSlice(batch: RowBatch, from: number, out: TextBytes, writeRow: WriteRow): number {
  let row = from;
  while (row < batch.length && !out.isFull) writeRow(batch, row++);
  return row;
}
