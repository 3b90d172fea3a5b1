import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { faultOfBounds, NEIGHBOUR_REACH, sift, type ValueBounds } from '#core/values/value-rules';

const GAP = Number.NaN;
const ANY: ValueBounds = { lowest: null, highest: null, largestStep: null };

/** `given` and `stored` by index; the stored stretch reaches from 0 to 40. */
function siftPoints(
  given: Readonly<Record<number, number>>,
  bounds: Partial<ValueBounds>,
  stored: Readonly<Record<number, number>> = {},
) {
  const indices = Int32Array.from(Object.keys(given).map(Number));
  const values = Float64Array.from(indices, (index) => given[index]!);
  const stretch = {
    start: 0,
    values: Float64Array.from({ length: 40 }, (_, i) => stored[i] ?? GAP),
  };
  const { passed, held } = sift(indices, values, { ...ANY, ...bounds }, stretch);
  return {
    passed: passed.map((at) => indices[at]!),
    held: held.map(({ index }) => index),
    reasons: held.map(({ reason }) => reason),
  };
}

const heldOf = (...args: Parameters<typeof siftPoints>): number[] => siftPoints(...args).held;

suite('a rule with a lowest and a highest value', () => {
  test('values at the bounds pass, and values beyond are held with the bound in the reason', () => {
    const given = { 1: -500, 2: -500.01, 3: 4000, 4: 4000.5, 5: 0 };
    const { passed, held, reasons } = siftPoints(given, { lowest: -500, highest: 4000 });
    assert.deepEqual(passed, [1, 3, 5]);
    assert.deepEqual(held, [2, 4]);
    assert.deepEqual(reasons, [
      '-500.01 is below -500, the lowest allowed.',
      '4000.5 is above 4000, the highest allowed.',
    ]);
  });

  test('a rule without a bound on one side holds nothing on that side', () => {
    assert.deepEqual(heldOf({ 1: -9000, 2: 101 }, { highest: 100 }), [2]);
    assert.deepEqual(heldOf({ 1: 9000, 2: -101 }, { lowest: -100 }), [2]);
  });

  test('gaps pass, and so do values that are already stored', () => {
    const given = { 1: GAP, 2: 9999, 3: 9999 };
    assert.deepEqual(heldOf(given, { highest: 100 }, { 2: 9999, 3: 50 }), [3]);
  });
});

suite('a rule with a largest step', () => {
  const largestStep = 100;
  for (const [what, given, stored, held] of [
    ['a spike of one value is held', { 1: 50, 2: 60, 3: 3000, 4: 70 }, {}, [3]],
    [
      'a spike of several values is held whole',
      { 1: 50, 2: 60, 3: 3000, 4: 3001, 5: 70 },
      {},
      [3, 4],
    ],
    ['a dip is held like a spike', { 1: 50, 2: 60, 3: -900, 4: 70 }, {}, [3]],
    ['a step of just the largest passes', { 1: 50, 2: 150, 3: 50 }, {}, []],
    ['decimals are compared as decimals', { 1: 0.6, 2: 100.6, 3: 0.6, 4: 100.6 }, {}, []],
    ['two steps over a gap may go twice as far', { 1: 50, 2: GAP, 3: 250 }, {}, []],
    ['two steps over a gap may not go further', { 1: 50, 2: GAP, 3: 251, 4: 60 }, {}, [3]],
    [
      'a lasting change of level is accepted after some intervals',
      { 2: 250, 3: 250, 4: 250 },
      { 1: 0 },
      [2, 3],
    ],
    ['the stored value to the left counts', { 5: 300, 6: 70 }, { 4: 50 }, [5]],
    ['a stored value further to the left counts too', { 5: 300, 6: 70 }, { 3: 50 }, [5]],
    ['the stored value to the right counts', { 5: 300 }, { 6: 50 }, [5]],
    ['a stored value between two new ones counts', { 5: 60, 7: 300 }, { 6: 60 }, [7]],
    [
      'a stored value between two new ones counts even if the two agree',
      { 5: 140, 7: 150 },
      { 6: 45 },
      [7],
    ],
    ['a stored value that is overwritten does not count', { 5: 300, 6: 310 }, { 6: 50 }, []],
    ['a stored value that becomes a gap does not count', { 5: 300, 6: GAP }, { 6: 50 }, []],
    ['a stored value whose new value is held counts', { 2: 3000, 3: 300 }, { 1: 250, 2: 250 }, [2]],
    ['a value as stored is a neighbour to the next', { 1: 50, 2: 3000, 3: 3050 }, { 2: 3000 }, [1]],
    ['a first value alone is accepted', { 1: 3000 }, {}, []],
    ['a first value must agree with the next', { 1: 3000, 2: 50, 3: 60 }, {}, [1]],
    ['two first values that disagree are both held', { 1: 3000, 2: 50 }, {}, [1, 2]],
    ['a value out of bounds is no neighbour', { 1: 50, 2: 9000, 3: 60 }, {}, [2]],
  ] as const) {
    test(what, () => {
      assert.deepEqual(heldOf(given, { largestStep, highest: 5000 }, stored), held);
    });
  }

  test('the reason names the other value, the step and the largest allowed', () => {
    const { reasons } = siftPoints({ 5: 300.3, 6: 300.4 }, { largestStep }, { 4: 50.2 });
    assert.deepEqual(reasons, [
      '300.3 is the interval after 50.2: a step of 250.1, above 100, the largest allowed.',
      '300.4 is 2 intervals after 50.2: a step of 250.2, above 2 × 100 = 200, the largest allowed.',
    ]);
  });

  test('the reason says if the other value comes after', () => {
    const { reasons } = siftPoints({ 5: 300 }, { largestStep }, { 7: 50 });
    assert.deepEqual(reasons, [
      '300 is 2 intervals before 50: a step of 250, above 2 × 100 = 200, the largest allowed.',
    ]);
  });

  test('the rounding of large decimals is forgiven, and no more', () => {
    const bounds = { largestStep: 0.2 };
    assert.deepEqual(heldOf({ 1: 1e9, 2: 1e9 + 0.2 }, bounds), []);
    assert.deepEqual(heldOf({ 1: 1e9, 2: 1e9 + 0.2001 }, bounds), [1, 2]);
    assert.deepEqual(heldOf({ 1: 0.6, 2: 0.8, 3: 0.6 }, bounds), []);
  });

  test('stored values are compared up to the reach, to the interval', () => {
    const bounds = { ...ANY, largestStep: 1 };
    const stored = { start: 50, values: Float64Array.of(0, GAP) };
    const heldAt = (index: number): number =>
      sift(Int32Array.of(index), Float64Array.of(1e9), bounds, stored).held.length;
    assert.equal(heldAt(50 + NEIGHBOUR_REACH), 1);
    assert.equal(heldAt(51 + NEIGHBOUR_REACH), 0);
    assert.equal(heldAt(51 - NEIGHBOUR_REACH), 1);
    // The second of two written values is compared with the stored one just as far.
    const second = (index: number): number =>
      sift(Int32Array.of(51, index), Float64Array.of(GAP, 1e9), bounds, stored).held.length;
    assert.equal(second(50 + NEIGHBOUR_REACH), 1);
    assert.equal(second(51 + NEIGHBOUR_REACH), 0);
  });

  test('values further apart than the reach are not compared', () => {
    const far = NEIGHBOUR_REACH + 2;
    const values = Float64Array.of(0, 1e9);
    const bounds = { ...ANY, largestStep: 1 };
    const nothing = { start: 0, values: new Float64Array(0) };
    assert.equal(sift(Int32Array.of(1, far), values, bounds, nothing).held.length, 0);
    assert.equal(sift(Int32Array.of(1, far - 1), values, bounds, nothing).held.length, 2);
  });
});

const aPoint = fc.option(fc.integer({ min: -30, max: 30 }), { nil: GAP });
const aStretch = fc.array(aPoint, { minLength: 30, maxLength: 30 });
const someBounds = fc.record({
  lowest: fc.option(fc.integer({ min: -25, max: 0 })),
  highest: fc.option(fc.integer({ min: 0, max: 25 })),
  largestStep: fc.option(fc.integer({ min: 1, max: 20 })),
});
const aWrite = fc
  .uniqueArray(fc.record({ index: fc.integer({ min: 0, max: 29 }), value: aPoint }), {
    selector: ({ index }) => index,
  })
  .map((points) => points.sort((a, b) => a.index - b.index));

suite('any rule with any values', () => {
  const run = (points: { index: number; value: number }[], stored: number[], bounds: ValueBounds) =>
    sift(
      Int32Array.from(points, ({ index }) => index),
      Float64Array.from(points, ({ value }) => value),
      bounds,
      { start: 0, values: Float64Array.from(stored) },
    );

  test('only distances count: the same write at other times gives the same result', () => {
    const distance = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(aWrite, aStretch, someBounds, distance, (points, stored, bounds, by) => {
        const here = run(points, stored, bounds);
        const there = sift(
          Int32Array.from(points, ({ index }) => index + by),
          Float64Array.from(points, ({ value }) => value),
          bounds,
          { start: by, values: Float64Array.from(stored) },
        );
        assert.deepEqual(there.passed, here.passed);
        const back = there.held.map((point) => ({ ...point, index: point.index - by }));
        assert.deepEqual(back, here.held);
      }),
    );
  });

  test('every point is either passed or held, once', () => {
    fc.assert(
      fc.property(aWrite, aStretch, someBounds, (points, stored, bounds) => {
        const { passed, held } = run(points, stored, bounds);
        const indices = [...passed.map((at) => points[at]!.index), ...held.map((h) => h.index)];
        assert.deepEqual(
          indices.sort((a, b) => a - b),
          points.map(({ index }) => index),
        );
      }),
    );
  });

  test('passed values are within the bounds, gaps or stored, and the same write again gives the same result', () => {
    fc.assert(
      fc.property(aWrite, aStretch, someBounds, (points, stored, bounds) => {
        const { passed, held } = run(points, stored, bounds);
        const after = [...stored];
        for (const at of passed) {
          const { index, value } = points[at]!;
          const isInside =
            value >= (bounds.lowest ?? -Infinity) && value <= (bounds.highest ?? Infinity);
          assert.ok(Number.isNaN(value) || isInside || value === stored[index]);
          after[index] = value;
        }
        const again = run(points, after, bounds);
        assert.deepEqual([again.passed, again.held], [passed, held]);
      }),
    );
  });

  test('the passed values of an empty series have no step above the largest', () => {
    fc.assert(
      fc.property(aWrite, fc.integer({ min: 1, max: 20 }), (points, largestStep) => {
        const { passed } = run(points, new Array(30).fill(GAP), { ...ANY, largestStep });
        const accepted = passed
          .map((at) => points[at]!)
          .filter(({ value }) => !Number.isNaN(value));
        for (const [i, { index, value }] of accepted.entries()) {
          const before = accepted[i - 1];
          if (!before) continue;
          assert.ok(Math.abs(value - before.value) <= largestStep * (index - before.index));
        }
      }),
    );
  });
});

test('a rule without sense is explained', () => {
  for (const [bounds, words] of [
    [{}, /needs a lowest value, a highest value or a largest step/],
    [{ lowest: 5, highest: 4 }, /the lowest value, 5, is above the highest, 4/],
    [{ largestStep: 0 }, /a number above 0, not 0/],
    [{ largestStep: -1 }, /a number above 0, not -1/],
    [{ highest: Infinity }, /finite numbers/],
    [{ lowest: GAP }, /finite numbers/],
    [{ lowest: GAP, highest: 5 }, /finite numbers/],
  ] as const) {
    assert.match(faultOfBounds({ ...ANY, ...bounds }) ?? '', words);
  }
  assert.equal(faultOfBounds({ lowest: 0, highest: 0, largestStep: 0.1 }), undefined);
  for (const alone of [{ lowest: 5 }, { lowest: -5 }, { highest: -5 }, { largestStep: 0.1 }]) {
    assert.equal(faultOfBounds({ ...ANY, ...alone }), undefined, JSON.stringify(alone));
  }
});
