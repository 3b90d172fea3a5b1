// Two products in place of a division give the same to the last bit, for every integer that is packed.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { MAX_DECIMALS } from '#store/codec/chunk-format';
import { RECIPROCALS } from '#store/codec/divide-by-power-of-ten';
import { MAX_PACKED } from '#store/codec/unpack-integers';
import { runs } from '../../core/properties.ts';

const MOST_OF_A_KIND = 100;

const quotientOf = (integer: number, decimals: number): number => {
  const { high, low } = RECIPROCALS[decimals]!;
  return integer * high + integer * low;
};

function assertSame(integer: number, decimals: number): void {
  const quotient = quotientOf(integer, decimals);
  if (Object.is(quotient, integer / 10 ** decimals)) return;
  assert.fail(`${integer} / 10^${decimals} is ${integer / 10 ** decimals}, not ${quotient}`);
}

suite('the quotient of a packed integer and a power of ten', () => {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
    test(`the quotient is exact for small, large and near-power-of-two integers, ${decimals} decimals`, () => {
      for (let integer = -100_000; integer <= 100_000; integer++) assertSame(integer, decimals);
      for (let power = 1; power <= MAX_PACKED; power *= 2) {
        for (let near = -50; near <= 50; near++) {
          if (power + near < MAX_PACKED) assertSame(power + near, decimals);
        }
      }
    });

    test(`the quotient is exact for any integer, ${decimals} decimals`, () => {
      const integers = fc.integer({ min: 1 - MAX_PACKED, max: MAX_PACKED - 1 });
      fc.assert(
        fc.property(integers, (integer) => assertSame(integer, decimals)),
        runs(10_000),
      );
    });
  }

  test('the quotient is exact for those nearest to the middle between two doubles', () => {
    let tried = 0;
    for (let decimals = 1; decimals <= MAX_DECIMALS; decimals++) {
      const fives = 5 ** decimals;
      for (let e = 23; e <= 80; e++) {
        // integer × 2^e = 10^d × middle ± 2^d, so integer is ± 1 / 2^(e-d), modulo 5^d. The middle has
        // 54 bits, because it lies between doubles.
        const inverse = inverseOf(2n ** BigInt(e - decimals), BigInt(fives));
        const least = 10 ** decimals * 2 ** (53 - e);
        for (const remainder of [inverse, fives - inverse]) {
          const first = Math.ceil((least - remainder) / fives) * fives + remainder;
          const end = Math.min(2 * least, MAX_PACKED, first + MOST_OF_A_KIND * fives);
          for (let integer = first; integer < end; integer += fives, tried++)
            assertSame(integer, decimals);
        }
      }
    }
    assert.ok(tried > 10_000, `${tried} were tried`);
  });
});

/** The modular inverse, by the extended Euclidean algorithm. */
function inverseOf(value: bigint, modulus: bigint): number {
  let [a, b] = [value % modulus, modulus];
  let [x, y] = [1n, 0n];
  while (b > 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  return Number(((x % modulus) + modulus) % modulus);
}
