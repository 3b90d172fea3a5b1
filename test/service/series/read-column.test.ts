import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { readColumn } from '#service/series/read-column';
import { rounds } from '../../../harness/rounds.ts';
import { openMarket, toValues, type Value } from '../open-market.ts';

const market = await openMarket(after);

async function read(code: string, start: number, end: number): Promise<Value[]> {
  const series = (await market.store.findSeries(code))!;
  return toValues(await readColumn(market.store, series, { start, end }));
}

const repeated = (value: Value, count: number): Value[] => new Array<Value>(count).fill(value);

describe('a column of a series', () => {
  it('a column without runs is what was observed, with gaps', async () => {
    await market.load('observed', 'hour', 10, [1, null, 3]);
    assert.deepEqual(await read('observed', 8, 15), [null, null, 1, null, 3, null, null]);
    assert.deepEqual(await read('observed', 11, 12), [null]);
  });

  it('a column continues with the newest run after the last observed value, and only there', async () => {
    await market.load('continued', 'hour', 10, [1, null, 3]);
    await market.loadRun('continued', 1, 5, repeated(100, 12));
    assert.deepEqual(await read('continued', 8, 18), [
      ...[null, null],
      ...[1, null, 3],
      ...[100, 100, 100, 100],
      null,
    ]);
  });

  it('a column takes for each instant the newest run that has a value', async () => {
    await market.load('layered', 'hour', 0, [1]);
    await market.loadRun('layered', 1, 1, [10, 10, 10, 10, 10, 10]);
    await market.loadRun('layered', 3, 3, [30, null, 30]);
    await market.loadRun('layered', 2, 2, [20, 20, 20]);
    assert.deepEqual(await read('layered', 0, 8), [1, 10, 20, 30, 20, 30, 10, null]);
  });

  it('a column does not depend on the order in which runs were stored', async () => {
    const runs: [age: number, first: number, values: Value[]][] = [
      [1, 1, [10, 10, 10, 10]],
      [2, 2, [20, null, 20]],
      [3, 1, [30]],
    ];
    for (const [name, order] of [
      ['forwards', runs],
      ['backwards', runs.toReversed()],
    ] as const) {
      await market.load(name, 'hour', 0, [1]);
      for (const [age, first, values] of order) await market.loadRun(name, age, first, values);
      assert.deepEqual(await read(name, 0, 5), [1, 30, 20, 10, 20]);
    }
  });

  it('a column without observed values is its runs', async () => {
    await market.load('unobserved', 'hour');
    await market.loadRun('unobserved', 1, 5, [1, 1, 1]);
    await market.loadRun('unobserved', 2, 6, [2]);
    assert.deepEqual(await read('unobserved', 4, 9), [null, 1, 2, 1, null]);
  });

  it('a column that begins after the last observed value is from runs alone', async () => {
    await market.load('later', 'hour', 0, [1, 2]);
    await market.loadRun('later', 1, 0, repeated(7, 10));
    assert.deepEqual(await read('later', 5, 8), [7, 7, 7]);
    assert.deepEqual(await read('later', 0, 2), [1, 2]);
  });

  it('a column reads as many runs as it needs: the hundredth fills what newer ones leave out', async () => {
    await market.load('deep', 'hour', 0, [0]);
    // Run n covers hours 1 … n, with a value only at its ends: each hour n is left to run n.
    for (let age = 1; age <= 100; age++) {
      const hour = 101 - age;
      const values: Value[] = hour === 1 ? [age] : [age, ...repeated(null, hour - 2), age];
      await market.loadRun('deep', age, 1, values);
    }
    // The newest run (100) covers hour 1; hour h is the end of run 101 - h.
    assert.deepEqual(await read('deep', 0, 102), [
      0,
      100,
      ...Array.from({ length: 99 }, (_, i) => 99 - i),
      null,
    ]);
  });

  it('a column finds a value behind 32 newer runs with a gap', async () => {
    for (const count of [31, 32, 33, 64, 65]) {
      const code = `behind${count}`;
      await market.load(code, 'hour', 0, [0]);
      await market.loadRun(code, 0, 1, [5, 5, 5]);
      for (let age = 1; age <= count; age++) await market.loadRun(code, age, 1, [age, null, age]);
      assert.deepEqual(await read(code, 0, 4), [0, count, 5, count]);
    }
  });

  it('a column is, for any runs, the newest value at each instant', async () => {
    const someRun = fc.record({
      first: fc.integer({ min: -3, max: 30 }),
      inner: fc.array(fc.option(fc.integer({ min: 1, max: 999 })), { maxLength: 20 }),
    });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.integer({ min: -99, max: 0 })), { maxLength: 12 }),
        fc.array(someRun, { maxLength: 40 }),
        fc.integer({ min: -5, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        async (observed, runs, start, length) => {
          const code = `any${count++}`;
          await market.load(code, 'hour', 0, observed);
          const last = observed.findLastIndex((value) => value !== null);
          const expected = new Map<number, Value>();
          for (const [age, { first, inner }] of runs.entries()) {
            const values = [1_000 + age, ...inner, 2_000 + age];
            await market.loadRun(code, age, first, values);
            for (const [i, value] of values.entries()) {
              if (value !== null && (last < 0 || first + i > last)) expected.set(first + i, value);
            }
          }
          for (const [i, value] of observed.entries()) if (i <= last) expected.set(i, value);
          assert.deepEqual(
            await read(code, start, start + length),
            Array.from({ length }, (_, i) => expected.get(start + i) ?? null),
          );
        },
      ),
      { numRuns: rounds(40, 4) },
    );
  });
});
