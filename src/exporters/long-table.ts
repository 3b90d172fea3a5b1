// Series one after the other as `series,time,value`: one row for each value, none for a gap.

import { startsOf } from '#core/time/grid';
import { BATCH_ROWS, type ExportTable, type RowBatch } from '#exporters/export-table';
import type { OnRead, SeriesSpan, ValueSource } from '#exporters/series-span';

/** Makes a long table. With `isApart` no batch has rows of two series, so that a reader finds those of one. */
export const longTable = (
  source: ValueSource,
  spans: readonly SeriesSpan[],
  onRead: OnRead = () => {},
  isApart = false,
): ExportTable => ({
  codes: spans.map(({ series }) => series.code),
  columns: ['value'],
  hasGaps: false,
  batches: readBatches(source, spans, onRead, isApart),
});

async function* readBatches(
  source: ValueSource,
  spans: readonly SeriesSpan[],
  onRead: OnRead,
  isApart: boolean,
): AsyncGenerator<RowBatch> {
  const read = new Float64Array(BATCH_ROWS);
  const batch = {
    length: 0,
    series: new Int32Array(BATCH_ROWS),
    times: new Float64Array(BATCH_ROWS),
    values: [new Float64Array(BATCH_ROWS)],
  };
  for (const [number, { series, grid, indices }] of spans.entries()) {
    for (let start = indices.start; start < indices.end; ) {
      const end = Math.min(indices.end, start + BATCH_ROWS);
      const values = await source.readValues(series.key, { start, end }, read);
      onRead(end - start, series.code);
      const starts = startsOf(grid, start, end);
      for (let from = 0; from < end - start; ) {
        from = addRows(batch, number, starts, values, from);
        if (batch.length < BATCH_ROWS) continue;
        yield batch;
        batch.length = 0;
      }
      start = end;
    }
    if (!isApart || batch.length === 0) continue;
    yield batch;
    batch.length = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Adds rows until the batch is full or the values end; returns the index of the next value. */
function addRows(
  batch: RowBatch & { length: number },
  number: number,
  starts: Float64Array,
  values: Float64Array,
  from: number,
): number {
  const { series, times } = batch;
  const column = batch.values[0]!;
  let row = batch.length;
  let i = from;
  for (; i < values.length && row < BATCH_ROWS; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    series[row] = number;
    times[row] = starts[i]!;
    column[row++] = value;
  }
  batch.length = row;
  return i;
}
