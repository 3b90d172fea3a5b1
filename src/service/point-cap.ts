// The plan's cap on points per answer, and the refusal that names what would fit.

import { Refusal } from '#core/errors';
import { gridOf } from '#core/time/grid';
import { lengthOf, type Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { bucketsOf } from '#core/values/reduce-column';
import { COARSENING } from '#core/values/reduction';

/** Makes the refusal of an answer that is too large; `hint` says what to ask for instead. */
export const tooManyPoints = (content: string, cap: number, hint: string): Refusal =>
  new Refusal(
    'too_many_points',
    `the answer would hold ${content}; the plan allows ${cap}; ${hint}`,
  );

/** Makes the refusal of an answer with more points than `cap`, naming a resolution that would fit. */
export function tooManyOfSpan(count: number, cap: number, touched: Span, zone: Zone): Refusal {
  const fitting = COARSENING.find((resolution) => {
    const points = lengthOf(bucketsOf(gridOf(resolution, zone), touched));
    return points <= cap && points < count;
  });
  const hint = fitting ? `resolution ${fitting.name} would fit` : 'ask for a shorter span';
  return tooManyPoints(`${count} points`, cap, hint);
}
