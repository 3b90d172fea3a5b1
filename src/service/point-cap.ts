// The plan's cap on points per answer, checked before anything is read.

import { Refusal } from '#core/errors';
import { gridOf } from '#core/time/grid';
import { lengthOf, type Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { COARSENING } from '#core/values/reduction';
import { bucketsOf } from '#core/values/resample';

/** Refuses an answer of more points than the plan allows, naming a resolution that would fit. */
export function requirePointsWithin(count: number, cap: number, touched: Span, zone: Zone): void {
  if (count <= cap) return;
  const fitting = COARSENING.find((resolution) => {
    const points = lengthOf(bucketsOf(gridOf(resolution, zone), touched));
    return points <= cap && points < count;
  });
  const hint = fitting ? `; resolution ${fitting.name} would fit` : '; ask for a shorter span';
  throw new Refusal(
    'too_many_points',
    `the answer would hold ${count} points; the plan allows ${cap}${hint}`,
  );
}
