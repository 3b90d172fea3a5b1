// The correlation of two series, over the stamps at which both have a value.

import type { StampedValues } from '#view/values/shift-span';

export interface Correlation {
  /** Pearson's r, −1 to 1; undefined if fewer than three stamps are common or one never moves. */
  readonly coefficient: number | undefined;
  /** The number of stamps at which both have a value. */
  readonly count: number;
}

const FEWEST_COMMON = 3;

export function correlate(a: StampedValues, b: StampedValues): Correlation {
  const [xs, ys] = commonValues(a, b);
  const count = xs.length;
  if (count < FEWEST_COMMON) return { coefficient: undefined, count };
  const [meanX, meanY] = [meanOf(xs), meanOf(ys)];
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [dx, dy] = [xs[i]! - meanX, ys[i]! - meanY];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  if (xx === 0 || yy === 0) return { coefficient: undefined, count };
  return { coefficient: Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))), count };
}

/** The values at the stamps at which both have one, in the same order. */
function commonValues(a: StampedValues, b: StampedValues): readonly [number[], number[]] {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0, j = 0; i < a.times.length && j < b.times.length; ) {
    if (a.times[i]! < b.times[j]!) i++;
    else if (a.times[i]! > b.times[j]!) j++;
    else {
      const [x, y] = [a.values[i++] ?? null, b.values[j++] ?? null];
      if (x !== null && y !== null) {
        xs.push(x);
        ys.push(y);
      }
    }
  }
  return [xs, ys];
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
