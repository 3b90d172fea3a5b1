// Day numbers against Temporal, over the years 1–9999 and a little beyond.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { civilOfDay, dayOfCivil, isCivil, weekdayOf } from '#core/time/civil';
import { runs } from '../properties.ts';

const EPOCH = Temporal.PlainDate.from('1970-01-01');
const FIRST_DAY = Temporal.PlainDate.from('0001-01-01').since(EPOCH).days;
const LAST_DAY = Temporal.PlainDate.from('9999-12-31').since(EPOCH).days;

const anyDay = fc.integer({ min: FIRST_DAY - 1_000, max: LAST_DAY + 1_000 });
const dateOfDay = (day: number): Temporal.PlainDate => EPOCH.add({ days: day });

suite('civil dates', () => {
  test('a day number and its date convert both ways as in Temporal', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const { year, month, day: dayOfMonth } = dateOfDay(day);
        assert.deepEqual(civilOfDay(day), { year, month, day: dayOfMonth });
        assert.equal(dayOfCivil(year, month, dayOfMonth), day);
      }),
      runs(5_000),
    );
  });

  test('day numbers have no gap over 400 years of leap rules', () => {
    let date = Temporal.PlainDate.from('1799-12-31');
    const first = date.since(EPOCH).days;
    for (let day = first; date.year < 2201; day++) {
      const { year, month, day: dayOfMonth } = civilOfDay(day);
      if (year !== date.year || month !== date.month || dayOfMonth !== date.day) {
        assert.fail(`day ${day} is ${date}, not ${year}-${month}-${dayOfMonth}`);
      }
      date = date.add({ days: 1 });
    }
  });

  test('1970-01-01 is day 0, and the years 1 and 9999 have their known day numbers', () => {
    assert.equal(dayOfCivil(1970, 1, 1), 0);
    assert.equal(dayOfCivil(1, 1, 1), -719_162);
    assert.equal(dayOfCivil(9999, 12, 31), 2_932_896);
    assert.equal(dayOfCivil(2000, 2, 29) + 1, dayOfCivil(2000, 3, 1));
    assert.equal(dayOfCivil(1900, 2, 28) + 1, dayOfCivil(1900, 3, 1));
  });

  test('a month beyond 12 or below 1 carries into the year', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: -500, max: 500 }),
        (year, months) => {
          const moved = Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ months });
          assert.equal(dayOfCivil(year, 1 + months, 1), moved.since(EPOCH).days);
        },
      ),
      runs(2_000),
    );
  });

  test('weekdays run from Monday 0 to Sunday 6', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        assert.equal(weekdayOf(day), dateOfDay(day).dayOfWeek - 1);
      }),
      runs(2_000),
    );
    assert.equal(weekdayOf(dayOfCivil(2024, 5, 13)), 0);
    assert.equal(weekdayOf(dayOfCivil(2024, 5, 19)), 6);
    assert.equal(weekdayOf(-4), 6, '1969-12-28 was a Sunday');
  });

  test('29 February exists in leap years only, and 31 April never', () => {
    const cases: [number, number, number, boolean][] = [
      [2024, 2, 29, true],
      [2023, 2, 29, false],
      [1900, 2, 29, false],
      [2000, 2, 29, true],
      [2024, 2, 30, false],
      [2024, 4, 31, false],
      [2024, 12, 31, true],
      [2024, 0, 1, false],
      [2024, 13, 1, false],
      [2024, 1, 0, false],
      [2024, 1, 32, false],
      // These days would fall into January of other years.
      [2024, 1, 367, false],
      [2024, 1, -350, false],
      [2024, 99, 1, false],
      [2024, -11, 1, false],
    ];
    for (const [year, month, day, exists] of cases) {
      assert.equal(isCivil(year, month, day), exists, `${year}-${month}-${day}`);
    }
  });
});
