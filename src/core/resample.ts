// Resampling: one value for each market-time bucket that the span touches.

import { type Aggregation, makeReducer } from '#core/aggregation';
import { type Column, durationsOf, type Points } from '#core/column';
import { firstIndexFrom, type Grid } from '#core/grid';
import { startsOf } from '#core/interval-starts';
import type { IndexSpan, Span } from '#core/span';

/** The buckets of a grid that a span touches. */
export const bucketsOf = (grid: Grid, touched: Span): IndexSpan => ({
  start: grid.indexOf(touched.start),
  end: grid.indexOf(touched.end - 1) + 1,
});

/**
 * Reduces a column to the buckets of a longer grid. A value belongs to the bucket its time stamp is
 * in and weighs as long as its own interval lasts; a touched bucket without a value is a gap.
 */
export function resample(
  column: Column,
  target: Grid,
  touched: Span,
  aggregation: Aggregation,
): Points {
  const buckets = bucketsOf(target, touched);
  const count = buckets.end - buckets.start;
  const edges = startsOf(target, buckets.start, buckets.end + 1);
  const values = new Float64Array(count);
  const weights = aggregation === 'Average' ? durationsOf(column) : undefined;
  const reducer = makeReducer(aggregation);
  const { grid, firstIndex, values: held } = column;
  // Buckets that last alike hold alike many hours, and are reduced together. Not so weeks, of which some
  // months have four and others as long as they five.
  const isEven = grid.resolution.stepMs !== undefined;
  let from = firstIndexFrom(grid, edges[0]!) - firstIndex;
  for (let i = 0; i < count; ) {
    const length = firstIndexFrom(grid, edges[i + 1]!) - firstIndex - from;
    const isWhole = from >= 0 && from + length <= held.length;
    const alike = isEven && isWhole && length > 0 ? countAlike(edges, i, count) : 1;
    const runs = Math.min(alike, Math.floor((held.length - from) / length));
    if (runs > 1) {
      reducer.reduceRuns(held, from, length, values.subarray(i, i + runs));
      i += runs;
      from += runs * length;
    } else {
      reducer.add(held, Math.max(from, 0), Math.min(from + length, held.length), weights);
      values[i++] = reducer.take();
      from += length;
    }
  }
  return { times: edges.subarray(0, count), values };
}

/** How many buckets from the given one on last as long as it does. */
function countAlike(edges: Float64Array, from: number, end: number): number {
  const lasts = edges[from + 1]! - edges[from]!;
  let next = from + 1;
  while (next < end && edges[next + 1]! - edges[next]! === lasts) next++;
  return next - from;
}
