// The values of a series over indices: observed ones, continued by the newest forecast runs.

import type { IndexSpan } from '#core/time/span';
import { fillFromRun } from '#core/values/forecast-run';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

const RUNS_AT_A_TIME = 32;

export interface ColumnReading {
  readonly into?: Float64Array | undefined;
  readonly source?: string | undefined;
  /** Gets the time of each value's run: one entry for each index from `forecastStart` on. */
  readonly runTimes?: Float64Array | undefined;
}

/** The first index of a span whose value is a forecast, if it has one. */
export const forecastStart = ({ lastIndex }: SeriesRecord, span: IndexSpan): number =>
  Math.max(span.start, (lastIndex ?? span.start - 1) + 1);

/**
 * Reads a value for each index of `span`, into `into` if given. After the last observed value, each index
 * takes the newest run that has it, of `source` if given.
 */
export async function readColumn(
  store: SeriesReader,
  series: SeriesRecord,
  span: IndexSpan,
  { into, source, runTimes }: ColumnReading = {},
): Promise<Float64Array> {
  const values = await store.readValues(series.key, span, into);
  const from = forecastStart(series, span);
  if (series.newestRunAt === null || from >= span.end) return values;

  let missing = span.end - from;
  let before: number | undefined;
  while (missing > 0) {
    const runs = await store.findRunsOver(
      series.key,
      { start: from, end: span.end },
      RUNS_AT_A_TIME,
      before,
      source,
    );
    for (const run of runs) missing -= fillFromRun(values, span.start, from, run, runTimes);
    if (runs.length < RUNS_AT_A_TIME) break;
    before = runs[runs.length - 1]!.analyzedAt;
  }
  return values;
}
