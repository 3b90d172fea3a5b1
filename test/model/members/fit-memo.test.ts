// What a memo has from earlier runs never changes a forecast, not by a bit, and it is bounded.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DayTable } from '#model/days/day-table';
import { type ForecastRequest, forecastDays } from '#model/forecast-days';
import { FitMemo } from '#model/members/fit-memo';
import type { SeriesKind } from '#model/members/members';
import { digestOf } from '#model/numbers/digest';
import { madeTable } from '../made-series.ts';

const MOST_BYTES = 2 ** 26;

/** Makes a forecast with a memo, compares it with one by itself, and returns how many fits were made for it. */
function madeFits(table: DayTable, request: ForecastRequest, memo: FitMemo): number {
  const { misses } = memo;
  const made = forecastDays(table, { ...request, memo });
  assert.ok('values' in made);
  assert.deepEqual(made, forecastDays(table, request));
  return memo.misses - misses;
}

/** The table with one value changed. */
function changed(table: DayTable, slot: number): DayTable {
  const target = table.target.slice();
  target[slot]! += 0.001;
  return { ...table, target };
}

suite('what runs keep', () => {
  const table = madeTable({ days: 210 });
  for (const [kind, fits] of [
    ['price', 8],
    ['load', 2],
  ] as const satisfies readonly (readonly [SeriesKind, number])[]) {
    test(`a run of a ${kind} on the same days needs no new fit, and is the same to the bit`, () => {
      const memo = new FitMemo(MOST_BYTES);
      const request = { kind, row: 202, days: 2 };
      assert.equal(madeFits(table, request, memo), fits);
      assert.equal(madeFits(table, request, memo), 0);
      assert.equal(memo.hits, fits);
    });

    test(`a run of a ${kind} after a past value changed is fitted again`, () => {
      const memo = new FitMemo(MOST_BYTES);
      const request = { kind, row: 202 };
      madeFits(table, request, memo);
      assert.ok(madeFits(changed(table, 190 * 24 + 5), request, memo) > 0);
    });

    test(`runs of a ${kind} on later days go on from what was kept, and are the same to the bit`, () => {
      const memo = new FitMemo(MOST_BYTES);
      for (const row of [202, 203, 204, 206]) {
        assert.equal(madeFits(table, { kind, row }, memo), fits);
      }
    });
  }

  test('trees of prices serve the runs of the next days too, to the bit', () => {
    const year = madeTable({ days: 400 });
    const memo = new FitMemo(MOST_BYTES);
    const fits = madeFits(year, { kind: 'price', row: 390 }, memo);
    assert.equal(madeFits(year, { kind: 'price', row: 391 }, memo), fits - 2);
    assert.equal(madeFits(changed(year, 345 * 24), { kind: 'price', row: 391 }, memo), fits);
  });

  test('other inputs for the day to come need no new fit', () => {
    const memo = new FitMemo(MOST_BYTES);
    madeFits(table, { kind: 'price', row: 202 }, memo);
    const [driver] = table.drivers;
    const values = driver!.values.map((value, i) => (i >= 202 * 24 ? value + 1 : value));
    const updated = { ...table, drivers: [{ ...driver!, values }] };
    assert.equal(madeFits(updated, { kind: 'price', row: 202 }, memo), 0);
  });

  test('a new memo continues from what an earlier one has stored', () => {
    const memo = new FitMemo(MOST_BYTES);
    madeFits(table, { kind: 'price', row: 202 }, memo);
    const next = new FitMemo(MOST_BYTES, structuredClone(memo.kept));
    assert.equal(madeFits(table, { kind: 'price', row: 202 }, next), 0);
  });
});

suite('a memo', () => {
  const input = (value: number): Float64Array[] => [Float64Array.of(value)];

  test('a memo keeps no more bytes than it may, and drops the longest unused', () => {
    const memo = new FitMemo(4 * 80);
    const make = (value: number) => () => new Float64Array(10).fill(value);
    for (let value = 0; value < 4; value++) memo.of('step', input(value), make(value));
    memo.of('step', input(0), make(9));
    memo.of('step', input(4), make(4));
    const bytes = [...memo.kept.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
    assert.equal(bytes, 4 * 80);
    assert.deepEqual(
      [...memo.kept.values()].map(([value]) => value),
      [2, 3, 0, 4],
    );
  });

  test('a result that is larger than a memo is not kept, and one that could not be made is made again', () => {
    const memo = new FitMemo(8);
    memo.of('step', input(1), () => new Float64Array(2));
    memo.of('step', input(2), () => undefined);
    assert.equal(memo.kept.size, 0);
  });

  test('a digest tells apart any change of a number, its place, its sign and the lengths of inputs', () => {
    const numbers = Float64Array.from({ length: 100 }, (_, i) => Math.sin(i));
    const digests = new Set([digestOf([numbers])]);
    for (let i = 0; i < 100; i++) {
      const other = numbers.slice();
      other[i] = -other[i]!;
      digests.add(digestOf([other]));
      other[(i + 8) % 100] = -other[(i + 8) % 100]!;
      digests.add(digestOf([other]));
      digests.add(digestOf([numbers.subarray(0, i), numbers.subarray(i)]));
    }
    // The number 0 is the same with both signs for a fit, but it has other bits.
    assert.equal(digests.size, 1 + 3 * 100);
    assert.equal(digestOf([numbers.slice()]), digestOf([numbers]));
  });
});
