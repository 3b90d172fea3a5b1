// Holds what was measured against the bars.

import { BARS, type Bar } from '../bars.ts';

export interface Verdict {
  readonly bar: Bar;
  readonly measured: number | undefined;
  readonly outcome: 'reached' | 'missed' | 'not measured';
}

/** A bar that needs a contender which is not there is missed, unless it is an optional one. */
export function judgeBars(facts: ReadonlyMap<string, number>): Verdict[] {
  return BARS.map((bar) => {
    const measured = facts.get(bar.fact);
    if (measured === undefined) {
      return { bar, measured, outcome: bar.isOptional ? 'not measured' : 'missed' };
    }
    const isReached =
      measured >= (bar.atLeast ?? -Infinity) && measured <= (bar.atMost ?? Infinity);
    return { bar, measured, outcome: isReached ? 'reached' : 'missed' };
  });
}
