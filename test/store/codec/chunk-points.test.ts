// Points in and out of chunks, against doing the same one point at a time.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { checksumOf } from '#store/codec/chunk-format';
import {
  assertPoints,
  copyFromChunk,
  partsByChunk,
  setPoints,
  valuesOfChunk,
} from '#store/codec/chunk-points';
import { encodeValues } from '#store/codec/encode-values';
import { StoreDamaged } from '#store/store';
import { runs } from '../../core/properties.ts';

const GAP = Number.NaN;
const POINTS = 10;

/** A chunk in which the value of each point is its index. */
function rowOf(chunk: number) {
  const values = Float64Array.from({ length: POINTS }, (_, i) => chunk * POINTS + i);
  const bytes = encodeValues(values);
  return { chunk, bytes, checksum: checksumOf(bytes) };
}

const ascending = fc
  .uniqueArray(fc.integer({ min: -60, max: 60 }), { maxLength: 40 })
  .map((list) => Int32Array.from(list).sort());

describe('reading a chunk', () => {
  test('reading a chunk copies the points of the span and touches no other', () => {
    for (let chunk = -2; chunk <= 2; chunk++) {
      for (let start = -25; start < 25; start++) {
        for (const end of [start + 1, start + 4, start + POINTS, start + 23]) {
          const first = chunk * POINTS;
          if (end <= first || start >= first + POINTS) continue;
          const values = new Float64Array(end - start).fill(GAP);
          copyFromChunk(rowOf(chunk), POINTS, values, { start, end });
          const expected = values.map((_, i) => {
            const index = start + i;
            return index >= first && index < first + POINTS ? index : GAP;
          });
          assert.deepEqual(values, expected, `chunk ${chunk}, ${start} to ${end}`);
        }
      }
    }
  });

  test('reading a chunk gives all of its points', () => {
    assert.deepEqual(
      [...valuesOfChunk(rowOf(2), POINTS)],
      [20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
    );
  });

  test('reading a chunk that is damaged or has another length names the chunk and the reason', () => {
    const message = 'chunk 3: stored values are damaged: 10 points instead of 11';
    assert.throws(() => valuesOfChunk(rowOf(3), POINTS + 1), { message });
    const damaged = { chunk: -4, bytes: Uint8Array.of(0), checksum: null };
    assert.throws(
      () => valuesOfChunk(damaged, POINTS),
      (error: Error) =>
        /^chunk -4: .*unknown format 0/.test(error.message) && error.cause instanceof Error,
    );
  });

  test('reading a chunk with any flipped bit is refused if the chunk has a checksum', () => {
    const { chunk, bytes, checksum } = rowOf(3);
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      assert.throws(() => valuesOfChunk({ chunk, bytes: flipped, checksum }, POINTS), StoreDamaged);
    }
    assert.deepEqual(valuesOfChunk({ chunk, bytes, checksum: null }, POINTS)[0], 30);
  });
});

describe('a write', () => {
  test('a write is cut at the edges of chunks', () => {
    fc.assert(
      fc.property(ascending, (indices) => {
        const parts = [...partsByChunk(indices, POINTS)];
        const back = parts.flatMap(({ chunk, from, end }) =>
          [...indices.subarray(from, end)].map((index) => ({ chunk, index })),
        );
        const expected = [...indices].map((index) => ({
          chunk: Math.floor(index / POINTS),
          index,
        }));
        assert.deepEqual(back, expected);
        // One part per chunk, none without points.
        assert.equal(new Set(parts.map(({ chunk }) => chunk)).size, parts.length);
        assert.ok(parts.every(({ from, end }) => from < end));
      }),
      runs(300),
    );
  });

  test('a write counts the points that it added, changed and left as they were', () => {
    const chunkValues = Float64Array.of(1, 2, GAP, GAP, 5, 6, GAP);
    // The second chunk of seven points; the first and the last index belong to others.
    const indices = Int32Array.of(2, 7, 8, 9, 10, 11, 12, 13, 14);
    const values = Float64Array.of(70, 1, 22, 33, GAP, GAP, 66, 77, 80);
    const counts = setPoints(chunkValues, { chunk: 1, from: 1, end: 8 }, indices, values);
    assert.deepEqual([...chunkValues], [1, 22, 33, GAP, GAP, 66, 77]);
    // A value over a gap is added; one over a value, or a gap over one, is changed.
    assert.deepEqual(counts, { added: 2, changed: 3, same: 2, first: 8, last: 13 });
  });

  test('a write is refused if its indices do not ascend or a value is infinite', () => {
    const check = (indices: number[], values: number[]) => () =>
      assertPoints(Int32Array.from(indices), Float64Array.from(values));
    assert.doesNotThrow(check([], []));
    assert.doesNotThrow(check([-3, 4, 5], [1, GAP, -2.5]));
    assert.doesNotThrow(check([0], [1]));
    assert.throws(check([1, 2], [1]), /2 indices for 1 values/);
    assert.throws(check([1], [1, 2]), /1 indices for 2 values/);
    assert.throws(check([1, 1], [1, 2]), /index 1 follows 1: indices must ascend/);
    assert.throws(check([1, 2, 0], [1, 2, 3]), /index 0 follows 2/);
    assert.throws(check([1, 2], [1, Number.POSITIVE_INFINITY]), /index 2 is Infinity/);
    assert.throws(check([1], [Number.NEGATIVE_INFINITY]), /index 1 is -Infinity/);
  });
});
