// Reducers: gaps never count, weights do, and each starts again after its value is taken.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '#core/errors';
import {
  AGGREGATIONS,
  type Aggregation,
  makeReducer,
  parseAggregation,
} from '#core/values/aggregation';
import { runs } from '../properties.ts';

function reduce(aggregation: Aggregation, values: number[], weights?: number[]): number {
  const reducer = makeReducer(aggregation);
  reducer.add(Float64Array.from(values), 0, values.length, weights && Float64Array.from(weights));
  return reducer.take();
}

const allOf = (values: number[]) => AGGREGATIONS.map((name) => reduce(name, values));

suite('aggregation', () => {
  test('Average, Sum, Min, Max and Count of known values are right', () => {
    assert.deepEqual(allOf([3, -1, 4]), [2, 6, -1, 4, 3]);
    assert.deepEqual(allOf([3, Number.NaN, -1, Number.NaN, 4]), [2, 6, -1, 4, 3]);
    assert.deepEqual(allOf([0]), [0, 0, 0, 0, 1]);
    assert.deepEqual(allOf([-5, -7]), [-6, -12, -7, -5, 2]);
  });

  test('an aggregation of no value, or of gaps only, is a gap and not a zero', () => {
    const gap = Number.NaN;
    assert.deepEqual(allOf([]), [gap, gap, gap, gap, gap]);
    assert.deepEqual(allOf([gap, gap]), [gap, gap, gap, gap, gap]);
  });

  test('an average weighs each value by the length of its interval', () => {
    assert.equal(reduce('Average', [10, 20], [23, 25]), (10 * 23 + 20 * 25) / 48);
    assert.equal(reduce('Average', [10, Number.NaN, 20], [1, 1_000, 3]), 17.5);
  });

  test('a count ignores the lengths of intervals', () => {
    assert.equal(reduce('Count', [10, Number.NaN, 20, 30], [23, 24, 25, 24]), 3);
    assert.equal(reduce('Count', [Number.NaN], [24]), Number.NaN);
  });

  test('a reducer takes only the given stretches, one or several', () => {
    const values = Float64Array.from([100, 1, 2, 3, 100, 5, 100]);
    for (const [aggregation, expected] of [
      ['Average', 2.75],
      ['Sum', 11],
      ['Min', 1],
      ['Max', 5],
      ['Count', 4],
    ] as const) {
      const reducer = makeReducer(aggregation);
      reducer.add(values, 1, 4);
      reducer.add(values, 5, 6);
      assert.equal(reducer.take(), expected, aggregation);
      assert.equal(reducer.take(), Number.NaN, 'starts again');
      reducer.add(values, 0, 1);
      assert.equal(reducer.take(), aggregation === 'Count' ? 1 : 100, aggregation);
    }
  });

  test('an empty or backward stretch adds nothing', () => {
    for (const aggregation of AGGREGATIONS) {
      const reducer = makeReducer(aggregation);
      reducer.add(Float64Array.of(1, 2), 1, 1);
      reducer.add(Float64Array.of(1, 2), 0, -3);
      assert.equal(reducer.take(), Number.NaN, aggregation);
    }
  });

  test('a reducer equals the plain formulas for any values in two stretches', () => {
    const someValues = fc.array(
      fc.oneof(fc.integer({ min: -500, max: 500 }), fc.constant(Number.NaN)),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(someValues, fc.nat({ max: 40 }), (values, cut) => {
        const present = values.filter((value) => !Number.isNaN(value));
        const sum = present.reduce((total, value) => total + value, 0);
        const expected =
          present.length === 0
            ? AGGREGATIONS.map(() => Number.NaN)
            : [
                sum / present.length,
                sum,
                Math.min(...present),
                Math.max(...present),
                present.length,
              ];
        const given = AGGREGATIONS.map((aggregation) => {
          const reducer = makeReducer(aggregation);
          const middle = Math.min(cut, values.length);
          reducer.add(Float64Array.from(values), 0, middle);
          reducer.add(Float64Array.from(values), middle, values.length);
          return reducer.take();
        });
        // Adding 0 turns -0 into 0, as either may be the sum of zeros.
        assert.deepEqual(
          given.map((value) => value + 0),
          expected.map((value) => value + 0),
        );
      }),
      runs(1_000),
    );
  });
});

suite('Aggregation of a request', () => {
  test('Aggregation is read in any case, and is Average if left out', () => {
    const cases: [string | undefined, Aggregation][] = [
      [undefined, 'Average'],
      ['', 'Average'],
      ['  ', 'Average'],
      ['average', 'Average'],
      ['SUM', 'Sum'],
      [' Min ', 'Min'],
      ['mAx', 'Max'],
      ['Count', 'Count'],
    ];
    for (const [given, expected] of cases) {
      assert.equal(parseAggregation(given, 'Aggregation'), expected, String(given));
    }
  });

  test('an unknown Aggregation is refused, naming the nearest one', () => {
    for (const [given, meant] of [
      ['averge', 'Average'],
      ['summ', 'Sum'],
      ['Maxx', 'Max'],
      ['cuont', 'Count'],
    ] as const) {
      assert.throws(
        () => parseAggregation(given, 'Aggregation'),
        (error) => {
          assert.ok(error instanceof Refusal);
          assert.equal(error.code, 'field_invalid');
          const expected = `Aggregation: unknown aggregation "${given}" (did you mean ${meant}?)`;
          assert.equal(error.message, expected);
          assert.deepEqual(error.faults[0]?.allowed, AGGREGATIONS);
          return true;
        },
      );
    }
    assert.throws(() => parseAggregation('median', 'Aggregation'), { code: 'field_invalid' });
  });

  test('four stretches at a time give what one after the other gives, to the last bit', () => {
    const value = fc.oneof(
      { weight: 40, arbitrary: fc.double({ noNaN: true, min: -1e6, max: 1e6 }) },
      { weight: 4, arbitrary: fc.constantFrom(-0, 0, Number.MAX_VALUE, -Number.MAX_VALUE) },
      { weight: 1, arbitrary: fc.constant(Number.NaN) },
    );
    const stretches = fc
      .nat({ max: 30 })
      .chain((length) =>
        fc.tuple(
          fc.constant(length),
          fc.array(value, { minLength: 4 * length + 3, maxLength: 4 * length + 3 }),
        ),
      );
    fc.assert(
      fc.property(
        stretches,
        fc.constantFrom<Aggregation>('Average', 'Sum', 'Count'),
        ([length, list], aggregation) => {
          const values = Float64Array.from(list);
          const reducer = makeReducer(aggregation);
          const into = new Float64Array(6).fill(9);
          reducer.reduceFour!(values, 2, length, into, 1);
          const one = (k: number): number =>
            reduce(aggregation, list.slice(2 + k * length, 2 + (k + 1) * length));
          assert.deepEqual([...into], [9, one(0), one(1), one(2), one(3), 9]);
        },
      ),
      runs(2_000),
    );
  });
});
