// The bytes of a change: undoing it gives the values before, whatever the values are now.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  ALL_GAPS,
  changeBetween,
  encodeChange,
  mergeChanges,
  undoChange,
} from '#store/codec/change-codec';
import { runs } from '../../core/properties.ts';

const GAP = Number.NaN;
const POINTS = 40;

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1, 2, -3.25) },
  { weight: 3, arbitrary: fc.constant(GAP) },
  { weight: 1, arbitrary: fc.double({ noDefaultInfinity: true, noNaN: true }).map((n) => n + 0) },
);
/** Few stretches of equal values, so that states share long parts. */
const state = fc
  .array(fc.tuple(value, fc.integer({ min: 1, max: 15 })), { minLength: 4, maxLength: 20 })
  .map((stretches) => stretches.flatMap(([one, n]) => Array<number>(n).fill(one)))
  .filter((values) => values.length >= POINTS)
  .map((values) => Float64Array.from(values.slice(0, POINTS)));

const isOther = (a: Float64Array, b: Float64Array): boolean =>
  a.some((one, i) => !Object.is(one, b[i]));

/** A state of a chunk and a different one after it. */
const states = fc.tuple(state, state).filter(([before, after]) => isOther(before, after));

function undone(bytes: Uint8Array, values: Float64Array): Float64Array {
  const copy = values.slice();
  undoChange(bytes, POINTS, copy, 0);
  return copy;
}

const of = (length: number, points: Readonly<Record<number, number>>): Float64Array =>
  Float64Array.from({ length }, (_, i) => points[i] ?? GAP);

describe('a change', () => {
  test('a change that is undone, once or twice, gives the values before', () => {
    fc.assert(
      fc.property(states, ([before, after]) => {
        const bytes = changeBetween(before, after);
        assert.deepEqual(undone(bytes, after), before);
        assert.deepEqual(undone(bytes, before), before);
      }),
    );
  });

  test('undoing a change touches no point that it did not change', () => {
    fc.assert(
      fc.property(states, state, ([before, after], later) => {
        const isSame = (i: number): boolean => Object.is(before[i], after[i]);
        const expected = later.map((now, i) => (isSame(i) ? now : before[i]!));
        assert.deepEqual(undone(changeBetween(before, after), later), expected);
      }),
    );
  });

  test('a change is undone in a part of its chunk as in the whole', () => {
    const edge = fc.integer({ min: -60, max: 60 });
    fc.assert(
      fc.property(states, edge, edge, ([before, after], a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const at = (values: Float64Array) =>
          Float64Array.from({ length: end - start }, (_, i) => values[start + i] ?? 7);
        const part = at(after);
        undoChange(changeBetween(before, after), POINTS, part, -start);
        assert.deepEqual(part, at(before));
        const all = at(after);
        undoChange(ALL_GAPS, POINTS, all, -start);
        assert.deepEqual(all, at(of(POINTS, {})));
      }),
    );
  });

  test('a change merged with a later one gives the values before both', () => {
    fc.assert(
      fc.property(states, state, ([first, second], third) => {
        fc.pre(isOther(second, third));
        const earlier = changeBetween(first, second);
        const merged = mergeChanges(earlier, changeBetween(second, third), POINTS);
        for (const now of [first, second, third]) assert.deepEqual(undone(merged, now), first);
      }),
    );
  });

  test('a change of an empty chunk needs no bytes, merged or not', () => {
    const [empty, some, more] = [of(POINTS, {}), of(POINTS, { 3: 1 }), of(POINTS, { 3: 2, 9: 4 })];
    const merged = mergeChanges(ALL_GAPS, changeBetween(some, more), POINTS);
    assert.equal(merged.length, 0);
    assert.deepEqual(undone(merged, more), empty);
    // Emptied and filled again.
    const again = mergeChanges(changeBetween(some, empty), ALL_GAPS, POINTS);
    assert.deepEqual(undone(again, more), some);
  });

  test('a change that adds a day takes three bytes', () => {
    const before = of(768, { 0: 1 });
    const after = before.slice().fill(5, 400, 424);
    assert.equal(changeBetween(before, after).length, 3);
    // A correction also takes the bytes of the former value.
    assert.equal(changeBetween(of(768, { 400: 61.25 }), of(768, { 400: 61.5 })).length, 8);
  });

  test('a change of thousands of points is undone too', () => {
    // From 4,064 on the number of points takes a second byte of 127, and from 4,096 on a third byte.
    for (const points of [4_063, 4_064, 4_095, 4_096, 5_000]) {
      const before = Float64Array.from({ length: points }, (_, i) => i);
      const values = new Float64Array(points).fill(9);
      undoChange(
        changeBetween(
          before,
          values.map((n, i) => n + i + 1),
        ),
        points,
        values,
        0,
      );
      assert.deepEqual(values, before);
    }
  });

  test('a change without a changed point is refused', () => {
    const same = of(POINTS, { 3: 1 });
    assert.throws(() => changeBetween(same, same.slice()), /without a changed point/);
    assert.throws(() => encodeChange(new Uint8Array(POINTS), same), /without a changed point/);
  });
});

describe('damaged bytes of a change', () => {
  const damaged = /^StoreDamaged: (a stored change is|stored values are) damaged: /;

  test('damaged bytes of a change never write outside their part of the array', () => {
    const bytesOfAnyKind = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.tuple(states, fc.nat(), fc.nat({ max: 255 })).map(([[before, after], at, byte]) => {
        const bytes = changeBetween(before, after);
        bytes[at % bytes.length] = byte;
        return bytes;
      }),
    );
    fc.assert(
      fc.property(bytesOfAnyKind, (bytes) => {
        const whole = new Float64Array(POINTS + 4).fill(9);
        try {
          undoChange(bytes, POINTS, whole, 2);
        } catch (error) {
          assert.match(String(error), damaged);
        }
        const around = [0, 1, POINTS + 2, POINTS + 3].map((at) => whole[at]);
        assert.deepEqual(around, [9, 9, 9, 9]);
      }),
      runs(2_000),
    );
  });

  test('the message names what is wrong with the bytes of a change', () => {
    const cases: [number[], RegExp][] = [
      [[0x80], /does not end/],
      [[0x80, 0x80, 0x80, 1], /does not end/],
      [[0xa5, 1], /points make no sense/],
      [[1], /points make no sense/],
      [[2], /points make no sense/],
      [[3], /points make no sense/],
      [[7], /points make no sense/],
      [[5, 0, 1], /1 bytes too many/],
      [[6], /no bytes/],
      [[6, 0, 0x40, 0], /0 values instead of 1/],
      [[6, 0, 0x40, 1, 2, 2], /1 bytes too many/],
    ];
    for (const [bytes, message] of cases) {
      const undo = () => undoChange(Uint8Array.from(bytes), POINTS, of(POINTS, {}), 0);
      assert.throws(undo, message, String(bytes));
    }
  });
});
