// The packed Cholesky factor against plain Gaussian elimination.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  factorInPlace,
  packedLength,
  packedRow,
  solveLower,
  solveUpper,
} from '#model/numbers/cholesky';
import { eliminate } from './elimination.ts';

/** A symmetric positive matrix: A Aᵀ of random A, with something on the diagonal. */
const somePositive = fc
  .integer({ min: 1, max: 17 })
  .chain((size) =>
    fc.record({
      size: fc.constant(size),
      seeds: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), {
        minLength: size * size,
        maxLength: size * size,
      }),
      wanted: fc.array(fc.double({ min: -9, max: 9, noNaN: true }), {
        minLength: size,
        maxLength: size,
      }),
    }),
  )
  .map(({ size, seeds, wanted }) => {
    const matrix = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => {
        let total = i === j ? 0.5 : 0;
        for (let k = 0; k < size; k++) total += seeds[i * size + k]! * seeds[j * size + k]!;
        return total;
      }),
    );
    return { size, matrix, wanted };
  });

function pack(matrix: readonly (readonly number[])[]): Float64Array {
  const packed = new Float64Array(packedLength(matrix.length));
  matrix.forEach((row, i) => {
    for (let j = 0; j <= i; j++) packed[packedRow(i) + j] = row[j]!;
  });
  return packed;
}

function solve(factor: Float64Array, size: number, wanted: readonly number[]): Float64Array {
  const solved = Float64Array.from(wanted);
  solveLower(factor, size, solved);
  solveUpper(factor, size, solved);
  return solved;
}

function assertClose(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  for (let i = 0; i < expected.length; i++) {
    const size = Math.max(1, Math.abs(expected[i]!));
    assert.ok(Math.abs(actual[i]! - expected[i]!) < 1e-6 * size, `${actual[i]} ≠ ${expected[i]}`);
  }
}

suite('the Cholesky factor', () => {
  test('the Cholesky factor solves like Gaussian elimination', () => {
    fc.assert(
      fc.property(somePositive, ({ size, matrix, wanted }) => {
        const factor = pack(matrix);
        assert.ok(factorInPlace(factor, size));
        assertClose(solve(factor, size, wanted), eliminate(matrix, wanted));
      }),
    );
  });

  test('the Cholesky factor contains the factor of every leading part', () => {
    fc.assert(
      fc.property(somePositive, fc.nat(), ({ size, matrix, wanted }, pick) => {
        const part = 1 + (pick % size);
        const factor = pack(matrix);
        assert.ok(factorInPlace(factor, size));
        const leading = matrix.slice(0, part).map((row) => row.slice(0, part));
        assertClose(solve(factor, part, wanted.slice(0, part)), eliminate(leading, wanted));
      }),
    );
  });

  test('factorInPlace returns false for a matrix that is not positive', () => {
    assert.equal(factorInPlace(Float64Array.of(1, 2, 1), 2), false);
    assert.equal(factorInPlace(Float64Array.of(0), 1), false);
    assert.equal(factorInPlace(Float64Array.of(Number.NaN), 1), false);
    assert.equal(factorInPlace(Float64Array.of(1, 0, 1, 1, 1, 1), 3), false);
  });
});
