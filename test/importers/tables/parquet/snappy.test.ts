// Snappy, against the library's own decoder for sound data. Damaged data end, whatever they are.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { snappyUncompress } from 'hyparquet/src/snappy.js';
import { unpackSnappy } from '#importers/tables/parquet/snappy';
import { runs } from '../../../core/properties.ts';

type Step = { readonly literal: Uint8Array } | { readonly length: number; readonly back: number };

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}

/** The elements of a literal: its length in the tag, or in one to four further bytes. */
function literalOf(bytes: Uint8Array): number[] {
  const length = bytes.length - 1;
  if (length < 60) return [length << 2, ...bytes];
  const more = length < 256 ? 1 : length < 65_536 ? 2 : 4;
  const rest = Array.from({ length: more }, (_, i) => (length >>> (8 * i)) & 255);
  return [(59 + more) << 2, ...rest, ...bytes];
}

function copyOf(length: number, distance: number): number[] {
  if (length >= 4 && length < 12 && distance < 2_048)
    return [((distance >> 8) << 5) | ((length - 4) << 2) | 1, distance & 255];
  if (distance < 65_536) return [((length - 1) << 2) | 2, distance & 255, distance >> 8];
  const rest = Array.from({ length: 4 }, (_, i) => (distance >>> (8 * i)) & 255);
  return [((length - 1) << 2) | 3, ...rest];
}

/** Packs steps, and what they unpack to. */
function packed(steps: readonly Step[]): { bytes: Uint8Array; plain: number[] } {
  const plain: number[] = [];
  const elements: number[] = [];
  for (const step of steps) {
    if ('literal' in step) {
      elements.push(...literalOf(step.literal));
      plain.push(...step.literal);
    } else if (plain.length > 0) {
      const distance = 1 + (step.back % plain.length);
      elements.push(...copyOf(step.length, distance));
      for (let i = 0; i < step.length; i++) plain.push(plain[plain.length - distance]!);
    }
  }
  return { bytes: Uint8Array.of(...varint(plain.length), ...elements), plain };
}

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ literal: fc.uint8Array({ minLength: 1, maxLength: 400 }) }),
  fc.record({ length: fc.integer({ min: 1, max: 64 }), back: fc.nat(100_000) }),
);

suite('snappy', () => {
  test('sound snappy data unpack to what the library makes of them', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 30 }), (steps) => {
        const { bytes, plain } = packed(steps);
        assert.deepEqual([...unpackSnappy(bytes, plain.length)], plain);
        if (plain.length === 0) return;
        const expected = new Uint8Array(plain.length);
        snappyUncompress(bytes, expected);
        assert.deepEqual([...expected], plain);
      }),
      runs(300),
    );
  });

  test('snappy data that are damaged, cut off or anything at all end in a RangeError', () => {
    const attempt = (bytes: Uint8Array, length: number): void => {
      try {
        assert.equal(unpackSnappy(bytes, length).length, length);
      } catch (error) {
        assert.ok(error instanceof RangeError);
      }
    };
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1 }), fc.nat(), fc.nat(), (steps, at, cut) => {
        const { bytes, plain } = packed(steps);
        const damaged = bytes.slice(0, 1 + (cut % bytes.length));
        damaged[at % damaged.length]! ^= 1 + (at % 255);
        attempt(damaged, plain.length);
      }),
      runs(1_000),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(300), attempt), runs(1_000));
  });

  test('a literal with the top bit of its length set is refused', () => {
    const back = [0xfc, 0xfa, 0xff, 0xff, 0xff];
    assert.throws(() => unpackSnappy(Uint8Array.of(8, 0, 1, ...back, 2, 3), 8), RangeError);
  });
});
