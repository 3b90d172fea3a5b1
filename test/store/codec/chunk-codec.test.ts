// Values to bytes and back: nothing is lost.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { decodeValues } from '#store/codec/decode-values';
import { encodeValues } from '#store/codec/encode-values';
import { runs } from '../../core/properties.ts';
import { GAP, values } from './codec-values.ts';
import { varintOf } from './slow-codec.ts';

const roundTrip = (values: Float64Array): Float64Array => {
  const back = new Float64Array(values.length);
  assert.equal(decodeValues(encodeValues(values), back, 0), values.length);
  return back;
};

/** -0 is stored as 0, everything else as it is. */
const stored = (values: Float64Array): Float64Array => values.map((value) => value + 0);

suite('stored values', () => {
  test('every double and every pattern of gaps comes back as it was stored', () => {
    fc.assert(
      fc.property(values, (list) => {
        assert.deepEqual(roundTrip(list), stored(list));
      }),
      runs(2_000),
    );
  });

  test('values at the edges of a double’s range come back as they were stored', () => {
    const edges = [
      [],
      [GAP],
      [GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP],
      [0],
      [0, 1, 0, 1],
      [0, -1, -2, -3],
      [5, 5, 5, 4, 4, 4],
      [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, -Number.MIN_VALUE],
      [2 ** 51 - 1, -(2 ** 51) + 1, 2 ** 51 - 1],
      [2 ** 51, -(2 ** 51), 2 ** 53 - 1, 2 ** 53 + 2],
      [0.1 + 0.2, 0.3],
      [1e-8, 123_456.123_456_78, 1e-9],
      [1e-8, 123_456.123_456_78],
      [2 ** 28 - 1, -(2 ** 28), 2 ** 29, 0, -(2 ** 29), 2 ** 30, 2 ** 31, 2 ** 32],
      // 22517998136852.47 has two decimals; with a third its scaled form is too large.
      [22_517_998_136_852.47, 0.001],
    ];
    for (const edge of edges) {
      const list = Float64Array.from(edge);
      assert.deepEqual(roundTrip(list), list);
    }
    assert.ok(Object.is(roundTrip(Float64Array.of(-0))[0], 0));
    assert.ok(Object.is(roundTrip(Float64Array.of(-0, 1 / 3))[0], 0));
  });

  test('differences of any size are decoded as they would be one after the other', () => {
    // Around the bounds of one, two, three and four bytes, and of 32 bits.
    const bounds = [0, 64, 8_192, 2 ** 20, 2 ** 27, 2 ** 30, 2 ** 31, 2 ** 34];
    const difference = fc
      .tuple(
        fc.constantFrom(...bounds, 8_192, 64, 64),
        fc.integer({ min: -2, max: 2 }),
        fc.boolean(),
      )
      .map(([bound, beside, isDown]) => (isDown ? -1 : 1) * (bound + beside));
    fc.assert(
      fc.property(
        fc.array(difference, { maxLength: 200 }),
        fc.constantFrom(0, 2, 5),
        (differences, decimals) => {
          const bytes = differences.flatMap((each) => varintOf(BigInt(each)));
          const { length } = differences;
          const head = [64 | decimals, ...(length < 128 ? [length] : [length - 128 + 128, 1])];
          const into = new Float64Array(length);
          decodeValues(Uint8Array.from([...head, ...bytes]), into, 0);
          let scaled = 0;
          const expected = differences.map((each) => (scaled += each) / 10 ** decimals);
          assert.deepEqual(Array.from(into), expected);
        },
      ),
      runs(2_000),
    );
  });

  test('differences of any width are packed and unpacked, in whole blocks and in incomplete ones', () => {
    for (let width = 0; width <= 31; width++) {
      for (const length of [1, 2, 15, 16, 17, 18, 19, 32, 33, 34, 100]) {
        // From one end of the width's range to the other and back, except the first step.
        const far = Math.trunc(2 ** (width - 2));
        const list = Float64Array.from({ length }, (_, i) => (i % 2 === 0 ? far : -far) / 100);
        assert.deepEqual(roundTrip(list), stored(list), `${length} values of ${width} bits`);
      }
    }
  });

  test('lists of any length come back as they were stored', () => {
    // Longer and longer, because buffers are kept for the next list. They grow around 2,048.
    for (const length of [1, 2_040, 2_048, 2_049, 9_000]) {
      const prices = Float64Array.from({ length }, (_, i) => ((i * 7_919) % 90_001) / 100);
      const doubles = prices.map((price) => price / 3);
      const steep = prices.map((_, i) => (i % 2 === 0 ? 1 : -1) * (2 ** 30 - 1 - i));
      for (const list of [prices, doubles, steep]) {
        assert.deepEqual(roundTrip(list), list, `${length}`);
        list[length >> 1] = GAP;
        assert.deepEqual(roundTrip(list), list, `${length} with a gap`);
      }
    }
  });

  test('a gap at any place among hundreds of points is kept', () => {
    for (let at = 1; at < 199; at++) {
      const list = Float64Array.from({ length: 200 }, (_, i) => i);
      list[at] = GAP;
      assert.deepEqual(roundTrip(list), list);
    }
  });

  test('values can be decoded into the middle of a larger array', () => {
    const into = new Float64Array(6).fill(9);
    assert.equal(decodeValues(encodeValues(Float64Array.of(GAP, 1, 2)), into, 2), 3);
    assert.deepEqual(Array.from(into), [9, 9, GAP, 1, 2, 9]);
    // Seventeen values are packed as one value and a whole block; twenty end with an incomplete block.
    for (const length of [17, 20, 32, 40]) {
      const list = Float64Array.from({ length }, (_, i) => i * i);
      const wide = new Float64Array(length + 40).fill(9);
      assert.equal(decodeValues(encodeValues(list), wide, 3), length);
      assert.deepEqual([...wide.subarray(0, 3)], [9, 9, 9]);
      assert.deepEqual(wide.subarray(3, 3 + length), list);
      assert.ok(wide.subarray(3 + length).every((value) => value === 9));
    }
  });

  test('values that do not fit into the array are refused', () => {
    const bytes = encodeValues(Float64Array.of(1, 2, 3));
    assert.equal(decodeValues(bytes, new Float64Array(5), 2), 3);
    assert.throws(
      () => decodeValues(bytes, new Float64Array(4), 2),
      /3 points instead of at most 2/,
    );
  });

  test('a number of eight bytes is decoded', () => {
    const into = new Float64Array(1);
    // The largest, 2^53 - 1, stands for -2^52.
    const largest = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f];
    decodeValues(Uint8Array.of(0x40, 1, ...largest), into, 0);
    assert.equal(into[0], -(2 ** 52));
  });

  test('a stretch of gaps only is decoded', () => {
    const into = new Float64Array(3).fill(9);
    decodeValues(Uint8Array.of(0x60, 3, 0, 3, 0), into, 0);
    assert.deepEqual([...into], [GAP, GAP, GAP]);
  });

  test('an infinite value is refused', () => {
    for (const infinity of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      assert.throws(() => encodeValues(Float64Array.of(1, infinity, GAP)), /Infinity/);
      assert.throws(() => encodeValues(Float64Array.of(infinity)), /Infinity/);
    }
  });
});
