// The number of decimals with which the values of an answer are shown and saved. Pure.

import type { SeriesColumns } from '#contract/forecast';
import { decimalsOf } from '#view/axes/number-text';

/** A mean has at most these decimals more than the values that it is made of. */
const MORE_IN_MEANS = 2;

/** The decimals that the values have, at most four for small and two for large numbers. */
const seenDecimals = ({ values }: SeriesColumns): number =>
  decimalsOf(Float64Array.from(values, (value) => value ?? Number.NaN));

/**
 * The decimals of the values on the page: those that the series is stored with. Means may have two more,
 * if they help to tell values of their size apart.
 */
export function columnDecimals(answer: SeriesColumns): number {
  const { decimals: stored = null, aggregation } = answer;
  if (stored === null) return seenDecimals(answer);
  if (aggregation !== 'Average') return stored;
  return Math.max(stored, Math.min(stored + MORE_IN_MEANS, seenDecimals(answer)));
}

/** The decimals of a mean: one more, but at most two unless the values have more. */
export const meanDecimals = (decimals: number): number =>
  Math.max(decimals, Math.min(decimals + 1, 2));

/** The decimals in a file: those that the series is stored with, means two more; undefined if unknown. */
export function fileDecimals({ decimals: stored = null, aggregation }: SeriesColumns) {
  if (stored === null) return undefined;
  return aggregation === 'Average' ? stored + MORE_IN_MEANS : stored;
}

/** The values as a file has them: without digits that no stored value has. */
export function roundedValues(answer: SeriesColumns): readonly (number | null)[] {
  const decimals = fileDecimals(answer);
  if (decimals === undefined) return answer.values;
  return answer.values.map((value) => (value === null ? null : Number(value.toFixed(decimals))));
}
