// Boosted trees: what they can learn, and that a fit is the same whenever it is made.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decodeTrees, encodeTrees, predictTrees } from '#model/numbers/boosted-trees';
import { fitTrees, type TreeOptions, type TreeRows } from '#model/numbers/fit-trees';
import { mulberry32 } from '../../../harness/mulberry32.ts';

const SIZE = 2_000;
const COLUMNS = 5;
const OPTIONS: TreeOptions = { trees: 60, depth: 4, rate: 0.16, shrink: 20, fewest: 20 };

/** Rows of noise, of which a rule says what is wanted. */
function made(ruleOf: (values: Float64Array) => number): TreeRows {
  const random = mulberry32(3);
  const columns = Float64Array.from({ length: SIZE * COLUMNS }, random);
  const wanted = Float64Array.from({ length: SIZE }, (_, row) => ruleOf(rowOf(columns, row)));
  return { columns, size: SIZE, wanted };
}

const rowOf = (columns: Float64Array, row: number): Float64Array =>
  Float64Array.from({ length: COLUMNS }, (_, column) => columns[column * SIZE + row]!);

/** A step that another column turns around: no sum of single columns is like it. */
const isBent = ([first, second]: Float64Array): number => (first! > 0 === second! > 0.2 ? 3 : -1);

suite('boosted trees', () => {
  test('a step that another column turns around is learnt to a tenth', () => {
    const rows = made(isBent);
    const trees = fitTrees(rows, OPTIONS);
    let missed = 0;
    for (let row = 0; row < SIZE; row++) {
      const value = predictTrees(trees, rowOf(rows.columns, row));
      missed += Math.abs(value - rows.wanted[row]!) / SIZE;
    }
    assert.ok(missed < 0.4, String(missed));
  });

  test('a larger unit of a column does not change the trees', () => {
    const rows = made(isBent);
    const columns = rows.columns.map((value) => 1024 * value);
    const [plain, large] = [fitTrees(rows, OPTIONS), fitTrees({ ...rows, columns }, OPTIONS)];
    assert.deepEqual(large.leaves, plain.leaves);
    assert.deepEqual(large.splits, plain.splits);
  });

  test('two fits to the same rows are the same to the bit', () => {
    const rows = made(isBent);
    assert.deepEqual(fitTrees(rows, OPTIONS), fitTrees(rows, OPTIONS));
  });

  test('what is wanted is never exceeded, however far away a row is', () => {
    const trees = fitTrees(made(isBent), OPTIONS);
    for (const value of [-1e9, 1e9]) {
      const forecast = predictTrees(trees, new Float64Array(COLUMNS).fill(value));
      assert.ok(Math.abs(forecast) < 4, String(forecast));
    }
  });

  test('rows of which all want nothing give nothing', () => {
    const trees = fitTrees(
      made(() => 0),
      OPTIONS,
    );
    assert.equal(predictTrees(trees, new Float64Array(COLUMNS)), 0);
  });

  test('trees that were written as numbers are the same when they are read', () => {
    const trees = fitTrees(made(isBent), OPTIONS);
    assert.deepEqual(decodeTrees(encodeTrees(trees)), trees);
  });
});
