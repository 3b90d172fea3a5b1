// The CRPS against the sum of pinball losses over many shares, and against cases worked out by hand.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { crpsOf } from '#service/accuracy/crps';

const STEPS = 20_000;

/** Twice the mean pinball loss of the quantiles at many evenly spaced shares. */
function sumOfLosses(
  actual: number,
  shares: readonly number[],
  quantiles: readonly number[],
): number {
  let sum = 0;
  for (let step = 0; step < STEPS; step++) {
    const share = (step + 0.5) / STEPS;
    const above = shares.findIndex((one) => one >= share);
    let quantile = quantiles[above]!;
    if (above < 0) quantile = quantiles.at(-1)!;
    else if (above > 0) {
      const part = (share - shares[above - 1]!) / (shares[above]! - shares[above - 1]!);
      quantile = quantiles[above - 1]! + part * (quantiles[above]! - quantiles[above - 1]!);
    }
    const miss = actual - quantile;
    sum += miss > 0 ? share * miss : (share - 1) * miss;
  }
  return (2 * sum) / STEPS;
}

const close = (given: number, expected: number, within = 1e-9): void =>
  assert.ok(Math.abs(given - expected) <= within, `${given} is not ${expected}`);

suite('the CRPS of quantiles', () => {
  test('the CRPS of a single quantile is the absolute error', () => {
    close(crpsOf(7, [0.5], [10]), 3);
    close(crpsOf(10, [0.5], [10]), 0);
  });

  test('the CRPS of an even spread from 0 to 1 is a twelfth in its middle, and a third at its end', () => {
    close(crpsOf(0.5, [0, 1], [0, 1]), 1 / 12);
    close(crpsOf(0, [0, 1], [0, 1]), 1 / 3);
    close(crpsOf(3, [0, 1], [0, 1]), 2 + 1 / 3);
  });

  test('quantiles that cross are put in order', () => {
    assert.equal(crpsOf(4, [0.1, 0.5, 0.9], [9, 3, 5]), crpsOf(4, [0.1, 0.5, 0.9], [3, 5, 9]));
  });

  test('the CRPS is twice the mean pinball loss over all shares', () => {
    const level = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 4 });
    const value = fc.integer({ min: -50, max: 50 });
    fc.assert(
      fc.property(
        level,
        fc.array(value, { minLength: 9, maxLength: 9 }),
        value,
        (levels, all, actual) => {
          const shares = [0.5, ...levels.flatMap((one) => [0.5 - one / 200, 0.5 + one / 200])];
          shares.sort((a, b) => a - b);
          const quantiles = all.slice(0, shares.length).sort((a, b) => a - b);
          close(crpsOf(actual, shares, quantiles), sumOfLosses(actual, shares, quantiles), 0.01);
        },
      ),
      { numRuns: 50 },
    );
  });
});
