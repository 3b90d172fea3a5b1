// Linear models of several outputs over one design: columns are centred and standardised, one Gram
// matrix serves every output, and the lasso picks the columns.

import { buildGram, LASSO_DEFAULTS, type LassoOptions, LassoPath } from '#model/numbers/lasso';

export interface LinearModel {
  readonly columns: number;
  readonly outputs: number;
  readonly intercepts: Float64Array;
  /** Outputs × columns, for columns that are not standardised. */
  readonly slopes: Float64Array;
}

/** A column that deviates less than this, relative to its size, counts as constant. */
const LEAST_DEVIATION = 1e-8;

/** Centres and standardises each column in place; returns their means and deviations (0: constant). */
function standardise(
  data: Float64Array,
  rows: number,
): { means: Float64Array; devs: Float64Array } {
  const columns = data.length / rows;
  const means = new Float64Array(columns);
  const devs = new Float64Array(columns);
  for (let j = 0; j < columns; j++) {
    const column = data.subarray(j * rows, (j + 1) * rows);
    let total = 0;
    for (let i = 0; i < rows; i++) total += column[i]!;
    const mean = total / rows;
    let squares = 0;
    for (let i = 0; i < rows; i++) squares += (column[i]! - mean) ** 2;
    const deviation = Math.sqrt(squares / rows);
    const isConstant = !(deviation > LEAST_DEVIATION * Math.max(1, Math.abs(mean)));
    means[j] = mean;
    devs[j] = isConstant ? 0 : deviation;
    for (let i = 0; i < rows; i++) column[i] = isConstant ? 0 : (column[i]! - mean) / deviation;
  }
  return { means, devs };
}

/**
 * Fits one lasso per output. `data` has one column of `rows` values after the other and is overwritten;
 * `targets` has one output of `rows` values after the other.
 */
export function fitLassoModel(
  data: Float64Array,
  targets: Float64Array,
  rows: number,
  options: LassoOptions = LASSO_DEFAULTS,
): LinearModel {
  const columns = data.length / rows;
  const outputs = targets.length / rows;
  const { means, devs } = standardise(data, rows);
  const path = new LassoPath(buildGram(data, rows, columns), options);
  const intercepts = new Float64Array(outputs);
  const slopes = new Float64Array(outputs * columns);
  const centred = new Float64Array(rows);
  const products = new Float64Array(columns);
  for (let output = 0; output < outputs; output++) {
    const wanted = targets.subarray(output * rows, (output + 1) * rows);
    let mean = 0;
    for (let i = 0; i < rows; i++) mean += wanted[i]! / rows;
    let variance = 0;
    for (let i = 0; i < rows; i++) variance += (centred[i] = wanted[i]! - mean) ** 2 / rows;
    multiplyColumns(data, centred, products);
    const fitted = path.fit(products, variance);
    let intercept = mean;
    for (let j = 0; j < columns; j++) {
      if (fitted[j] === 0 || devs[j] === 0) continue;
      const slope = fitted[j]! / devs[j]!;
      slopes[output * columns + j] = slope;
      intercept -= slope * means[j]!;
    }
    intercepts[output] = intercept;
  }
  return { columns, outputs, intercepts, slopes };
}

/** Computes the mean product of every column with `values`. */
function multiplyColumns(data: Float64Array, values: Float64Array, products: Float64Array): void {
  const rows = values.length;
  for (let j = 0; j < products.length; j++) {
    const start = j * rows;
    let total = 0;
    for (let i = 0; i < rows; i++) total += data[start + i]! * values[i]!;
    products[j] = total / rows;
  }
}

export function predictOutput(model: LinearModel, row: Float64Array, output: number): number {
  let value = model.intercepts[output]!;
  const start = output * model.columns;
  for (let j = 0; j < model.columns; j++) value += model.slopes[start + j]! * row[j]!;
  return value;
}
