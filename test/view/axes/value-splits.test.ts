// The splits of a value axis, and numbers in words.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { decimalsOf, formatNumber } from '#view/axes/number-text';
import { splitText, tidyScale, tidyScaleWith, valueSplits } from '#view/axes/value-splits';

const textsOf = (min: number, max: number, most: number): string[] => {
  const scale = tidyScale(min, max, most);
  return valueSplits(scale).map((value) => splitText(value, scale.step));
};

suite('splits of a value axis', () => {
  test('prices are divided at tidy numbers', () => {
    assert.deepEqual(textsOf(-15.2, 121, 7), ['−25', '0', '25', '50', '75', '100', '125']);
    assert.deepEqual(textsOf(45_210, 74_900, 6), [
      '45,000',
      '50,000',
      '55,000',
      '60,000',
      '65,000',
      '70,000',
      '75,000',
    ]);
    assert.deepEqual(textsOf(0.812, 0.848, 5), ['0.81', '0.82', '0.83', '0.84', '0.85']);
  });

  test('a flat line lies within its axis', () => {
    for (const value of [0, 50, -3.5, 1e6]) {
      const { min, max } = tidyScale(value, value, 6);
      assert.ok(min < value && value < max);
    }
  });

  test('two axes share one grid', () => {
    const left = tidyScale(0, 120, 6);
    const right = tidyScaleWith(41_000, 73_500, left.intervals);
    assert.equal(valueSplits(right).length, valueSplits(left).length);
    assert.ok(right.min <= 41_000 && right.max >= 73_500);
  });

  test('an axis from zero still begins at zero when it shares a grid', () => {
    assert.equal(tidyScaleWith(0, 11, 6).min, 0);
  });

  test('every value lies within its axis, and every split is a whole number of steps', () => {
    const value = fc
      .double({ min: -1e9, max: 1e9, noNaN: true })
      .map((x) => Math.round(x * 1e3) / 1e3);
    fc.assert(
      fc.property(value, value, fc.integer({ min: 2, max: 9 }), (a, b, count) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        for (const scale of [tidyScale(low, high, count), tidyScaleWith(low, high, count)]) {
          const slack = scale.step * 1e-6;
          assert.ok(scale.min <= low + slack && scale.max >= high - slack);
          assert.ok(scale.intervals >= 1 && scale.intervals <= count);
          const splits = valueSplits(scale);
          assert.equal(splits[0], scale.min);
          assert.equal(splits.at(-1), scale.max);
          for (const split of splits) {
            assert.ok(Math.abs(split / scale.step - Math.round(split / scale.step)) < 1e-6);
          }
        }
      }),
    );
  });
});

suite('numbers in words', () => {
  test('thousands stand apart and a minus is a minus', () => {
    assert.equal(formatNumber(1234567.891, 2), '1,234,567.89');
    assert.equal(formatNumber(-1234, 0), '−1,234');
    assert.equal(formatNumber(999, 0), '999');
    assert.equal(formatNumber(73.5, 2), '73.50');
  });

  test('a number that rounds to zero has no sign', () => {
    assert.equal(formatNumber(-0.001, 2), '0.00');
    assert.equal(formatNumber(-0, 0), '0');
  });

  test('values show the digits they have, at most two, or four for small ones', () => {
    assert.equal(decimalsOf([73.5, 59.37, Number.NaN]), 2);
    assert.equal(decimalsOf([73.5, 12]), 1);
    assert.equal(decimalsOf([54_321, 60_000]), 0);
    assert.equal(decimalsOf([100 / 3]), 2);
    assert.equal(decimalsOf([1.0853, 1.09]), 4);
    assert.equal(decimalsOf([]), 0);
  });
});
