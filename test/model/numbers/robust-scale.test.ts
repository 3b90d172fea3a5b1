// Robust scales: the way there and back, spikes, constants and gaps.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  fitRobustScale,
  fromScaled,
  medianInPlace,
  selectMedian,
  toScaled,
} from '#model/numbers/robust-scale';

const somePrice = fc.double({ min: -500, max: 4000, noNaN: true });

suite('a robust scale', () => {
  for (const curve of ['asinh', 'straight'] as const) {
    test(`a value within reach survives ${curve} scaling and back`, () => {
      fc.assert(
        fc.property(fc.array(somePrice, { minLength: 1, maxLength: 60 }), somePrice, (all, one) => {
          const scale = fitRobustScale(Float64Array.from(all));
          fc.pre(scale.spread > 1e-3);
          const reach = curve === 'asinh' ? Math.sinh(6) : 12;
          fc.pre(Math.abs(one - scale.center) < reach * scale.spread);
          const back = fromScaled(scale, curve, toScaled(scale, curve, one));
          assert.ok(Math.abs(back - one) < 1e-6 * Math.max(1, Math.abs(one)), `${back} ≠ ${one}`);
        }),
      );
    });
  }

  test('a robust scale has the median and the MAD', () => {
    const scale = fitRobustScale(Float64Array.of(1, 2, 3, 4, 100));
    assert.equal(scale.center, 3);
    assert.equal(scale.spread, 1 / 0.6745);
  });

  test('a robust scale is not moved by one spike', () => {
    const calm = Float64Array.from({ length: 101 }, (_, i) => 40 + (i % 7));
    const spiked = calm.slice();
    spiked[50] = 1e9;
    const [a, b] = [fitRobustScale(calm), fitRobustScale(spiked)];
    assert.ok(Math.abs(a.center - b.center) <= 1);
    assert.ok(b.spread < 2 * a.spread);
    assert.ok(toScaled(b, 'asinh', 1e9) <= 6);
  });

  test('a robust scale ignores gaps, and scaled gaps stay gaps', () => {
    const scale = fitRobustScale(Float64Array.of(Number.NaN, 1, 2, Number.NaN, 3));
    assert.equal(scale.center, 2);
    assert.ok(Number.isNaN(toScaled(scale, 'asinh', Number.NaN)));
  });

  test('constant values have no spread, become 0 and go back to the constant', () => {
    const scale = fitRobustScale(new Float64Array(30).fill(17.3));
    assert.deepEqual(scale, { center: 17.3, spread: 0 });
    assert.equal(toScaled(scale, 'asinh', 99), 0);
    assert.equal(fromScaled(scale, 'asinh', 3), 17.3);
  });

  test('a robust scale takes the mean distance if most values are the same, as for solar at night', () => {
    const values = new Float64Array(10);
    values[3] = 50;
    assert.deepEqual(fitRobustScale(values), { center: 0, spread: 5 });
  });

  test('a robust scale reads only every stride-th value from a start', () => {
    const scale = fitRobustScale(Float64Array.of(9, 1, 9, 2, 9, 3), 1, 2);
    assert.equal(scale.center, 2);
  });
});

test('a median is the middle value, or the mean of the two', () => {
  assert.equal(medianInPlace(Float64Array.of(3, 1, 2)), 2);
  assert.equal(medianInPlace(Float64Array.of(4, 1, 2, 3)), 2.5);
  assert.ok(Number.isNaN(medianInPlace(new Float64Array(0))));
});

test('a median that is selected is that of sorted values', () => {
  const values = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(values, (given) => {
      const median = selectMedian(Float64Array.from(given), given.length);
      assert.equal(median + 0, medianInPlace(Float64Array.from(given)) + 0);
    }),
  );
});
