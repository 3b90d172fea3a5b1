// Adaptive bands: they cover their share, follow growing errors, and need a record.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { halfWidth } from '#model/bands';
import { seededNoise } from './made-series.ts';

/** The share of the errors after the first hundred that lie within the band made before each. */
function coverageOf(errors: Float64Array, coverage: number): number {
  let within = 0;
  for (let i = 100; i < errors.length; i++) {
    const width = halfWidth(errors.subarray(0, i), coverage)!;
    if (Math.abs(errors[i]!) <= width) within++;
  }
  return within / (errors.length - 100);
}

suite('bands', () => {
  for (const coverage of [0.8, 0.9]) {
    test(`bands of ${100 * coverage} % cover that share of steady errors`, () => {
      const random = seededNoise(7);
      const errors = Float64Array.from({ length: 700 }, () => 10 * (random() + random() - 1));
      assert.ok(Math.abs(coverageOf(errors, coverage) - coverage) < 0.025);
    });

    test(`bands of ${100 * coverage} % nearly cover that share of growing errors`, () => {
      const random = seededNoise(8);
      const errors = Float64Array.from({ length: 700 }, (_, i) => (1 + i / 50) * (random() - 0.5));
      assert.ok(Math.abs(coverageOf(errors, coverage) - coverage) < 0.04);
    });
  }

  test('bands are wider for a larger share', () => {
    const random = seededNoise(9);
    const errors = Float64Array.from({ length: 200 }, () => random() - 0.5);
    assert.ok(halfWidth(errors, 0.9)! > halfWidth(errors, 0.8)!);
  });

  test('bands forget errors that are more than 182 runs old', () => {
    const errors = new Float64Array(400).fill(1);
    errors.fill(50, 0, 200);
    assert.equal(halfWidth(errors, 0.8), 1);
  });

  test('bands need at least fourteen errors, and gaps do not count', () => {
    const errors = new Float64Array(20).fill(Number.NaN).fill(2, 0, 13);
    assert.equal(halfWidth(errors, 0.8), undefined);
    errors[15] = -2;
    assert.equal(halfWidth(errors, 0.8), 2);
  });
});
