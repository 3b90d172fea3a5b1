// A product and a sum that are rounded once, against whole numbers of any length.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { roundOnce } from './fused.ts';

/** A number as a whole number times a power of two. */
function exactly(value: number): { readonly whole: bigint; readonly power: number } {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0]!;
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const size = (bits & 0xfffffffffffffn) | (1n << 52n);
  if (value === 0) return { whole: 0n, power: 0 };
  return { whole: value < 0 ? -size : size, power: exponent - 1075 };
}

function exactSum(total: number, a: number, b: number): number {
  const [sum, left, right] = [exactly(total), exactly(a), exactly(b)];
  const power = left.power + right.power;
  const least = Math.min(sum.power, power);
  const scale = (whole: bigint, own: number): bigint => whole << BigInt(own - least);
  const exact = scale(sum.whole, sum.power) + scale(left.whole * right.whole, power);
  // More than 64 bits may be too large for a number; the last kept bit says that others follow.
  const size = exact < 0n ? -exact : exact;
  const dropped = BigInt(Math.max(0, size.toString(2).length - 64));
  const kept = size >> dropped;
  const last = kept << dropped === size ? 0n : 1n;
  const rounded = Number(kept | last) * 2 ** (Number(dropped) + least);
  return exact < 0n ? -rounded : rounded;
}

const numbers = fc
  .tuple(
    fc.double({ min: 1, max: 2, noNaN: true }),
    fc.integer({ min: -60, max: 60 }),
    fc.boolean(),
  )
  .map(([size, power, isNegative]) => (isNegative ? -1 : 1) * size * 2 ** power);

test('a sum and a product in one step are the exact number, rounded once', () => {
  fc.assert(
    fc.property(numbers, numbers, numbers, (total, a, b) => {
      assert.equal(roundOnce(total, a, b), exactSum(total, a, b));
      // Nearly nothing is left.
      const nearly = -a * b * (1 + 2 ** -50);
      assert.equal(roundOnce(nearly, a, b), exactSum(nearly, a, b));
      // Half of the last bit: a second rounding would go the wrong way.
      const half = a * b * 2 ** 53;
      assert.equal(roundOnce(half, a, b), exactSum(half, a, b));
    }),
    { numRuns: 300 },
  );
});
