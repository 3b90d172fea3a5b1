// Cholesky factors of symmetric positive matrices in packed rows, and solving with them.
// Row i of a packed lower triangle starts at i (i + 1) / 2.

export const packedLength = (size: number): number => (size * (size + 1)) / 2;
export const packedRow = (row: number): number => (row * (row + 1)) / 2;

/**
 * Factors `matrix` (packed, lower) in place: L with L Lᵀ = matrix. The factor of the first k rows is
 * the factor of the leading k × k part. Returns false, with the matrix destroyed, if it is not positive.
 * Large matrices are factored in tiles, see tiles/tiled-factor.ts.
 */
export function factorInPlace(matrix: Float64Array, size: number): boolean {
  let i = 0;
  for (; i + 1 < size; i += 2) {
    factorRowPair(matrix, i);
    if (!settleDiagonal(matrix, i) || !settleDiagonal(matrix, i + 1)) return false;
  }
  if (i < size) {
    for (let j = 0; j < i; j++) settleEntry(matrix, i, j);
    if (!settleDiagonal(matrix, i)) return false;
  }
  return true;
}

/** Factors rows i and i + 1 (i even) up to column i - 1 by two columns: four sums share their reads. */
function factorRowPair(matrix: Float64Array, i: number): void {
  const first = packedRow(i);
  const second = packedRow(i + 1);
  for (let j = 0; j < i; j += 2) {
    const left = packedRow(j);
    const right = packedRow(j + 1);
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let k = 0; k < j; k++) {
      const up = matrix[first + k]!;
      const down = matrix[second + k]!;
      const x = matrix[left + k]!;
      const y = matrix[right + k]!;
      a += up * x;
      b += up * y;
      c += down * x;
      d += down * y;
    }
    const pivot = matrix[left + j]!;
    const step = matrix[right + j]!;
    const nextPivot = matrix[right + j + 1]!;
    const up = (matrix[first + j]! - a) / pivot;
    const down = (matrix[second + j]! - c) / pivot;
    matrix[first + j] = up;
    matrix[second + j] = down;
    matrix[first + j + 1] = (matrix[first + j + 1]! - b - up * step) / nextPivot;
    matrix[second + j + 1] = (matrix[second + j + 1]! - d - down * step) / nextPivot;
  }
}

/** Settles entry (i, j) left of the diagonal. */
function settleEntry(matrix: Float64Array, i: number, j: number): void {
  const row = packedRow(i);
  const other = packedRow(j);
  let rest = matrix[row + j]!;
  for (let k = 0; k < j; k++) rest -= matrix[row + k]! * matrix[other + k]!;
  matrix[row + j] = rest / matrix[other + j]!;
}

/** Settles the diagonal of row i; in an odd row, the entry to its left first. */
function settleDiagonal(matrix: Float64Array, i: number): boolean {
  if (i % 2 === 1) settleEntry(matrix, i, i - 1);
  const row = packedRow(i);
  let rest = matrix[row + i]!;
  for (let k = 0; k < i; k++) rest -= matrix[row + k]! ** 2;
  if (!(rest > 0)) return false;
  matrix[row + i] = Math.sqrt(rest);
  return true;
}

/** Solves L x = b for the leading `size` rows, in place of `b`. */
export function solveLower(factor: Float64Array, size: number, b: Float64Array): void {
  for (let i = 0; i < size; i++) {
    const row = packedRow(i);
    let rest = b[i]!;
    for (let j = 0; j < i; j++) rest -= factor[row + j]! * b[j]!;
    b[i] = rest / factor[row + i]!;
  }
}

/** Solves Lᵀ x = b for the leading `size` rows, in place of `b`. */
export function solveUpper(factor: Float64Array, size: number, b: Float64Array): void {
  for (let i = size - 1; i >= 0; i--) {
    const row = packedRow(i);
    const value = b[i]! / factor[row + i]!;
    b[i] = value;
    for (let j = 0; j < i; j++) b[j] = b[j]! - factor[row + j]! * value;
  }
}
