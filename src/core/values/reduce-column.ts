// A column as the points of an answer: as stored, resampled or extracted.

import { gridOf } from '#core/time/grid';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import type { Aggregation } from '#core/values/aggregation';
import { type Column, type Points, pointsOf } from '#core/values/column';
import { extract } from '#core/values/extract';
import type { Reduction } from '#core/values/reduction';
import { resample } from '#core/values/resample';
import { tallyOfStored } from '#core/values/tally';

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
