// Scores against values computed by hand, with gaps on either side.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BandKeeper, ScoreKeeper, scoreForecast } from '#model/numbers/score';

const of = (...values: number[]): Float64Array => Float64Array.from(values);
const close = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} ≠ ${expected}`);

suite('a score', () => {
  test('a score has the textbook’s figures', () => {
    const score = scoreForecast(of(10, 20, 40), of(12, 16, 40), of(15, 20, 50));
    assert.equal(score.scored, 3);
    close(score.mae, 2);
    close(score.rmse, Math.sqrt(20 / 3));
    close(score.bias, -2 / 3);
    close(score.mape, (100 * (0.2 + 0.2 + 0)) / 3);
    close(score.smape, (100 * (4 / 22 + 8 / 36)) / 3);
    close(score.rmae, 6 / 15);
  });

  test('a score counts a gap of the forecast or of the actual value as missing', () => {
    const score = scoreForecast(of(1, Number.NaN, 3), of(Number.NaN, 2, 4));
    assert.equal(score.scored, 1);
    assert.equal(score.missing, 2);
    close(score.mae, 1);
  });

  test('a score compares with the naive only on slots with a naive value', () => {
    const score = scoreForecast(of(1, 1), of(2, 11), of(3, Number.NaN));
    close(score.rmae, 0.5);
    assert.ok(Number.isNaN(scoreForecast(of(1), of(2)).rmae));
  });

  test('MAPE leaves actual zeros out, and a right zero is no error in sMAPE', () => {
    const score = scoreForecast(of(0, 0, 10), of(0, 5, 11));
    close(score.mape, 10);
    close(score.smape, (100 * (0 + 2 + 2 / 21)) / 3);
  });

  test('the figures of an empty score are NaN', () => {
    const score = new ScoreKeeper().score();
    assert.equal(score.scored, 0);
    assert.ok(Number.isNaN(score.mae) && Number.isNaN(score.mape));
  });
});

test('a band is scored by its coverage, bounds included, and its width', () => {
  const keeper = new BandKeeper();
  keeper.addAll(of(1, 5, 9, Number.NaN), of(1, 6, 8, 0), of(3, 8, 10, 1));
  assert.deepEqual(keeper.score(), { scored: 3, missing: 1, coverage: 2 / 3, width: 2 });
});
