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
 * Fits wanted values on rows of columns, of which each counts for its share of 1; undefined if columns cannot be
 * told apart.
 */
export function fitRidge(
  rows: readonly (readonly number[])[],
  wanted: Float64Array,
  penalty: number,
  shares = new Float64Array(rows.length).fill(1 / rows.length),
): Ridge | undefined {
  const count = rows[0]!.length;
  const means = new Float64Array(count);
  const devs = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    rows.forEach((row, i) => {
      means[j] = means[j]! + row[j]! * shares[i]!;
    });
    rows.forEach((row, i) => {
      devs[j] = devs[j]! + (row[j]! - means[j]!) ** 2 * shares[i]!;
    });
    devs[j] = Math.sqrt(devs[j]!);
    if (!(devs[j]! > 1e-8 * Math.max(1, Math.abs(means[j]!)))) devs[j] = Number.POSITIVE_INFINITY;
  }
  const mean = wanted.reduce((total, value, i) => total + value * shares[i]!, 0);
  const gram = new Float64Array(packedLength(count));
  const slopes = new Float64Array(count);
  const scaled = new Float64Array(count);
  rows.forEach((row, i) => {
    for (let j = 0; j < count; j++) scaled[j] = (row[j]! - means[j]!) / devs[j]!;
    for (let j = 0; j < count; j++) {
      const at = packedRow(j);
      const value = scaled[j]! * shares[i]!;
      slopes[j] = slopes[j]! + value * (wanted[i]! - mean);
      for (let k = 0; k <= j; k++) gram[at + k] = gram[at + k]! + value * scaled[k]!;
    }
  });
  for (let j = 0; j < count; j++) gram[packedRow(j) + j] = gram[packedRow(j) + j]! + penalty;
  if (!factorInPlace(gram, count)) return undefined;
  solveLower(gram, count, slopes);
  solveUpper(gram, count, slopes);
  for (let j = 0; j < count; j++) slopes[j] = slopes[j]! / devs[j]!;
  return { mean, means, slopes };
}

/** The mean, and what the columns add to it. */
export const predict = ({ mean, means, slopes }: Ridge, columns: readonly number[]): number =>
  columns.reduce((total, value, j) => total + slopes[j]! * (value - means[j]!), mean);
