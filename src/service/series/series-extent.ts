// The first and the last of a series, with and without its forecast runs, and of a span.

import type { Grid } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import type { IndexSpan, Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { gridOfSeries } from '#service/context';
import type { SeriesRecord } from '#store/series-store';

/** The first and last observed time stamp; those of the runs if nothing is observed. */
export function observedExtent(series: SeriesRecord, grid: Grid): SeriesExtent {
  return {
    grid,
    firstIndex: series.firstIndex ?? series.runFirstIndex,
    lastIndex: series.lastIndex ?? series.runLastIndex,
  };
}

/** Every index that can have a value: observed, or beyond that in a run. */
export function wholeExtent(series: SeriesRecord): IndexSpan {
  const start = series.firstIndex ?? series.runFirstIndex;
  if (start === null) return { start: 0, end: 0 };
  return { start, end: Math.max(series.lastIndex ?? start, series.runLastIndex ?? start) + 1 };
}

/** The last index of a span without an end: the last value, or the newest run's if that is later. */
export function defaultLastIndex(series: SeriesRecord): number | null {
  const { lastIndex, newestRunLastIndex } = series;
  if (lastIndex === null || newestRunLastIndex === null) return lastIndex ?? newestRunLastIndex;
  return Math.max(lastIndex, newestRunLastIndex);
}

/** The first and last instant of something; null if there is none. */
export interface Dates {
  readonly first: Instant | null;
  readonly last: Instant | null;
}

/** `startdate` and `enddate` of a series; null if it has no value. */
export function datesOf(series: SeriesRecord, zone: Zone): Dates {
  const { grid, firstIndex, lastIndex } = observedExtent(series, gridOfSeries(series, zone));
  return {
    first: firstIndex === null ? null : grid.startOf(firstIndex),
    last: lastIndex === null ? null : grid.startOf(lastIndex),
  };
}

/** The first and last instant of a span as answers show it: both included. */
export const datesOfSpan = (span: Span | undefined): Dates =>
  span
    ? { first: span.start, last: Math.max(span.start, span.end - 1) }
    : { first: null, last: null };
