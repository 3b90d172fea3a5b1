// The lasso against a plain coordinate descent on the full matrix, and against the conditions of its
// solution.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { buildGram } from '#model/numbers/gram';
import { LASSO_DEFAULTS, LassoPath } from '#model/numbers/lasso';
import { fitLassoModel, predictOutput } from '#model/numbers/lasso-model';

const STRICT = { ...LASSO_DEFAULTS, ridge: 0, tolerance: 1e-12, sweeps: 100_000 };

interface Problem {
  readonly rows: number;
  readonly columns: number;
  /** One column after the other, each with mean 0 and mean square 1. */
  readonly data: Float64Array;
  readonly target: Float64Array;
  readonly penalty: number;
}

function centre(values: Float64Array): void {
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  for (let i = 0; i < values.length; i++) values[i]! -= mean;
}

const someProblem: fc.Arbitrary<Problem> = fc
  .record({ rows: fc.integer({ min: 8, max: 40 }), columns: fc.integer({ min: 1, max: 12 }) })
  .chain(({ rows, columns }) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      seeds: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
        minLength: rows * (columns + 1),
        maxLength: rows * (columns + 1),
      }),
      penalty: fc.double({ min: 0.001, max: 0.5, noNaN: true }),
    }),
  )
  .map(({ rows, columns, seeds, penalty }) => {
    // A little of a fixed wave keeps columns from being constant.
    const data = Float64Array.from(
      { length: rows * columns },
      (_, i) => seeds[i]! + 0.5 * Math.sin(i * (1 + Math.floor(i / rows))),
    );
    for (let j = 0; j < columns; j++) {
      const column = data.subarray(j * rows, (j + 1) * rows);
      centre(column);
      const size = Math.sqrt(column.reduce((total, value) => total + value * value, 0) / rows);
      for (let i = 0; i < rows; i++) column[i]! /= size;
    }
    const target = Float64Array.from({ length: rows }, (_, i) => seeds[rows * columns + i]!);
    for (let i = 0; i < rows; i++) target[i]! += data[i]!;
    centre(target);
    return { rows, columns, data, target, penalty };
  });

/** Descends coefficient by coefficient, with the residual of every row. */
function slowLasso({ rows, columns, data, target, penalty }: Problem): Float64Array {
  const coefficients = new Float64Array(columns);
  const rest = target.slice();
  for (let sweep = 0; sweep < 20_000; sweep++) {
    let furthest = 0;
    for (let j = 0; j < columns; j++) {
      let pull = 0;
      for (let i = 0; i < rows; i++) pull += (data[j * rows + i]! * rest[i]!) / rows;
      pull += coefficients[j]!;
      const next = Math.sign(pull) * Math.max(0, Math.abs(pull) - penalty);
      const change = next - coefficients[j]!;
      coefficients[j] = next;
      for (let i = 0; i < rows; i++) rest[i]! -= change * data[j * rows + i]!;
      furthest = Math.max(furthest, Math.abs(change));
    }
    if (furthest < 1e-13) break;
  }
  return coefficients;
}

function productsOf({ rows, columns, data, target }: Problem): Float64Array {
  return Float64Array.from({ length: columns }, (_, j) => {
    let total = 0;
    for (let i = 0; i < rows; i++) total += data[j * rows + i]! * target[i]!;
    return total / rows;
  });
}

const varianceOf = ({ rows, target }: Problem): number =>
  target.reduce((total, value) => total + value * value, 0) / rows;

/** Half the mean squared rest plus the penalty, which the lasso minimises. */
function costOf(problem: Problem, coefficients: Float64Array): number {
  const { rows, columns, data, target, penalty } = problem;
  let cost = 0;
  for (let i = 0; i < rows; i++) {
    let rest = target[i]!;
    for (let j = 0; j < columns; j++) rest -= coefficients[j]! * data[j * rows + i]!;
    cost += (rest * rest) / (2 * rows);
  }
  return cost + penalty * coefficients.reduce((total, value) => total + Math.abs(value), 0);
}

const fastLasso = (problem: Problem): Float64Array =>
  new LassoPath(buildGram(problem.data, problem.rows), STRICT).fitAt(
    productsOf(problem),
    varianceOf(problem),
    problem.penalty,
  );

suite('the lasso', () => {
  test('the lasso costs no more than a plain coordinate descent on the full matrix', () => {
    fc.assert(
      fc.property(someProblem, (problem) => {
        const slow = costOf(problem, slowLasso(problem));
        const fast = costOf(problem, fastLasso(problem));
        // If columns are nearly alike, the plain one is still descending after all its sweeps.
        assert.ok(fast - slow < 1e-7 * Math.max(1, slow), `${fast} > ${slow}`);
      }),
    );
  });

  test('no column’s gradient exceeds the penalty, and that of a used column equals it', () => {
    fc.assert(
      fc.property(someProblem, (problem) => {
        const { rows, columns, data, target, penalty } = problem;
        const coefficients = fastLasso(problem);
        for (let j = 0; j < columns; j++) {
          let pull = 0;
          for (let i = 0; i < rows; i++) {
            let rest = target[i]!;
            for (let k = 0; k < columns; k++) rest -= coefficients[k]! * data[k * rows + i]!;
            pull += (data[j * rows + i]! * rest) / rows;
          }
          const expected = Math.sign(coefficients[j]!) * penalty;
          if (coefficients[j] === 0) assert.ok(Math.abs(pull) <= penalty + 1e-5);
          else assert.ok(Math.abs(pull - expected) < 1e-5, `${pull} ≠ ${expected}`);
        }
      }),
    );
  });

  test('the Gram matrix has the mean products', () => {
    fc.assert(
      fc.property(someProblem, ({ rows, columns, data }) => {
        const gram = buildGram(data, rows);
        for (let a = 0; a < columns; a++) {
          for (let b = 0; b < columns; b++) {
            let total = 0;
            for (let i = 0; i < rows; i++) total += data[a * rows + i]! * data[b * rows + i]!;
            assert.ok(Math.abs(gram.values[a * columns + b]! - total / rows) < 1e-9);
          }
        }
      }),
    );
  });

  test('the lasso finds the two columns that matter among thirty', () => {
    const [rows, columns] = [200, 30];
    const data = Float64Array.from({ length: rows * columns }, (_, i) => Math.sin(i * i * 0.37));
    const targets = Float64Array.from(
      { length: rows },
      (_, i) => 5 + 3 * data[4 * rows + i]! - 2 * data[21 * rows + i]! + 0.01 * Math.sin(i * 7.7),
    );
    const sample = Float64Array.from({ length: columns }, (_, j) => data[j * rows + 11]!);
    const model = fitLassoModel(data.slice(), targets, rows);
    assert.ok(Math.abs(model.slopes[4]! - 3) < 0.05);
    assert.ok(Math.abs(model.slopes[21]! + 2) < 0.05);
    assert.ok(Math.abs(predictOutput(model, sample, 0) - targets[11]!) < 0.1);
  });

  test('the lasso shares the weight of a repeated column and ignores a constant one', () => {
    const rows = 100;
    const wave = Float64Array.from({ length: rows }, (_, i) => Math.sin(i * 1.3));
    const data = new Float64Array(rows * 3);
    data.set(wave, 0);
    data.set(wave, rows);
    data.fill(7, 2 * rows);
    const targets = wave.map((value) => 4 * value);
    const { slopes, intercepts } = fitLassoModel(data, targets, rows);
    assert.ok(Math.abs(slopes[0]! + slopes[1]! - 4) < 0.05);
    assert.equal(slopes[2], 0);
    assert.ok(Math.abs(intercepts[0]!) < 0.1);
  });

  test('the lasso of a constant target is its mean', () => {
    const model = fitLassoModel(Float64Array.of(1, 2, 3, 4), new Float64Array(4).fill(8), 4);
    assert.equal(model.intercepts[0], 8);
    assert.equal(model.slopes[0], 0);
  });
});
