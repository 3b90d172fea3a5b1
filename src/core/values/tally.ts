// How complete reduced values are: how many native values each is made of, and how many its bucket has. Also
// from how many values on a figure of errors is trusted: interfaces, page and command line warn below that.

/** One entry for each point. */
export interface Tally {
  /** The native values that the point is made of; a gap is none. */
  readonly counts: Float64Array;
  /**
   * The native intervals of the whole bucket. They do not depend on the span of the request, nor on the
   * first and last value of the series: a week that is asked for from Wednesday on still has 168 hours.
   */
  readonly expected: Float64Array;
}

export const makeTally = (length: number): Tally => ({
  counts: new Float64Array(length),
  expected: new Float64Array(length),
});

/** The tally of values as stored: 1 of 1, or 0 of 1 for a gap. */
export function tallyOfStored(values: Float64Array): Tally {
  const { counts, expected } = makeTally(values.length);
  expected.fill(1);
  for (let i = 0; i < values.length; i++) counts[i] = Number.isNaN(values[i]!) ? 0 : 1;
  return { counts, expected };
}

/** The number of values in `values[start…end)` that are no gaps. */
export function countPresent(values: Float64Array, start: number, end: number): number {
  // A gap makes the sum NaN. Only then each value is checked.
  let sum = 0;
  for (let i = start; i < end; i++) sum += values[i]!;
  let count = Math.max(0, end - start);
  if (!Number.isNaN(sum)) return count;
  for (let i = start; i < end; i++) if (Number.isNaN(values[i]!)) count--;
  return count;
}

/** Makes gaps of the values whose share of native values is below `threshold`. Changes `values`. */
export function dropShort(values: Float64Array, tally: Tally, threshold: number): void {
  const { counts, expected } = tally;
  for (let i = 0; i < values.length; i++) {
    // The quotient of 55 and 100 is the number that 0.55 is read as; 0.55 × 100 is more than 55.
    if (counts[i]! / expected[i]! < threshold) values[i] = Number.NaN;
  }
}

/** Three weeks of hours: with fewer, one odd day still moves a mean error noticeably. */
export const FEW_VALUES = 500;

export const isFew = (count: number): boolean => count < FEW_VALUES;

export const FEW_VALUES_TEXT = `fewer than ${FEW_VALUES} values`;
