// Where a series begins and ends, with and without its forecast runs.

import type { Grid } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { gridOfSeries } from '#service/context';
import type { SeriesRecord } from '#store/series-store';

/** First and last observed time stamp; of the runs where nothing is observed. */
export function observedExtent(series: SeriesRecord, grid: Grid): SeriesExtent {
  return {
    grid,
    firstIndex: series.firstIndex ?? series.runFirstIndex,
    lastIndex: series.lastIndex ?? series.runLastIndex,
  };
}

/** Every index that can hold a value: observed, then whatever runs reach beyond. */
export function wholeExtent(series: SeriesRecord): IndexSpan {
  const start = series.firstIndex ?? series.runFirstIndex;
  if (start === null) return { start: 0, end: 0 };
  return { start, end: Math.max(series.lastIndex ?? start, series.runLastIndex ?? start) + 1 };
}

/** The index a span ends with when To is left out: the last value, or the newest run's end. */
export function defaultLastIndex(series: SeriesRecord): number | null {
  const { lastIndex, newestRunLastIndex } = series;
  if (lastIndex === null || newestRunLastIndex === null) return lastIndex ?? newestRunLastIndex;
  return Math.max(lastIndex, newestRunLastIndex);
}

/** `startdate` and `enddate` as instants; null where the series has no value. */
export function datesOf(
  series: SeriesRecord,
  zone: Zone,
): { first: Instant | null; last: Instant | null } {
  const { grid, firstIndex, lastIndex } = observedExtent(series, gridOfSeries(series, zone));
  return {
    first: firstIndex === null ? null : grid.startOf(firstIndex),
    last: lastIndex === null ? null : grid.startOf(lastIndex),
  };
}
