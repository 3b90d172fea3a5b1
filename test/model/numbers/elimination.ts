// Gaussian elimination with pivoting: slow, obvious and independent of the code that it checks.

/** Solves A x = b, with as many columns of A as it has rows. */
export function eliminate(
  matrix: readonly (readonly number[])[],
  wanted: ArrayLike<number>,
): number[] {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row.slice(0, size), wanted[i]!]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column; i < size; i++) {
      if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let i = column + 1; i < size; i++) {
      const factor = rows[i]![column]! / rows[column]![column]!;
      for (let j = column; j <= size; j++) rows[i]![j]! -= factor * rows[column]![j]!;
    }
  }
  const solved = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    let rest = rows[i]![size]!;
    for (let j = i + 1; j < size; j++) rest -= rows[i]![j]! * solved[j]!;
    solved[i] = rest / rows[i]![i]!;
  }
  return solved;
}
