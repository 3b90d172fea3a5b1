// ISO weeks against Temporal's own numbers.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { isoWeekOf, mondayOfWeek, weeksIn } from '#core/time/iso-week';
import { runs } from '../properties.ts';

const EPOCH = Temporal.PlainDate.from('1970-01-01');
const dayOf = (date: string): number =>
  EPOCH.until(Temporal.PlainDate.from(date), { largestUnit: 'days' }).days;

suite('ISO weeks', () => {
  test('the days round a year’s end lie in the week of their Thursday', () => {
    const cases: [string, number, number][] = [
      ['2024-12-29', 2024, 52],
      ['2024-12-30', 2025, 1],
      ['2025-01-01', 2025, 1],
      ['2026-12-31', 2026, 53],
      ['2027-01-03', 2026, 53],
      ['2027-01-04', 2027, 1],
      ['2021-01-01', 2020, 53],
      ['2023-01-01', 2022, 52],
      ['2024-02-29', 2024, 9],
    ];
    for (const [date, year, week] of cases) {
      assert.deepEqual(isoWeekOf(dayOf(date)), { year, week }, date);
    }
  });

  test('the years 2020 and 2026 have 53 weeks, the years around them 52', () => {
    const years = [2019, 2020, 2021, 2024, 2025, 2026, 2027];
    assert.deepEqual(years.map(weeksIn), [52, 53, 52, 52, 52, 53, 52]);
  });

  test('any day has the week that Temporal gives it, and that week begins on its Monday', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (dayNumber) => {
        const date = EPOCH.add({ days: dayNumber });
        const week = isoWeekOf(dayNumber);
        assert.deepEqual(week, { year: date.yearOfWeek, week: date.weekOfYear }, `${date}`);
        assert.equal(mondayOfWeek(week), dayNumber - (date.dayOfWeek - 1), `${date}`);
        assert.ok(week.week <= weeksIn(week.year), `${date}`);
      }),
      runs(2_000),
    );
  });
});
