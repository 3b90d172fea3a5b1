// The plan's cap on points per answer, and the refusal that names what would fit.

import { Refusal } from '#core/errors';
import { gridOf } from '#core/time/grid';
import { lengthOf, type Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { COARSENING } from '#core/values/reduction';
import { bucketsOf } from '#core/values/resample';

/** Makes the refusal of an answer that is too large; `hint` says what to ask for instead. */
export const tooManyPoints = (content: string, cap: number, hint: string): Refusal =>
  new Refusal(
    'too_many_points',
    `the answer would hold ${content}; the plan allows ${cap}; ${hint}`,
  );

/** Refuses an answer of more points than the plan allows, naming a resolution that would fit. */
export function requirePointsWithin(count: number, cap: number, touched: Span, zone: Zone): void {
  if (count <= cap) return;
  const fitting = COARSENING.find((resolution) => {
    const points = lengthOf(bucketsOf(gridOf(resolution, zone), touched));
    return points <= cap && points < count;
  });
  const hint = fitting ? `resolution ${fitting.name} would fit` : 'ask for a shorter span';
  throw tooManyPoints(`${count} points`, cap, hint);
}
