// Duration curves: the values of a line from the highest to the lowest, over the share of time for which
// each is reached. Pure.

import { upperBound } from '#core/values/lower-bound';

export interface DurationCurve {
  /** Falling. */
  readonly values: readonly number[];
  /** The share of time at which each value begins, 0 to 1, as long as `values`. */
  readonly starts: readonly number[];
}

/** The curve of values that each last `seconds`. */
export function durationCurve(
  values: readonly number[],
  seconds: readonly number[],
): DurationCurve {
  const order = values.map((_, i) => i).sort((a, b) => values[b]! - values[a]!);
  const total = seconds.reduce((sum, one) => sum + one, 0);
  const starts: number[] = [];
  let passed = 0;
  for (const i of order) {
    starts.push(passed / total);
    passed += seconds[i]!;
  }
  return { values: order.map((i) => values[i]!), starts };
}

/** The value that is reached for a share of the time; undefined without values. */
export function valueAtShare({ values, starts }: DurationCurve, share: number): number | undefined {
  return values[Math.max(0, upperBound(starts, share) - 1)];
}
