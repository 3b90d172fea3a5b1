// The engine as its callers see it: tiers and refusals, later days, quarter-hours, and that it reads nothing
// that was not known.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDayTable, type DayTable } from '#model/days/day-table';
import { fillDays } from '#model/days/filled-days';
import { type Forecast, type ForecastRequest, forecastDays } from '#model/forecast-days';
import { naiveForecast, SEASONAL_NAIVE } from '#model/members/naives';
import { scoreForecast } from '#model/numbers/score';
import { madeTable } from './made-series.ts';

function made(table: DayTable, request: ForecastRequest): Forecast {
  const result = forecastDays(table, request);
  assert.ok(!('refused' in result), 'refused' in result ? result.refused : '');
  return result;
}

/** A copy with absurd values in place of all that is not known. */
function poisoned(table: DayTable, knownSlots: number, driverEnd: number): DayTable {
  const target = table.target.slice().fill(-7e5, knownSlots);
  const drivers = table.drivers.map((driver) => ({
    ...driver,
    values: driver.values.slice().fill(9e5, driverEnd),
  }));
  return { ...table, target, drivers };
}

suite('history tiers', () => {
  const table = madeTable({ days: 800, hasDriver: false });
  const tierAt = (row: number) => {
    const result = forecastDays(table, { kind: 'price', row });
    return 'refused' in result ? result.refused : result.tier;
  };

  test('fewer than seven days of history are refused with the number', () => {
    assert.equal(tierAt(5), 'only 5 days of history; 7 are needed');
    assert.equal(tierAt(0), 'only 0 days of history; 7 are needed');
  });

  test('the tiers begin with naives and end with years of history', () => {
    assert.deepEqual([7, 34, 35, 111].map(tierAt), ['naive', 'naive', 'naive mean', 'naive mean']);
    assert.deepEqual([112, 370, 371].map(tierAt), ['months', 'months', '1 year']);
  });

  test('the tiers count observed days', () => {
    const gappy = { ...table, target: table.target.slice().fill(Number.NaN, 3 * 24, 36 * 24) };
    const result = forecastDays(gappy, { kind: 'price', row: 38 });
    assert.deepEqual(result, { refused: 'only 5 days of history; 7 are needed' });
  });

  test('a fortnight of history gives the seasonal naive alone', () => {
    const { values, members } = made(table, { kind: 'price', row: 14 });
    assert.deepEqual(members, [{ name: SEASONAL_NAIVE, weight: 1 }]);
    assert.deepEqual(values, naiveForecast(SEASONAL_NAIVE, fillDays(table, 14 * 24), 14));
  });

  test('a series whose newest value is more than two weeks old is refused', () => {
    const old = { ...table, target: table.target.slice().fill(Number.NaN, 100 * 24) };
    const result = forecastDays(old, { kind: 'price', row: 120 });
    assert.deepEqual(result, { refused: 'the last 20 days are missing; at most 14 may' });
  });
});

suite('a forecast', () => {
  const table = madeTable({ days: 160 });

  test('a forecast of a day has its 24 hours and the midnight after', () => {
    const forecast = made(table, { kind: 'price', row: 150 });
    assert.equal(forecast.values.length, 25);
    assert.equal(forecast.day, table.firstDay + 150);
    const next = made(table, { kind: 'price', row: 151 });
    assert.ok(Math.abs(forecast.values[24]! - next.values[0]!) < 8);
  });

  test('a forecast is better than the naive on a series with a pattern', () => {
    const actual = table.target.slice(150 * 24, 151 * 24);
    const { values, firstDay } = made(table, { kind: 'price', row: 150 });
    const score = scoreForecast(actual, values, firstDay.values[SEASONAL_NAIVE]);
    assert.ok(score.rmae < 0.7, `rMAE ${score.rmae}`);
  });

  test('a forecast names its drivers, members and weights', () => {
    const { drivers, members, tier } = made(table, { kind: 'price', row: 150 });
    assert.deepEqual(drivers, ['wind']);
    assert.equal(tier, 'months');
    const total = members.reduce((sum, member) => sum + member.weight, 0);
    assert.ok(members.length >= 2 && Math.abs(total - 1) < 1e-9);
  });

  for (const kind of ['price', 'load'] as const) {
    test(`a forecast of ${kind} reads nothing that was not known`, () => {
      const row = 150;
      const knownSlots = (row - 1) * 24 + 9;
      const driverEnd = (row + 1) * 24;
      const request = { kind, row, days: 1, knownSlots };
      const honest = made(table, request);
      assert.deepEqual(made(poisoned(table, knownSlots, driverEnd), request), honest);
    });
  }

  test('a forecast of seven days has 169 hours and bands that never get narrower from day to day', () => {
    const { values, bands } = made(table, { kind: 'price', row: 150, days: 7 });
    assert.equal(values.length, 169);
    assert.deepEqual(
      bands.map((band) => band.coverage),
      [0.8, 0.9],
    );
    for (const { low, high } of bands) {
      for (let i = 24; i < 169; i++) {
        const [width, before] = [high[i]! - low[i]!, high[i - 24]! - low[i - 24]!];
        assert.ok(width >= before - 1e-9);
      }
      assert.ok(high[167]! - low[167]! > high[23]! - low[23]!);
      assert.ok(values.every((value, i) => value > low[i]! && value < high[i]!));
    }
  });

  test('hours before the first day are forecast too, and change nothing of what follows', () => {
    const row = 150;
    const knownSlots = row * 24 - 2;
    const plain = made(table, { kind: 'price', row, days: 2, knownSlots });
    const longer = made(table, { kind: 'price', row, days: 2, leadHours: 2 });
    assert.equal(longer.values.length, 51);
    assert.deepEqual(longer.values.slice(2), plain.values);
    assert.deepEqual(longer.firstDay, plain.firstDay);
    for (const [at, { low, high }] of longer.bands.entries()) {
      assert.deepEqual(low.slice(2), plain.bands[at]!.low);
      // 22:00 and 23:00 are as uncertain as a day later.
      const widths = [0, 1, 24, 25].map((i) => (high[i]! - low[i]!).toFixed(9));
      assert.deepEqual(widths.slice(0, 2), widths.slice(2));
    }
    const hidden = made(poisoned(table, knownSlots, (row + 2) * 24), {
      kind: 'price',
      row,
      days: 2,
      leadHours: 2,
    });
    assert.deepEqual(hidden, longer);
    const actual = table.target.slice(row * 24 - 2, row * 24);
    assert.ok(scoreForecast(actual, longer.values).mae < 12);
  });

  test('later days do without a driver that ends, and the first day keeps it', () => {
    const row = 150;
    const drivers = table.drivers.map((driver) => ({
      ...driver,
      values: driver.values.slice().fill(Number.NaN, (row + 1) * 24),
    }));
    const ended = made({ ...table, drivers }, { kind: 'price', row, days: 3 });
    const whole = made(table, { kind: 'price', row, days: 3 });
    assert.deepEqual(ended.drivers, ['wind']);
    assert.deepEqual(ended.values.slice(0, 24), whole.values.slice(0, 24));
    assert.ok(ended.values.every(Number.isFinite));
    assert.notDeepEqual(ended.values.slice(24, 48), whole.values.slice(24, 48));
  });

  test('a forecast uses the known hours of today', () => {
    const row = 150;
    const raised = { ...table, target: table.target.slice() };
    for (let i = (row - 1) * 24; i < (row - 1) * 24 + 9; i++) raised.target[i]! += 6;
    const request = { kind: 'load' as const, row, knownSlots: (row - 1) * 24 + 9 };
    const [usual, moved] = [made(table, request), made(raised, request)];
    const mean = (values: Float64Array) => values.reduce((a, b) => a + b, 0) / values.length;
    assert.ok(mean(moved.values) > mean(usual.values) + 0.5);
  });

  test('a forecast bridges days that have not arrived', () => {
    const row = 150;
    const late = made(table, { kind: 'price', row, knownSlots: (row - 3) * 24 + 5 });
    const actual = table.target.slice(row * 24, (row + 1) * 24);
    assert.ok(scoreForecast(actual, late.values).mae < 12);
  });

  test('a forecast beyond the table is refused', () => {
    assert.throws(() => forecastDays(table, { kind: 'price', row: 155, days: 7 }), /table ends/);
  });
});

suite('a quarter-hour forecast', () => {
  test('a quarter-hour forecast has 96 values a day and four more, with the shape within the hours', () => {
    const hourly = madeTable({ days: 130 });
    const stretch = (values: Float64Array, step: number) =>
      Float64Array.from({ length: values.length * 4 }, (_, i) => {
        return values[Math.floor(i / 4)]! + step * ((i % 4) - 1.5);
      });
    const table = buildDayTable({
      firstDay: hourly.firstDay,
      slotsPerDay: 96,
      target: stretch(hourly.target, 2),
      drivers: hourly.drivers.map(({ name, values }) => ({ name, values: stretch(values, 0) })),
    });
    const quarters = made(table, { kind: 'price', row: 125, days: 2 });
    const hours = made(hourly, { kind: 'price', row: 125, days: 2 });
    assert.equal(quarters.values.length, 2 * 96 + 4);
    for (let i = 0; i < quarters.values.length; i++) {
      const expected = hours.values[Math.floor(i / 4)]! + 2 * ((i % 4) - 1.5);
      assert.ok(Math.abs(quarters.values[i]! - expected) < 1e-6);
    }
    assert.equal(quarters.bands[0]!.low.length, quarters.values.length);
  });
});
