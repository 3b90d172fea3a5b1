// A column: consecutive values of a series on its grid. Points: the times and values of an answer.

import type { Grid } from '#core/time/grid';
import { startsOf } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import type { Span } from '#core/time/span';
import type { Tally } from '#core/values/tally';

/** `values[i]` belongs to grid index `firstIndex + i`; NaN is a gap. */
export interface Column {
  readonly grid: Grid;
  readonly firstIndex: number;
  readonly values: Float64Array;
}

/** Ascending time stamps (a shared array that is never written to) and their values; NaN is a gap. */
export interface Points {
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** What each value is made of, if that was asked for. */
  readonly tally?: Tally | undefined;
}

/** The column's own time stamps and values, as stored. */
export const pointsOf = ({ grid, firstIndex, values }: Column): Points => ({
  times: startsOf(grid, firstIndex, firstIndex + values.length),
  values,
});

/** The length of each value's interval, or undefined if all have the same. */
export function durationsOf({ grid, firstIndex, values }: Column): Float64Array | undefined {
  if (grid.resolution.stepMs !== undefined) return undefined;
  const durations = new Float64Array(values.length);
  let start: Instant = grid.startOf(firstIndex);
  for (let i = 0; i < durations.length; i++) {
    const end = grid.startOf(firstIndex + i + 1);
    durations[i] = end - start;
    start = end;
  }
  return durations;
}

/**
 * The part of a span between a series' first and last time stamp, which decides what buckets an
 * answer has. Undefined if the span misses the series.
 */
export function touchedSpan(span: Span, firstStamp: Instant, lastStamp: Instant): Span | undefined {
  const touched = {
    start: Math.max(span.start, firstStamp),
    end: Math.min(span.end, lastStamp + 1),
  };
  return touched.start < touched.end ? touched : undefined;
}
