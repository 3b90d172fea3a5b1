// The decimals of stored values.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { decimalsOf } from '#core/values/decimals';
import { runs } from '../properties.ts';

suite('the decimals of values', () => {
  const of = (...values: number[]) => decimalsOf(Float64Array.from(values));

  test('values have the decimals of the finest of them', () => {
    assert.equal(of(12.1183, 12, Number.NaN), 4);
    assert.equal(of(41_800, -0, 0), 0);
    assert.equal(of(61.5, -22.49), 2);
    assert.equal(of(), 0);
  });

  test('values of more than six decimals have no decimals of their own', () => {
    assert.equal(of(102.75645411848883), null);
    assert.equal(of(0.1 + 0.2), 1, 'the tail of a binary fraction is none');
    assert.equal(of(0.000001), 6);
  });

  test('any number written with decimals is read with no more than these', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 0, max: 6 }),
        (digits, decimals) => {
          const value = Number((digits / 10 ** decimals).toFixed(decimals));
          const found = of(value)!;
          assert.ok(found <= decimals);
          assert.ok(Math.abs(Number(value.toFixed(found)) - value) <= 1e-7 / 10 ** found);
        },
      ),
      runs(500),
    );
  });
});
