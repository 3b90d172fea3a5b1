import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { levelsBefore } from '#model/numbers/levels';

const HOURS = 24;
const hours = Float64Array.from({ length: 40 * HOURS }, (_, i) => 50 + 30 * Math.sin(i * i));

suite('levels', () => {
  test('the level of a row is the mean of the days before it and their mean distance from it', () => {
    const levels = levelsBefore(hours, 0, 20, 31, 7);
    assert.equal(levels.length, 11);
    levels.forEach(({ center, distance }, i) => {
      const seen = hours.subarray((13 + i) * HOURS, (20 + i) * HOURS);
      const mean = seen.reduce((total, value) => total + value, 0) / seen.length;
      const distances = seen.map((value) => Math.abs(value - mean));
      const wanted = distances.reduce((total, value) => total + value, 0) / seen.length;
      assert.ok(Math.abs(center - mean) < 1e-12, `${center} and ${mean}`);
      assert.ok(Math.abs(distance - wanted) < 1e-12, `${distance} and ${wanted}`);
    });
  });

  test('the level of a row does not depend on the rows that are asked for with it', () => {
    const together = levelsBefore(hours, 3, 5, 40, 28);
    const alone = together.map((_, i) => levelsBefore(hours, 3, 5 + i, 6 + i, 28)[0]);
    assert.deepEqual(alone, together);
  });

  test('a row without a day before it has no level, and later values do not matter', () => {
    const later = hours.slice().fill(Number.NaN, 12 * HOURS);
    const [first, second, third] = levelsBefore(later, 10, 10, 13, 7);
    assert.ok(Number.isNaN(first!.center) && Number.isNaN(first!.distance));
    assert.deepEqual([second, third], levelsBefore(hours, 10, 11, 13, 7));
  });
});
