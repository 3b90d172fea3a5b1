// The shortest digits of a double: always what the engine writes, or left to the engine.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { writeHundredths, writeShortest } from '#bytes/digits';
import { rounds } from '../../harness/rounds.ts';

const bytes = Buffer.alloc(32);
const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

function written(value: number): string | undefined {
  const end = writeShortest(view, 0, value);
  return end < 0 ? undefined : bytes.toString('latin1', 0, end);
}

const isAsEngine = (value: number): boolean => [undefined, String(value)].includes(written(value));

/** The double that is `places` after another, or before it if negative. */
function neighbour(value: number, places: number): number {
  const double = new DataView(new ArrayBuffer(8));
  double.setFloat64(0, value);
  double.setBigInt64(0, double.getBigInt64(0) + BigInt(places));
  return double.getFloat64(0);
}

/** Every size alike: half of all doubles between 0 and 1e17 are below 1e-145. */
const anySize = fc
  .tuple(fc.double({ min: 1, max: 2, noNaN: true }), fc.integer({ min: -22, max: 58 }))
  .map(([mantissa, exponent]) => mantissa * 2 ** exponent);

describe('the shortest digits of a double', () => {
  it('the shortest digits are the engine’s, for any size', () => {
    fc.assert(fc.property(anySize, isAsEngine), { numRuns: rounds(30_000) });
  });

  it('the shortest digits are the engine’s beside powers of ten and of two, and beside short decimals', () => {
    const centre = fc.oneof(
      fc.integer({ min: -7, max: 18 }).map((exponent) => Number(`1e${exponent}`)),
      fc.integer({ min: -20, max: 57 }).map((exponent) => 2 ** exponent),
      fc
        .tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 12 }))
        .map(([digits, places]) => Number(`${digits}e${-places}`)),
    );
    const near = fc
      .tuple(centre, fc.integer({ min: -20, max: 20 }))
      .map(([value, places]) => neighbour(value, places));
    fc.assert(fc.property(near, isAsEngine), { numRuns: rounds(30_000) });
  });

  it('the shortest digits are the engine’s, for any number of digits', () => {
    const cut = fc
      .tuple(anySize, fc.integer({ min: 1, max: 17 }))
      .map(([value, digits]) => Number(value.toPrecision(digits)));
    fc.assert(fc.property(cut, isAsEngine), { numRuns: rounds(30_000) });
  });

  it('the shortest digits of temperatures and means of prices are not left to the engine', () => {
    const left: number[] = [];
    for (let i = 1; i <= 20_000; i++) {
      for (const value of [Math.abs(30 * Math.sin(i)), (i * 37) / 2_400, (i * 1_000) / 7]) {
        if (written(value) !== String(value) && !Number.isInteger(Math.log2(value)))
          left.push(value);
      }
    }
    assert.deepEqual(left, []);
  });

  it('the shortest digits are left to the engine if it writes an exponent, and for what is no number', () => {
    for (const value of [1e-7, 9.99e-7, 1e17, 1e21, 1e300, 0, Number.NaN, Number.POSITIVE_INFINITY])
      assert.equal(written(value), undefined);
  });
});

describe('hundredths', () => {
  it('hundredths of every width are what the engine writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), fc.nat(), (width, digits) => {
        const hundredths = digits % 10 ** width;
        const end = writeHundredths(view, 0, hundredths);
        return bytes.toString('latin1', 0, end) === String(hundredths / 100);
      }),
      { numRuns: rounds(20_000) },
    );
  });
});
