// The straight line that a share of all values lies at or below: linear regression for a quantile, by weighted least
// squares that are repeated with new weights.

const MOST_ROUNDS = 12;
/** Coefficients that move less than this are settled. */
const SETTLED = 1e-3;
/** The least distance from the line: a nearer value would get all of the weight. */
const LEAST_DISTANCE = 1e-3;

/**
 * Fits `values` by rows of `width` numbers, the first of which is 1. `share` of the values lie at or below the
 * line. `ridge` pulls all coefficients but the first towards 0; it is a number of values.
 */
export function fitQuantile(
  rows: Float64Array,
  width: number,
  values: Float64Array,
  share: number,
  ridge: number,
): Float64Array {
  let line = new Float64Array(width);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = solve(weightedProducts(rows, width, values, share, ridge, line), width);
    const moved = Math.max(...next.map((each, i) => Math.abs(each - line[i]!)));
    line = next;
    if (moved < SETTLED) break;
  }
  return line;
}

/** The products of the columns with each other and with the values, a row after the other. */
function weightedProducts(
  rows: Float64Array,
  width: number,
  values: Float64Array,
  share: number,
  ridge: number,
  line: Float64Array,
): Float64Array {
  const stride = width + 1;
  const products = new Float64Array(width * stride);
  const weights = new Float64Array(values.length);
  for (let i = 0, row = 0; i < values.length; i++, row += width) {
    let distance = values[i]!;
    for (let j = 0; j < width; j++) distance -= rows[row + j]! * line[j]!;
    const side = distance >= 0 ? share : 1 - share;
    weights[i] = side / Math.max(Math.abs(distance), LEAST_DISTANCE);
  }
  const own = new Float64Array(values.length);
  for (let j = 0; j < width; j++) {
    for (let i = 0; i < own.length; i++) own[i] = weights[i]! * rows[i * width + j]!;
    for (let k = j; k < width; k++) products[j * stride + k] = productOf(own, rows, k, width);
    products[j * stride + width] = productOf(own, values, 0, 1);
  }
  for (let j = 0; j < width; j++) {
    for (let k = 0; k < j; k++) products[j * stride + k] = products[k * stride + j]!;
    if (j > 0) products[j * stride + j]! += ridge;
  }
  return products;
}

/** The product of a column with every `step`-th of `others` from `from` on. */
function productOf(column: Float64Array, others: Float64Array, from: number, step: number): number {
  let total = 0;
  for (let i = 0, at = from; i < column.length; i++, at += step) total += column[i]! * others[at]!;
  return total;
}

/** Solves equations by elimination, in place: `width` rows of the coefficients and the right side. */
function solve(equations: Float64Array, width: number): Float64Array<ArrayBuffer> {
  const stride = width + 1;
  for (let j = 0; j < width; j++) {
    for (let row = j + 1; row < width; row++) {
      const factor = equations[row * stride + j]! / equations[j * stride + j]!;
      for (let k = j; k < stride; k++)
        equations[row * stride + k]! -= factor * equations[j * stride + k]!;
    }
  }
  const solution = new Float64Array(width);
  for (let j = width - 1; j >= 0; j--) {
    let rest = equations[j * stride + width]!;
    for (let k = j + 1; k < width; k++) rest -= equations[j * stride + k]! * solution[k]!;
    solution[j] = rest / equations[j * stride + j]!;
  }
  return solution;
}
