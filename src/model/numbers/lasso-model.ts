// Linear models of several outputs over one design: columns are centred and standardised, one Gram
// matrix serves every output, and the lasso picks the columns.

import { buildProducts } from '#model/numbers/gram';
import { LASSO_DEFAULTS, type LassoOptions, LassoPath } from '#model/numbers/lasso';

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
  const { centred, targetMeans, variances } = centre(targets, rows);
  const { gram, products } = buildProducts(data, centred, rows);
  const path = new LassoPath(gram, options);
  const intercepts = new Float64Array(outputs);
  const slopes = new Float64Array(outputs * columns);
  for (let output = 0; output < outputs; output++) {
    const own = products.subarray(output * columns, (output + 1) * columns);
    const fitted = path.fit(own, variances[output]!);
    let intercept = targetMeans[output]!;
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

/** Subtracts its mean from each target; `variances` are the mean squares of what is left. */
function centre(targets: Float64Array, rows: number) {
  const outputs = targets.length / rows;
  const centred = targets.slice();
  const targetMeans = new Float64Array(outputs);
  const variances = new Float64Array(outputs);
  for (let output = 0; output < outputs; output++) {
    const wanted = centred.subarray(output * rows, (output + 1) * rows);
    let mean = 0;
    for (let i = 0; i < rows; i++) mean += wanted[i]! / rows;
    let variance = 0;
    for (let i = 0; i < rows; i++) variance += (wanted[i] = wanted[i]! - mean) ** 2 / rows;
    targetMeans[output] = mean;
    variances[output] = variance;
  }
  return { centred, targetMeans, variances };
}

/** A model as numbers in a row: outputs, columns, the intercepts, and output by output the slopes that are not 0. */
export function encodeModel({ columns, outputs, intercepts, slopes }: LinearModel): Float64Array {
  const numbers = [outputs, columns, ...intercepts];
  for (let i = 0; i < slopes.length; i++) if (slopes[i] !== 0) numbers.push(i, slopes[i]!);
  return Float64Array.from(numbers);
}

export function decodeModel(numbers: Float64Array): LinearModel {
  const [outputs, columns] = [numbers[0]!, numbers[1]!];
  const slopes = new Float64Array(outputs * columns);
  const first = 2 + outputs;
  for (let i = first; i < numbers.length; i += 2) slopes[numbers[i]!] = numbers[i + 1]!;
  return { columns, outputs, intercepts: numbers.slice(2, first), slopes };
}

export function predictOutput(model: LinearModel, row: Float64Array, output: number): number {
  let value = model.intercepts[output]!;
  const start = output * model.columns;
  for (let j = 0; j < model.columns; j++) value += model.slopes[start + j]! * row[j]!;
  return value;
}
