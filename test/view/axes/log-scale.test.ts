// The splits of a logarithmic value axis.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { logScale } from '#view/axes/log-scale';

suite('splits of a logarithmic axis', () => {
  test('the splits are 1, 2 and 5 times powers of ten', () => {
    assert.deepEqual(logScale(3, 180, 8).logSplits, [2, 5, 10, 20, 50, 100, 200]);
    assert.deepEqual(logScale(0.02, 0.4, 8).logSplits, [0.02, 0.05, 0.1, 0.2, 0.5]);
  });

  test('many decades have powers of ten only, and at last every second or third', () => {
    assert.deepEqual(logScale(1.5, 40_000, 6).logSplits, [1, 10, 100, 1_000, 10_000, 100_000]);
    assert.deepEqual(logScale(1e-3, 1e6, 4).logSplits, [1e-3, 1, 1e3, 1e6]);
  });

  test('values of one size have the splits of a linear axis', () => {
    assert.deepEqual(logScale(61, 79, 4).logSplits, [60, 65, 70, 75, 80]);
  });

  test('a flat line has room above and below', () => {
    assert.deepEqual(logScale(100, 100, 4).logSplits, [50, 100, 200]);
    assert.deepEqual(logScale(70, 70, 4).logSplits, [66, 68, 70, 72, 74]);
  });

  test('every value is on the scale, and every split is above zero', () => {
    const positive = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(positive, positive, fc.integer({ min: 2, max: 9 }), (a, b, most) => {
        const { min, max, logSplits = [] } = logScale(Math.min(a, b), Math.max(a, b), most);
        assert.ok(min > 0 && min <= a && min <= b && max >= a && max >= b);
        assert.ok(logSplits.every((split, i) => i === 0 || split > logSplits[i - 1]!));
        assert.ok(logSplits.length >= 2 && logSplits.length <= most + 2);
      }),
    );
  });
});
