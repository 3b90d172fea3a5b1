// The continuous ranked probability score of a forecast that is given by some of its quantiles.

/**
 * The integral of (F(x) − [x ≥ actual])² over x, in the unit of the values. F is linear between the quantiles,
 * and what lies outside of them is counted at the outermost ones. `shares` ascend between 0 and 1, and quantiles
 * that cross are put in order. A single quantile gives the absolute error.
 */
export function crpsOf(
  actual: number,
  shares: readonly number[],
  quantiles: readonly number[],
): number {
  const sorted = isAscending(quantiles) ? quantiles : quantiles.toSorted((a, b) => a - b);
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  let score = Math.max(first - actual, 0) + Math.max(actual - last, 0);
  for (let i = 1; i < sorted.length; i++) {
    const [from, to] = [sorted[i - 1]!, sorted[i]!];
    if (to <= from) continue;
    const [low, high] = [shares[i - 1]!, shares[i]!];
    const split = Math.min(Math.max(actual, from), to);
    const share = low + ((high - low) * (split - from)) / (to - from);
    score += squareOver(split - from, low, share) + squareOver(to - split, 1 - share, 1 - high);
  }
  return score;
}

/** The integral of the square of what goes from one height to another in a straight line. */
const squareOver = (width: number, from: number, to: number): number =>
  (width * (from * from + from * to + to * to)) / 3;

function isAscending(values: readonly number[]): boolean {
  for (let i = 1; i < values.length; i++) if (values[i]! < values[i - 1]!) return false;
  return true;
}
