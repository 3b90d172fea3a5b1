// Numbers from bytes: exactly those that JSON.parse reads.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readColumns } from '#client/series/read-columns';
import { joinData, readData, type SeriesData } from '#client/series/series-data';
import { rounds } from '../../harness/rounds.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (answer: object): Record<string, unknown> =>
  readColumns(bytesOf(JSON.stringify(answer)));

/** What the typed arrays must hold. */
const numbersOf = (values: readonly (number | null)[]): Float64Array =>
  Float64Array.from(values, (value) => value ?? Number.NaN);

const hour = (i: number): number => 1_700_000_000 + 3600 * i;
const timesOf = (values: readonly unknown[]): number[] => values.map((_, i) => hour(i));

const value = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.integer({ min: -999_999, max: 999_999 }).map((cents) => cents / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

describe('columns from bytes', () => {
  it('any numbers are those that JSON.parse reads, to the last bit', () => {
    const holds = fc.property(fc.array(value), (values) => {
      const found = read({ seriesId: 'x', times: timesOf(values), values });
      const again = JSON.parse(JSON.stringify(values)) as (number | null)[];
      assert.deepEqual(found.values, numbersOf(again));
      assert.deepEqual(found.times, numbersOf(timesOf(values)));
    });
    fc.assert(holds, { numRuns: rounds(1_000) });
  });

  it('numbers as other writers spell them are read as well', () => {
    const text = '{"times":[0,1,2,3,4,5],"values":[1e2,-0,0.10,1E-7,123456789012345678,-12.5e+1]}';
    const { values } = readColumns(bytesOf(text)) as unknown as { values: Float64Array };
    assert.deepEqual([...values], [100, -0, 0.1, 1e-7, 123456789012345680, -125]);
  });

  it('times before 2001 and after 2286, and numbers that are as long as a time, are read as well', () => {
    const times = [1700000000, -170000000, 1.70000001, 17000000.5, 0, 99999999999, 1700000001];
    const values = [1234567890, null, 12345.6789, -123456789, 1.5e-9, 1234567890.25, 2345678901];
    const found = read({ times, values });
    assert.deepEqual(found.times, numbersOf(times));
    assert.deepEqual(found.values, numbersOf(values));
  });

  it('white space between the parts changes nothing', () => {
    const text = '{ "unit" : "MW", "times" : [ 1, 2 ], "values" : [ 1.5, null ] }';
    assert.deepEqual(readColumns(bytesOf(text)), {
      unit: 'MW',
      times: numbersOf([1, 2]),
      values: numbersOf([1.5, null]),
    });
  });

  it('a text that looks like a column stays a text', () => {
    const description = 'a "times":[9,9],"values":[9] trap \\" and {"times":[]} too';
    const found = read({ description, times: [1, 2], values: [3, null] });
    assert.deepEqual(found, {
      description,
      times: numbersOf([1, 2]),
      values: numbersOf([3, null]),
    });
  });

  it('empty columns are empty', () => {
    const found = read({ seriesId: 'x', times: [], values: [], lastObserved: null });
    assert.deepEqual(found, {
      seriesId: 'x',
      times: numbersOf([]),
      values: numbersOf([]),
      lastObserved: null,
    });
  });

  it('columns of texts, and numbers behind them, keep their kinds', () => {
    const found = read({
      incomplete: [{ time: 'then', count: 1, expected: 2 }],
      ...{ times: [1, 2], values: [3, 4], sources: ['a', null], leadHours: [5, null] },
      origins: [{ first: 0, kind: 'observed', run: null }],
    });
    assert.deepEqual(found.sources, ['a', null]);
    assert.deepEqual(found.leadHours, numbersOf([5, null]));
    assert.deepEqual(found.origins, [{ first: 0, kind: 'observed', run: null }]);
    assert.deepEqual(found.incomplete, [{ time: 'then', count: 1, expected: 2 }]);
  });

  it('an answer that breaks off is refused, wherever it breaks off', () => {
    const text = JSON.stringify({ seriesId: 'x', times: [10, 20], values: [1.5, 2.25, 1e-9] });
    for (let length = 0; length < text.length; length++) {
      assert.throws(() => readColumns(bytesOf(text.slice(0, length))), SyntaxError);
    }
  });
});

describe('parts of a span', () => {
  const part = (more: object): SeriesData => {
    const head = { seriesId: 'x', from: 'a', to: 'b', decimals: 2, incompleteCount: 1 };
    return readData(bytesOf(JSON.stringify({ ...head, ...more })));
  };

  it('parts are joined in order, and what is said of points is counted on', () => {
    const observed = { kind: 'observed', run: null };
    const forecast = { kind: 'forecast', run: 'r' };
    const joined = joinData([
      part({ times: [1, 2], values: [1, null], origins: [{ first: 0, ...observed }] }),
      part({
        ...{ times: [3, 4], values: [3, 4], to: 'end', decimals: 1 },
        origins: [
          { first: 0, ...observed },
          { first: 1, ...forecast },
        ],
      }),
      part({ times: [5], values: [5], to: 'end', origins: [{ first: 0, ...forecast }] }),
    ]);
    assert.deepEqual(joined, {
      ...{ seriesId: 'x', from: 'a', to: 'end', decimals: 2, incompleteCount: 3 },
      times: numbersOf([1000, 2000, 3000, 4000, 5000]),
      values: numbersOf([1, null, 3, 4, 5]),
      origins: [
        { first: 0, ...observed },
        { first: 3, ...forecast },
      ],
    });
  });
});
