// The bytes of stored values: which encoding is chosen, and how long it is.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { encodeValues } from '#store/codec/encode-values';
import { runs } from '../../core/properties.ts';
import { GAP, values } from './codec-values.ts';
import { encodeSlowly } from './slow-codec.ts';

suite('the layout of stored values', () => {
  test('stored values have the fewest decimals that fit them all, or else are raw', () => {
    const mixed = fc.array(
      fc
        .tuple(fc.maxSafeInteger(), fc.nat({ max: 9 }), fc.nat({ max: 16 }))
        .map(([digits, decimals, size]) => Math.trunc(digits / 10 ** size) / 10 ** decimals),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.oneof(values, mixed), (list) => {
        const given = Float64Array.from(list);
        const bytes = encodeValues(given);
        const [format, decimals, rest] = encodeSlowly(given);
        assert.equal(bytes[0]! >> 6, format);
        assert.equal(bytes[0]! & 15, decimals);
        assert.deepEqual([...bytes.subarray(bytes.length - rest.length)], rest);
      }),
      runs(3_000),
    );
  });

  test('sixteen or more values are packed if all are below 2^30', () => {
    const formatOf = (list: readonly number[]): number =>
      encodeValues(Float64Array.from(list))[0]! >> 6;
    const alike = (length: number): number[] => Array<number>(length).fill(7);
    assert.deepEqual(
      [15, 16, 17].map((length) => formatOf(alike(length))),
      [1, 2, 2],
    );
    for (const [largest, format] of [
      [2 ** 30 - 1, 2],
      [2 ** 30, 1],
      [-(2 ** 30) + 1, 2],
      [-(2 ** 30), 1],
    ] as const) {
      // Whether the large value comes first or last.
      assert.equal(formatOf([largest, ...alike(20)]), format, `${largest} first`);
      assert.equal(formatOf([...alike(20), largest]), format, `${largest} last`);
    }
  });

  test('values are scaled if that stays below 2^51, and raw otherwise', () => {
    const tagOf = (value: number): number => encodeValues(Float64Array.of(value))[0]!;
    assert.equal(tagOf(2 ** 51 - 1), 0x40);
    assert.equal(tagOf(2 ** 51), 0x4f);
    assert.equal(tagOf(-(2 ** 51)), 0x4f);
  });

  test('stored values have no byte more than the layout says', () => {
    const bytesOf = (...list: number[]): number[] => [...encodeValues(Float64Array.from(list))];
    assert.deepEqual(bytesOf(), [0x40, 0]);
    // A difference of -64 is the last that fits a byte: 2 × 64 - 1 = 127.
    assert.deepEqual(bytesOf(-64, 0), [0x40, 2, 127, 128, 1]);
    // Gaps around one stretch need no bit a point.
    assert.deepEqual(bytesOf(GAP, GAP, GAP, 1.5, GAP), [0x51, 5, 3, 1, 30]);
    assert.deepEqual(bytesOf(GAP, 1, GAP, 2), [0x60, 4, 1, 3, 0b101, 2, 2]);
    assert.deepEqual(bytesOf(...Array(127).fill(GAP)), [0x50, 127, 127, 0]);
    assert.deepEqual(bytesOf(...Array(128).fill(GAP)), [0x50, 128, 1, 128, 1, 0]);
  });

  test('prices take less than two bytes a point, and any double eight', () => {
    const prices = Float64Array.from({ length: 768 }, (_, i) => {
      return Math.round(5_000 + 3_000 * Math.sin(i / 4) + ((i * 7_919) % 400)) / 100;
    });
    assert.ok(encodeValues(prices).length < 1.8 * 768);
    const doubles = prices.map((price) => price / 3);
    assert.ok(encodeValues(doubles).length <= 8 * 768 + 8);
    const flat = new Float64Array(768).fill(42);
    assert.ok(encodeValues(flat).length <= 768 / 16 + 8);
    const oneValue = new Float64Array(768).fill(GAP);
    oneValue[700] = 1.5;
    assert.ok(encodeValues(oneValue).length < 10);
  });
});
