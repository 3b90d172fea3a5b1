// Series side by side as `time,CODE…`, in windows of time. Series of different resolutions share a row
// if their intervals start together. A row without any value is left out.

import type { Grid } from '#core/time/grid';
import { startsOf } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import {
  type IndexSpan,
  indicesIn,
  intersect,
  isEmpty,
  lengthOf,
  type Span,
} from '#core/time/span';
import { BATCH_ROWS, type ExportTable, type RowBatch } from '#exporters/export-table';
import type { OnRead, SeriesSpan, ValueSource } from '#exporters/series-span';

/** The most values of a window, if that leaves it at least 256 rows: 8 MB. */
const MOST_CELLS = 1 << 20;
const LEAST_ROWS = 256;
const NO_SERIES = new Int32Array(0);

export const wideTable = (
  source: ValueSource,
  spans: readonly SeriesSpan[],
  onRead: OnRead = () => {},
): ExportTable => ({
  codes: undefined,
  columns: spans.map(({ series }) => series.code),
  hasGaps: true,
  batches: readBatches(source, spans, onRead),
});

/** The rows of a window, and the row of each interval of each grid. */
interface WindowRows {
  readonly times: Float64Array;
  readonly places: ReadonlyMap<Grid, { readonly indices: IndexSpan; readonly rows: Int32Array }>;
}

async function* readBatches(
  source: ValueSource,
  spans: readonly SeriesSpan[],
  onRead: OnRead,
): AsyncGenerator<RowBatch> {
  const extents = extentsOf(spans);
  const perWindow = Math.min(
    BATCH_ROWS,
    Math.max(LEAST_ROWS, Math.floor(MOST_CELLS / Math.max(1, spans.length))),
  );
  let columns: Float64Array[] = [];
  for (const window of windowsOf(extents, perWindow)) {
    const { times, places } = rowsOf(window, extents);
    if ((columns[0]?.length ?? 0) < times.length) {
      columns = spans.map(() => new Float64Array(times.length));
    }
    const isFilled = new Uint8Array(times.length);
    for (const [at, { series, grid, indices }] of spans.entries()) {
      const column = columns[at]!.fill(Number.NaN);
      const place = places.get(grid);
      const wanted = place ? intersect(place.indices, indices) : { start: 0, end: 0 };
      if (!place || isEmpty(wanted)) continue;
      const values = await source.readValues(series.key, wanted);
      onRead(lengthOf(wanted), series.code);
      const first = wanted.start - place.indices.start;
      for (let i = 0; i < values.length; i++) {
        if (Number.isNaN(values[i]!)) continue;
        const row = place.rows[first + i]!;
        column[row] = values[i]!;
        isFilled[row] = 1;
      }
    }
    const length = dropEmptyRows(isFilled, times, columns);
    if (length > 0) yield { length, series: NO_SERIES, times, values: columns };
  }
}

/** Returns for each grid the span of indices that its series need. */
function extentsOf(spans: readonly SeriesSpan[]): Map<Grid, IndexSpan> {
  const extents = new Map<Grid, IndexSpan>();
  for (const { grid, indices } of spans) {
    if (isEmpty(indices)) continue;
    const { start, end } = extents.get(grid) ?? indices;
    extents.set(grid, {
      start: Math.min(start, indices.start),
      end: Math.max(end, indices.end),
    });
  }
  return extents;
}

/** Yields spans of `intervals` intervals of the finest grid, from the first time stamp to the last. */
function* windowsOf(extents: ReadonlyMap<Grid, IndexSpan>, intervals: number): Generator<Span> {
  const grids = [...extents.keys()];
  const [finest] = grids.sort((a, b) => a.resolution.rank - b.resolution.rank);
  if (!finest) return;
  const all = [...extents];
  let start: Instant = Math.min(...all.map(([grid, indices]) => grid.startOf(indices.start)));
  const end = Math.max(...all.map(([grid, indices]) => grid.startOf(indices.end - 1))) + 1;
  while (start < end) {
    const next = finest.startOf(finest.indexOf(start) + intervals);
    yield { start, end: Math.min(next, end) };
    start = next;
  }
}

/** Merges the starts of all grids' intervals in a window, each time once. */
function rowsOf(window: Span, extents: ReadonlyMap<Grid, IndexSpan>): WindowRows {
  const parts = [...extents].map(([grid, extent]) => {
    const indices = intersect(indicesIn(grid, window), extent);
    const starts = startsOf(grid, indices.start, Math.max(indices.start, indices.end));
    return { grid, indices, starts, rows: new Int32Array(starts.length), next: 0 };
  });
  const times = new Float64Array(parts.reduce((sum, { starts }) => sum + starts.length, 0));
  let length = 0;
  for (;;) {
    let time = Number.POSITIVE_INFINITY;
    for (const { starts, next } of parts) {
      if (next < starts.length && starts[next]! < time) time = starts[next]!;
    }
    if (time === Number.POSITIVE_INFINITY) break;
    for (const part of parts) {
      if (part.starts[part.next] === time) part.rows[part.next++] = length;
    }
    times[length++] = time;
  }
  return {
    times: times.subarray(0, length),
    places: new Map(parts.map(({ grid, indices, rows }) => [grid, { indices, rows }])),
  };
}

/** Moves the rows with a value together and returns their number. */
function dropEmptyRows(
  isFilled: Uint8Array,
  times: Float64Array,
  columns: readonly Float64Array[],
): number {
  let length = 0;
  for (let row = 0; row < isFilled.length; row++) {
    if (isFilled[row] === 0) continue;
    if (length < row) {
      times[length] = times[row]!;
      for (const column of columns) column[length] = column[row]!;
    }
    length++;
  }
  return length;
}
