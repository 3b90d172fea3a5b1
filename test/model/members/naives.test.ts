// The naive forecasts against values computed by hand.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDayTable } from '#model/days/day-table';
import { fillDays } from '#model/days/filled-days';
import {
  LEVEL_AND_SHAPE,
  naiveForecast,
  SEASONAL_NAIVE,
  WEEKLY_NAIVE,
} from '#model/members/naives';
import { FIRST_DAY } from '../made-series.ts';

/** Every hour is 1000 × its row plus the hour; row 0 is a Monday. */
const numbered = (rows: number) => {
  const target = Float64Array.from({ length: rows * 24 }, (_, i) => {
    return 1000 * Math.floor(i / 24) + (i % 24);
  });
  return fillDays(buildDayTable({ firstDay: FIRST_DAY, slotsPerDay: 24, target }), rows * 24);
};

suite('naive forecasts', () => {
  test('the weekly naive repeats the week before, and its next midnight', () => {
    const forecast = naiveForecast(WEEKLY_NAIVE, numbered(20), 15)!;
    assert.equal(forecast.length, 25);
    assert.equal(forecast[0], 8000);
    assert.equal(forecast[23], 8023);
    assert.equal(forecast[24], 9000);
  });

  test('the seasonal naive repeats the day before, but a week before on Mondays and weekends', () => {
    const days = numbered(20);
    const rows = [14, 15, 16, 17, 18, 19];
    const from = rows.map((row) => naiveForecast(SEASONAL_NAIVE, days, row)![0]! / 1000);
    assert.deepEqual(from, [7, 14, 15, 16, 17, 12]);
  });

  test('the hour after midnight of the seasonal naive repeats the forecast on a Tuesday and the week before on a Monday', () => {
    const days = numbered(21);
    assert.equal(naiveForecast(SEASONAL_NAIVE, days, 15)![24], 14_000);
    assert.equal(naiveForecast(SEASONAL_NAIVE, days, 20)![24], 14_000);
  });

  test('level and shape adds the weekday’s step and profile to yesterday’s mean', () => {
    // Each day is 1000 above the one before, with hours 0 to 23 above its start.
    const forecast = naiveForecast(LEVEL_AND_SHAPE, numbered(40), 35)!;
    assert.ok(Math.abs(forecast[0]! - 35_000) < 1e-6);
    assert.ok(Math.abs(forecast[23]! - 35_023) < 1e-6);
    assert.ok(Math.abs(forecast[24]! - 36_000) < 1e-6);
  });

  test('a naive gives no forecast if days that it needs are missing', () => {
    assert.equal(naiveForecast(WEEKLY_NAIVE, numbered(10), 6), undefined);
    assert.equal(naiveForecast(LEVEL_AND_SHAPE, numbered(30), 28), undefined);
    assert.ok(naiveForecast(LEVEL_AND_SHAPE, numbered(30), 29));
    assert.equal(naiveForecast('no such naive', numbered(10), 8), undefined);
  });

  test('a naive reads nothing of the day itself or later', () => {
    const days = numbered(40);
    const before = [WEEKLY_NAIVE, SEASONAL_NAIVE, LEVEL_AND_SHAPE].map((name) =>
      naiveForecast(name, days, 35),
    );
    days.target.fill(-1e6, 35 * 24);
    const after = [WEEKLY_NAIVE, SEASONAL_NAIVE, LEVEL_AND_SHAPE].map((name) =>
      naiveForecast(name, days, 35),
    );
    assert.deepEqual(after, before);
  });
});
