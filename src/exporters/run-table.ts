// Forecast runs as `series,time,value,analyzed,source`: a row for each value of each run, none for a gap.

import { startsOf } from '#core/time/grid';
import { DAY_MS } from '#core/time/instant';
import type { Span } from '#core/time/span';
import { BATCH_ROWS, type ExportTable, type RowBatch } from '#exporters/export-table';
import { emptyBatch } from '#exporters/history-table';
import type { SeriesSpan } from '#exporters/series-span';
import type { RunReader } from '#store/run-store';

/** Runs are read a month of issue times at a time. */
const WINDOW_MS = 31 * DAY_MS;

export type RunSource = Pick<RunReader, 'readRuns' | 'findIssueTimes'>;

/** The runs of each series that were issued in a span. `onRows` is called with the values of each run, and may throw. */
export function runTable(
  source: RunSource,
  spans: readonly Omit<SeriesSpan, 'indices'>[],
  issued: Span,
  onRows: (count: number) => void = () => {},
): ExportTable {
  /** Sources are named as they are met: a batch is written before the next one is read. */
  const names: string[] = [];
  return {
    codes: spans.map(({ series }) => series.code),
    columns: ['value', 'analyzed', 'source'],
    kinds: ['number', 'time', 'name'],
    names,
    hasGaps: true,
    batches: readBatches(source, spans, issued, names, onRows),
  };
}

async function* readBatches(
  source: RunSource,
  spans: readonly Omit<SeriesSpan, 'indices'>[],
  issued: Span,
  names: string[],
  onRows: (count: number) => void,
): AsyncGenerator<RowBatch> {
  const batch = emptyBatch(3);
  for (const [number, { series, grid }] of spans.entries()) {
    for await (const run of readRuns(source, series.key, issued)) {
      onRows(run.values.length);
      const starts = startsOf(grid, run.firstIndex, run.firstIndex + run.values.length);
      const name = placeOf(run.source, names);
      for (const [i, value] of run.values.entries()) {
        if (Number.isNaN(value)) continue;
        const row = batch.length++;
        batch.series[row] = number;
        batch.times[row] = starts[i]!;
        batch.values[0]![row] = value;
        batch.values[1]![row] = run.analyzedAt;
        batch.values[2]![row] = name;
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

async function* readRuns(source: RunSource, key: number, issued: Span) {
  const known = await source.findIssueTimes(key);
  if (!known) return;
  const end = Math.min(issued.end, known.end);
  for (let start = Math.max(issued.start, known.start); start < end; start += WINDOW_MS)
    yield* await source.readRuns(key, start, Math.min(start + WINDOW_MS, end) - 1);
}

function placeOf(name: string, names: string[]): number {
  const place = names.indexOf(name);
  return place >= 0 ? place : names.push(name) - 1;
}
