// Lists of values for tests of the codec.

import fc from 'fast-check';

export const GAP = Number.NaN;

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const decimal = fc
  .tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 12 }))
  .map(([digits, decimals]) => digits / 10 ** decimals);
const price = fc.integer({ min: -50_000, max: 400_000 }).map((cents) => cents / 100);
const gap = fc.constant(GAP);

const lists = fc.oneof(
  fc.array(fc.oneof(finite, gap), { maxLength: 80 }),
  fc.array(fc.oneof(decimal, gap), { maxLength: 80 }),
  fc.array(price, { maxLength: 300 }),
  fc.array(fc.constantFrom(-2, -1, 0, 1, 2, 127, 128, -128, 2_047, 2_048), { maxLength: 100 }),
  fc.array(fc.oneof({ weight: 9, arbitrary: price }, { weight: 1, arbitrary: gap }), {
    maxLength: 300,
  }),
  fc.array(fc.oneof(price, finite, fc.constantFrom(-0, 0, 2 ** 51, -(2 ** 51), 2 ** 53)), {
    maxLength: 20,
  }),
);
/** Values with gaps before and after, as in a chunk that is only half full. */
export const values = fc
  .tuple(fc.nat({ max: 40 }), lists, fc.nat({ max: 40 }))
  .map(([before, list, after]) =>
    Float64Array.from([...Array(before).fill(GAP), ...list, ...Array(after).fill(GAP)]),
  );
