// The correlation of two series.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { correlate } from '#explorer/pages/compare/hours/correlate.ts';

const series = (values: readonly (number | null)[], start = 0) => ({
  times: values.map((_, i) => start + i * 3600),
  values,
});

describe('correlation', () => {
  it('the correlation is 1 for series that rise together and −1 for opposites', () => {
    const up = series([1, 2, 3, 4]);
    assert.equal(correlate(up, series([10, 20, 30, 40])).coefficient, 1);
    assert.equal(correlate(up, series([4, 3, 2, 1])).coefficient, -1);
  });

  it('the correlation matches a figure worked out by hand', () => {
    const { coefficient, count } = correlate(series([1, 2, 3, 5]), series([2, 1, 4, 3]));
    // means 2.75 and 2.5: sums of products 3.5, 8.75 and 5
    assert.equal(count, 4);
    assert.ok(Math.abs(coefficient! - 3.5 / Math.sqrt(8.75 * 5)) < 1e-12);
  });

  it('the correlation counts only the stamps at which both have a value', () => {
    const { coefficient, count } = correlate(
      series([9, 1, null, 2, 3, 7]),
      series([5, 8, 20, 30, null], 3600),
    );
    assert.equal(count, 3);
    assert.ok(coefficient !== undefined);
  });

  it('the correlation is unknown for too few stamps and for a series that never moves', () => {
    assert.deepEqual(correlate(series([1, 2]), series([1, 2])), {
      coefficient: undefined,
      count: 2,
    });
    assert.equal(correlate(series([1, 2, 3]), series([7, 7, 7])).coefficient, undefined);
  });

  it('the correlation stays within −1 and 1 and is the same both ways', () => {
    const values = fc.array(fc.integer({ min: -500, max: 4000 }), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(values, values, (a, b) => {
        const one = correlate(series(a), series(b)).coefficient;
        const other = correlate(series(b), series(a)).coefficient;
        assert.equal(one === undefined, other === undefined);
        if (one === undefined) return;
        assert.ok(one >= -1 && one <= 1);
        assert.ok(Math.abs(one - other!) < 1e-9);
      }),
    );
  });
});
