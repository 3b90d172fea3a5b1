// Two lines against each other, with the straight line that fits best. Pure.

export interface Fit {
  readonly slope: number;
  readonly intercept: number;
}

/** The least-squares line of y over x; undefined if fewer than three points exist or x never moves. */
export function fitLine(xs: readonly number[], ys: readonly number[]): Fit | undefined {
  const count = xs.length;
  if (count < 3) return undefined;
  const [meanX, meanY] = [meanOf(xs), meanOf(ys)];
  let [xx, xy] = [0, 0];
  for (let i = 0; i < count; i++) {
    const dx = xs[i]! - meanX;
    xx += dx * dx;
    xy += dx * (ys[i]! - meanY);
  }
  if (xx === 0) return undefined;
  const slope = xy / xx;
  return { slope, intercept: meanY - slope * meanX };
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
