// Holds what was measured against the bars.

import { BARS, type Bar } from '../bars.ts';

export interface Verdict {
  readonly bar: Bar;
  readonly measured: number | undefined;
  readonly outcome: 'reached' | 'missed' | 'not measured';
}

/** A bar is missed if its contender did not take part, unless that contender is optional. */
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
