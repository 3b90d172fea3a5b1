// A ridge: a line through wanted values on a few columns, whose slopes are held small.

import {
  factorInPlace,
  packedLength,
  packedRow,
  solveLower,
  solveUpper,
} from '#model/numbers/cholesky';

export interface Ridge {
  readonly mean: number;
  readonly means: Float64Array;
  /** One for each column as it is; 0 if the column never changes. */
  readonly slopes: Float64Array;
}

/**
 * Fits wanted values on rows of columns, one after the other, of which each counts for its share of 1; undefined if columns cannot be
 * told apart.
 */
export function fitRidge(
  rows: Float64Array,
  wanted: Float64Array,
  penalty: number,
  shares: Float64Array,
): Ridge | undefined {
  const size = wanted.length;
  const count = rows.length / size;
  const means = new Float64Array(count);
  const devs = new Float64Array(count);
  const scaled = Array.from({ length: count }, (_, j) => {
    const column = new Float64Array(size);
    for (let i = 0; i < size; i++) column[i] = rows[i * count + j]!;
    means[j] = product(column, shares);
    devs[j] = scaleColumn(column, means[j]!, shares);
    return column;
  });
  const mean = product(wanted, shares);
  const distances = wanted.map((value) => value - mean);
  const gram = new Float64Array(packedLength(count));
  const slopes = new Float64Array(count);
  const shared = new Float64Array(size);
  for (let j = 0; j < count; j++) {
    const own = scaled[j]!;
    for (let i = 0; i < size; i++) shared[i] = own[i]! * shares[i]!;
    slopes[j] = product(shared, distances);
    const at = packedRow(j);
    for (let k = 0; k <= j; k++) gram[at + k] = product(shared, scaled[k]!);
    gram[at + j] = gram[at + j]! + penalty;
  }
  if (!factorInPlace(gram, count)) return undefined;
  solveLower(gram, count, slopes);
  solveUpper(gram, count, slopes);
  for (let j = 0; j < count; j++) slopes[j] = slopes[j]! / devs[j]!;
  return { mean, means, slopes };
}

function product(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i]! * b[i]!;
  return total;
}

/** Standardises a column in place and returns its deviation, which is infinite if the column never changes. */
function scaleColumn(column: Float64Array, mean: number, shares: Float64Array): number {
  let squares = 0;
  for (let i = 0; i < column.length; i++) {
    column[i] = column[i]! - mean;
    squares += column[i]! ** 2 * shares[i]!;
  }
  const found = Math.sqrt(squares);
  const deviation = found > 1e-8 * Math.max(1, Math.abs(mean)) ? found : Number.POSITIVE_INFINITY;
  for (let i = 0; i < column.length; i++) column[i] = column[i]! / deviation;
  return deviation;
}

/** The mean, and what the columns add to it. */
export function predict({ mean, means, slopes }: Ridge, columns: Float64Array): number {
  let total = mean;
  for (let j = 0; j < slopes.length; j++) total += slopes[j]! * (columns[j]! - means[j]!);
  return total;
}
