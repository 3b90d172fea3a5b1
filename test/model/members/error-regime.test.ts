// A change in the size of an operator's errors: what came before is no longer learnt from.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDayTable } from '#model/days/day-table';
import { fillDays } from '#model/days/filled-days';
import { findRegimeStart, recentSizes } from '#model/members/error-regime';
import { mulberry32 } from '../../../harness/mulberry32.ts';

const DAYS = 500;

/** Wind and an operator's forecast of it, whose error at each hour is what `errorOf` says of the day and the forecast. */
function madeDays(errorOf: (day: number, expected: number, noise: number) => number) {
  const random = mulberry32(3);
  const values = new Float64Array(DAYS * 24);
  const target = new Float64Array(DAYS * 24);
  for (let i = 0; i < values.length; i++) {
    values[i] = 3000 + 1500 * Math.sin(i / 50) + 800 * Math.sin(i / 17);
    target[i] = values[i]! + errorOf(Math.floor(i / 24), values[i]!, 2 * random() - 1);
  }
  const drivers = [{ name: 'operator', values }];
  const table = buildDayTable({ firstDay: 19_000, slotsPerDay: 24, target, drivers });
  return fillDays(table, DAYS * 24);
}

function startOf(errorOf: Parameters<typeof madeDays>[0]): number {
  const days = madeDays(errorOf);
  const { target, drivers } = days;
  return findRegimeStart(days, DAYS, (hour) => target[hour]! - drivers[0]!.values[hour]!);
}

suite('a change in the size of an operator’s errors', () => {
  test('errors that became five times larger begin a regime, four weeks and 200 days after it', () => {
    for (const since of [28, 40, 200]) {
      const start = startOf((day, _, noise) => (day < DAYS - since ? 100 : 500) * noise);
      assert.ok(Math.abs(start - (DAYS - since)) <= 2, `${since} days: ${start}`);
    }
  });

  test('errors that became five times smaller begin one too', () => {
    const start = startOf((day, _, noise) => (day < 300 ? 500 : 100) * noise);
    assert.ok(Math.abs(start - 300) <= 2, `${start}`);
  });

  test('the newest of two changes counts', () => {
    const size = (day: number): number => (day < 150 ? 1000 : day < 350 ? 100 : 400);
    const start = startOf((day, _, noise) => size(day) * noise);
    assert.ok(Math.abs(start - 350) <= 2, `${start}`);
  });

  test('seasons, single wild days and errors that grow by half begin none', () => {
    const season = (day: number): number => 100 + 40 * Math.sin((2 * Math.PI * day) / 365);
    assert.equal(
      startOf((day, _, noise) => season(day) * noise),
      0,
    );
    assert.equal(
      startOf((day, _, noise) => (day % 50 === 49 ? 3000 : 100) * noise),
      0,
    );
    assert.equal(
      startOf((day, _, noise) => (day < 300 ? 100 : 150) * noise),
      0,
    );
  });
});

suite('the recent size of errors', () => {
  const days = madeDays((day) => (day < 300 ? 100 : 300));
  const { target, drivers } = days;
  const errorAt = (hour: number): number => target[hour]! - drivers[0]!.values[hour]!;
  const sizes = recentSizes(days, 450, errorAt);

  test('it is that of the days before a row, of which newer ones count more', () => {
    assert.ok(Math.abs(sizes[300]! - 100) < 1e-6, `${sizes[300]}`);
    assert.ok(sizes[307]! > 150 && sizes[307]! < 170, `${sizes[307]}`);
    assert.ok(sizes[400]! > 295, `${sizes[400]}`);
  });

  test('days from the run on have that of the run’s day', () => {
    for (const row of [451, 460, DAYS - 1]) assert.equal(sizes[row], sizes[450]);
  });
});
