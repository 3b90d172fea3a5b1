// The backtest: its days, that it equals a sequence of live runs, and that it sees no future.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { backtestDays, countBacktestDays } from '#model/backtest-days';
import type { DayTable } from '#model/days/day-table';
import type { PastRun } from '#model/days/past-runs';
import { forecastDays } from '#model/forecast-days';
import { madeTable } from './made-series.ts';

const table = madeTable({ days: 160 });
const rowsOf = (options: { testDays: number; every?: number; warmUpRuns?: number }) =>
  [...backtestDays(madeTable({ days: 60 }), { kind: 'price', ...options })].map((day) => day.row);

suite('a backtest', () => {
  test('a backtest forecasts the last days, after runs that only warm up', () => {
    assert.deepEqual(rowsOf({ testDays: 3, warmUpRuns: 2 }), [55, 56, 57, 58, 59]);
    assert.deepEqual(rowsOf({ testDays: 9, every: 4, warmUpRuns: 1 }), [47, 51, 55, 59]);
    assert.deepEqual(rowsOf({ testDays: 60, every: 30, warmUpRuns: 5 }), [0, 30]);
  });

  test('countBacktestDays gives the number of days of a backtest', () => {
    const young = madeTable({ days: 70 });
    const options = { kind: 'price' as const, testDays: 9, every: 4 };
    assert.equal(countBacktestDays(young, options), [...backtestDays(young, options)].length);
  });

  test('a backtest marks the days that are not scored', () => {
    const marks = [...backtestDays(table, { kind: 'price', testDays: 1, warmUpRuns: 1 })];
    assert.deepEqual(
      marks.map((day) => day.isWarmUp),
      [true, false],
    );
  });

  test('a backtest refuses days with less than a week of history, and goes on', () => {
    const young = madeTable({ days: 9 });
    const outcomes = [...backtestDays(young, { kind: 'price', testDays: 9, warmUpRuns: 0 })];
    assert.deepEqual(
      outcomes.map((day) => 'refused' in day.outcome),
      [true, true, true, true, true, true, true, false, false],
    );
  });

  test('a backtest equals a sequence of live runs, each with the runs before it', () => {
    const runs: PastRun[] = [];
    const young = madeTable({ days: 70 });
    for (const { row, outcome } of backtestDays(young, {
      kind: 'load',
      testDays: 4,
      warmUpRuns: 16,
      knownSlotsOfDayBefore: 9,
    })) {
      const knownSlots = (row - 1) * 24 + 9;
      const live = forecastDays(young, { kind: 'load', row, knownSlots, pastRuns: runs });
      assert.deepEqual(live, outcome);
      if ('firstDay' in live) runs.push(live.firstDay);
    }
    assert.equal(runs.length, 20);
  });

  test('a backtest gives the same for a day whatever comes later', () => {
    const run = (given: DayTable) => {
      const days = [];
      for (const day of backtestDays(given, { kind: 'price', testDays: 8, warmUpRuns: 1 })) {
        if (day.row < 154) days.push(day.outcome);
      }
      return days;
    };
    const target = table.target.slice().fill(1e5, 154 * 24);
    const drivers = table.drivers.map((driver) => ({
      ...driver,
      values: driver.values.slice().fill(-1e5, 154 * 24),
    }));
    assert.deepEqual(run({ ...table, target, drivers }), run(table));
  });

  test('a backtest keeps the actual values as they are, gaps too', () => {
    const gappy = { ...table, target: table.target.slice() };
    gappy.target[159 * 24 + 4] = Number.NaN;
    const [day] = backtestDays(gappy, { kind: 'price', testDays: 1, warmUpRuns: 0 });
    assert.ok(Number.isNaN(day!.actual[4]));
    assert.equal(day!.actual[5], table.target[159 * 24 + 5]);
  });
});
