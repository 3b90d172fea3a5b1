// The loop that unpacks integers gives what reading bit by bit gives, for bytes of any kind.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RECIPROCALS } from '#store/codec/divide-by-power-of-ten';
import { FIRST_BYTES, unpackIntegers } from '#store/codec/unpack-integers';
import { runs } from '../../core/properties.ts';
import { unpackSlowly } from './slow-codec.ts';

/** The first integer, blocks of any widths and bits, and what the last block lacks. */
const packed = fc
  .record({
    widths: fc.array(fc.constantFrom(0, 8, 12, 16, 32), { minLength: 1, maxLength: 60 }),
    lacking: fc.nat({ max: 15 }),
    first: fc.integer({ min: -(2 ** 30), max: 2 ** 30 }),
    seed: fc.integer(),
    decimals: fc.nat({ max: 8 }),
    before: fc.nat({ max: 20 }),
  })
  .filter(({ widths, lacking }) => 16 * widths.length - lacking >= 15)
  .map(({ widths, lacking, first, seed, decimals, before }) => {
    const sizes = widths.map((width, i) => (i < widths.length - 1 ? 16 : 16 - lacking) * width);
    const length = Math.ceil(sizes.reduce((sum, bits) => sum + bits, 0) / 8);
    const bits = Uint8Array.from({ length }, (_, i) => Math.imul(seed + i, 0x9e3779b1) >>> 24);
    const start = new Uint8Array(Int32Array.of(first).buffer);
    // The bytes of a chunk lie behind its head, and the values behind those of other chunks.
    const bytes = Uint8Array.from([...Array(before).fill(7), ...start, ...widths, ...bits]);
    return { bytes, before, count: 16 * widths.length - lacking + 1, decimals };
  });

test('integers of any widths, in whole blocks and in incomplete ones, are read as bit by bit', () => {
  fc.assert(
    fc.property(packed, ({ bytes, before, count, decimals }) => {
      const into = new Float64Array(before + count + 20).fill(9);
      const end = unpackIntegers(bytes, before, into, before, count, decimals);
      assert.equal(end, bytes.length);
      // Only integers below 2^30 are divided exactly, and bytes of any kind have larger ones.
      const { high, low } = RECIPROCALS[decimals]!;
      const integers = unpackSlowly(bytes.subarray(before), count);
      const expected = integers.map((integer) => integer * high + integer * low);
      assert.deepEqual([...into.subarray(before, before + count)], expected);
      assert.ok(into.subarray(0, before).every((value) => value === 9));
      assert.ok(into.subarray(before + count).every((value) => value === 9));
    }),
    runs(2_000),
  );
});

test('bytes that end too early are refused before a value is written', () => {
  fc.assert(
    fc.property(packed, fc.nat(), ({ bytes, before, count, decimals }, seed) => {
      const whole = bytes.subarray(before);
      fc.pre(whole.length > FIRST_BYTES);
      const cut = whole.slice(0, seed % whole.length);
      const into = new Float64Array(count).fill(9);
      assert.throws(() => unpackIntegers(cut, 0, into, 0, count, decimals), /too short/);
      assert.ok(into.every((value) => value === 9));
    }),
    runs(500),
  );
});
