// Binary search, against looking at every number.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { lowerBound, upperBound } from '#core/values/lower-bound';
import { runs } from '../properties.ts';

const number = fc.integer({ min: -65, max: 65 });
/** Ascending, with repeats. */
const ascending = fc.array(number, { maxLength: 40 }).map((list) => list.sort((a, b) => a - b));

const orLength = (found: number, length: number): number => (found < 0 ? length : found);

suite('lower bound', () => {
  test('lowerBound finds the first number that is not below another, from any position on', () => {
    fc.assert(
      fc.property(ascending, number, fc.nat(), (list, bound, seed) => {
        const from = seed % (list.length + 1);
        const found = list.findIndex((each, i) => i >= from && each >= bound);
        const expected = orLength(found, list.length);
        assert.equal(lowerBound(list, bound, from), expected);
        assert.equal(lowerBound(Int32Array.from(list), bound, from), expected);
        assert.equal(lowerBound(Float64Array.from(list), bound, from), expected);
      }),
      runs(300),
    );
    assert.equal(lowerBound(Int32Array.of(3, 5, 7), 5), 1);
  });

  test('upperBound finds the first number above another', () => {
    fc.assert(
      fc.property(ascending, number, (list, bound) => {
        const found = list.findIndex((each) => each > bound);
        assert.equal(upperBound(list, bound), orLength(found, list.length));
      }),
      runs(300),
    );
    assert.equal(upperBound([3, 5, 7], 5), 2);
  });
});
