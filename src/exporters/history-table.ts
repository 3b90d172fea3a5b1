// What was known when, as `series,time,value,recorded,replaced`: a row for each value that a point ever had.
// `recorded` is empty if the value was always known, or is older than the history; `replaced` if it still holds.

import { startsOf } from '#core/time/grid';
import { BATCH_ROWS, type ExportTable, type RowBatch } from '#exporters/export-table';
import type { SeriesSpan } from '#exporters/series-span';
import type { PointChange, SeriesReader } from '#store/series-store';

/** Points whose values are sorted out at a time: about two months of hours, however often they changed. */
const WINDOW_POINTS = 1_536;

export type HistorySource = Pick<SeriesReader, 'readValues' | 'readChanges'>;

/** `onRows` is called with the number of rows of each window, and may throw. */
export const historyTable = (
  source: HistorySource,
  spans: readonly SeriesSpan[],
  onRows: (count: number) => void = () => {},
): ExportTable => ({
  codes: spans.map(({ series }) => series.code),
  columns: ['value', 'recorded', 'replaced'],
  kinds: ['number', 'time', 'time'],
  hasGaps: true,
  batches: readBatches(source, spans, onRows),
});

async function* readBatches(
  source: HistorySource,
  spans: readonly SeriesSpan[],
  onRows: (count: number) => void,
): AsyncGenerator<RowBatch> {
  const batch = emptyBatch(3);
  for (const [number, { series, grid, indices }] of spans.entries()) {
    for (let start = indices.start; start < indices.end; start += WINDOW_POINTS) {
      const span = { start, end: Math.min(indices.end, start + WINDOW_POINTS) };
      const values = await source.readValues(series.key, span);
      const rows = new WindowRows(values);
      for (const change of await source.readChanges(series.key, span)) rows.undo(change, start);
      onRows(rows.end());
      const starts = startsOf(grid, span.start, span.end);
      for (const row of rows) {
        addRow(batch, number, starts[row.point]!, row);
        if (batch.length < BATCH_ROWS) continue;
        yield batch;
        batch.length = 0;
      }
    }
    if (batch.length === 0) continue;
    yield batch;
    batch.length = 0;
  }
}

export const emptyBatch = (columns: number) => ({
  length: 0,
  series: new Int32Array(BATCH_ROWS),
  times: new Float64Array(BATCH_ROWS),
  values: Array.from({ length: columns }, () => new Float64Array(BATCH_ROWS)),
});

function addRow(
  batch: ReturnType<typeof emptyBatch>,
  number: number,
  time: number,
  { value, recorded, replaced }: HistoryRow,
): void {
  const row = batch.length++;
  batch.series[row] = number;
  batch.times[row] = time;
  batch.values[0]![row] = value;
  batch.values[1]![row] = recorded;
  batch.values[2]![row] = replaced;
}

/** Instants are NaN if there is none. */
interface HistoryRow {
  readonly point: number;
  readonly value: number;
  readonly recorded: number;
  readonly replaced: number;
}

/** The values that the points of a window had, found from the newest to the oldest. */
class WindowRows {
  /** The values before the changes that were undone so far. */
  readonly #values: Float64Array;
  /** When each of these values was replaced. */
  readonly #replaced: Float64Array;
  readonly #isTouched: Uint8Array;
  readonly #rows: HistoryRow[] = [];
  /** The oldest row of each point, and for each row the next newer one of its point; -1 if there is none. */
  readonly #oldest: Int32Array;
  readonly #newer: number[] = [];

  constructor(values: Float64Array) {
    this.#values = values.slice();
    this.#replaced = new Float64Array(values.length).fill(Number.NaN);
    this.#isTouched = new Uint8Array(values.length);
    this.#oldest = new Int32Array(values.length).fill(-1);
  }

  /** Takes a change back. Changes come newest first. */
  undo({ recordedAt, undo }: PointChange, start: number): void {
    const after = this.#values.slice();
    undo(this.#values, start, this.#isTouched.fill(0));
    for (let point = 0; point < after.length; point++) {
      if (this.#isTouched[point] === 0) continue;
      const value = after[point]!;
      // A write may touch a point without changing it.
      if (Object.is(value, this.#values[point])) continue;
      this.#add(point, value, recordedAt);
      this.#replaced[point] = recordedAt;
    }
  }

  /** Adds the oldest values, and returns the number of rows. */
  end(): number {
    for (let point = 0; point < this.#values.length; point++)
      this.#add(point, this.#values[point]!, Number.NaN);
    return this.#rows.length;
  }

  /** Yields the rows by time, those of one time from the oldest to the newest. */
  *[Symbol.iterator](): Generator<HistoryRow> {
    for (const first of this.#oldest)
      for (let row = first; row >= 0; row = this.#newer[row]!) yield this.#rows[row]!;
  }

  /** A gap has no row. */
  #add(point: number, value: number, recorded: number): void {
    if (Number.isNaN(value)) return;
    this.#newer.push(this.#oldest[point]!);
    this.#oldest[point] = this.#rows.length;
    this.#rows.push({ point, value, recorded, replaced: this.#replaced[point]! });
  }
}
