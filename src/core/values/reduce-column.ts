// A column as the points of an answer: as stored, extracted, or resampled to one value for each market-time bucket
// that the span touches.

import { firstIndexFrom, type Grid, gridOf, startsOf } from '#core/time/grid';
import type { IndexSpan, Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { type Aggregation, makeReducer } from '#core/values/aggregation';
import { type Column, durationsOf, type Points, pointsOf } from '#core/values/column';
import { extract } from '#core/values/extract';
import type { Reduction } from '#core/values/reduction';
import { countPresent, makeTally, tallyOfStored } from '#core/values/tally';

export interface WantedPoints {
  readonly reduction: Reduction;
  readonly aggregation: Aggregation;
  /** The span that decides which buckets the points have. */
  readonly touched: Span;
}

/** Reduces a column. The points have a tally if `isCounted`. */
export function reduceColumn(
  column: Column,
  { reduction, aggregation, touched }: WantedPoints,
  zone: Zone,
  isCounted = false,
): Points {
  if (reduction.kind === 'extract')
    return extract(column, reduction.block, zone, touched, aggregation, isCounted);
  if (reduction.kind === 'resample')
    return resample(column, gridOf(reduction.to, zone), touched, aggregation, isCounted);
  const points = pointsOf(column);
  return isCounted ? { ...points, tally: tallyOfStored(column.values) } : points;
}

/** The buckets of a grid that a span touches. */
export const bucketsOf = (grid: Grid, touched: Span): IndexSpan => ({
  start: grid.indexOf(touched.start),
  end: grid.indexOf(touched.end - 1) + 1,
});

/**
 * Reduces a column to the buckets of a longer grid. A value belongs to the bucket of its time stamp
 * and weighs by the length of its own interval. A touched bucket without a value is a gap. The points
 * have a tally if `isCounted`.
 */
export function resample(
  column: Column,
  target: Grid,
  touched: Span,
  aggregation: Aggregation,
  isCounted = false,
): Points {
  const buckets = bucketsOf(target, touched);
  const count = buckets.end - buckets.start;
  const edges = startsOf(target, buckets.start, buckets.end + 1);
  const values = new Float64Array(count);
  const weights = aggregation === 'Average' ? durationsOf(column) : undefined;
  const reducer = makeReducer(aggregation);
  const tally = isCounted ? makeTally(count) : undefined;
  const { grid, firstIndex, values: stored } = column;
  // Buckets of equal length have equally many hours: a division for every bucket took a tenth of the time.
  // Weeks differ: months of equal length have four of them or five.
  const isEven = grid.resolution.stepMs !== undefined;
  let lasted = Number.NaN;
  let counted = 0;
  let next = firstIndexFrom(grid, edges[0]!) - firstIndex;
  const mayTakeFour = isEven && !tally && !weights && reducer.reduceFour !== undefined;
  for (let i = 0; i < count; i++) {
    const lasts = edges[i + 1]! - edges[i]!;
    const from = next;
    const isInside = from >= 0 && from + 4 * counted <= stored.length;
    if (mayTakeFour && lasts === lasted && isInside && lastFour(edges, i, lasts)) {
      reducer.reduceFour!(stored, from, counted, values, i);
      next = from + 4 * counted;
      i += 3;
      continue;
    }
    if (lasts !== lasted || !isEven) {
      counted = firstIndexFrom(grid, edges[i + 1]!) - firstIndex - from;
      lasted = lasts;
    }
    next = from + counted;
    const first = Math.max(from, 0);
    const end = Math.min(next, stored.length);
    reducer.add(stored, first, end, weights);
    values[i] = reducer.take();
    if (tally) {
      tally.counts[i] = countPresent(stored, first, end);
      tally.expected[i] = counted;
    }
  }
  return { times: edges.subarray(0, count), values, ...(tally && { tally }) };
}

/** Whether the four buckets from the i-th on exist, and each is as long as `lasts`. */
const lastFour = (edges: Float64Array, i: number, lasts: number): boolean =>
  i + 4 < edges.length &&
  edges[i + 2]! - edges[i + 1]! === lasts &&
  edges[i + 3]! - edges[i + 2]! === lasts &&
  edges[i + 4]! - edges[i + 3]! === lasts;
