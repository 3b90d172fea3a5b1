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
  let from = 0;
  for (let i = 0; i < count; i++) {
    const to = Math.min(
      firstIndexFrom(column.grid, edges[i + 1]!) - column.firstIndex,
      column.values.length,
    );
    reducer.add(column.values, from, to, weights);
    values[i] = reducer.take();
    from = Math.max(from, to);
  }
  return { times: edges.subarray(0, count), values };
}
