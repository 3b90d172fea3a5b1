// The curve of supply: what the price of an hour owes to net load, level and the kind of day.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDayTable, type DayTable } from '#model/days/day-table';
import { type FilledDays, fillDays } from '#model/days/filled-days';
import { scaleDays, settledRowOf } from '#model/days/scaled-days';
import { fitPriceCurve } from '#model/members/price-curve';
import { mulberry32 } from '../../../harness/mulberry32.ts';
import { FIRST_DAY } from '../made-series.ts';

const DAYS = 150;
const DAY = DAYS - 1;

/** Prices that rise steeply if little wind meets much load; every hour has the same curve. */
function market(
  options: { readonly hasDrivers?: boolean; readonly scale?: number } = {},
): DayTable {
  const { hasDrivers = true, scale = 1 } = options;
  const random = mulberry32(4);
  const load = new Float64Array(DAYS * 24);
  const wind = new Float64Array(DAYS * 24);
  const target = load.map((_, i) => {
    const hour = i % 24;
    if (hour === 0) wind.fill(30 * random(), i, i + 24);
    load[i] = 50 - 10 * Math.cos((2 * Math.PI * hour) / 24) + 4 * random();
    const net = load[i]! - wind[i]!;
    return scale * (20 + 0.5 * net + 0.02 * Math.max(0, net - 30) ** 2);
  });
  const drivers = [
    { name: 'load', values: load, role: 'demand' },
    { name: 'wind', values: wind, role: 'supply' },
  ] as const;
  return buildDayTable({
    firstDay: FIRST_DAY,
    slotsPerDay: 24,
    target,
    drivers: hasDrivers ? drivers : [],
  });
}

const fit = (days: FilledDays, day: number) =>
  fitPriceCurve(scaleDays(days, day, 364, 'asinh', settledRowOf(days, day)), 28);

const forecast = (table: DayTable): Float64Array => fit(fillDays(table, DAY * 24), DAY)!(DAY)!;

/** The mean distance of 24 hours from the prices of a day. */
function distance(table: DayTable, row: number, hours: ArrayLike<number>): number {
  let total = 0;
  for (let hour = 0; hour < 24; hour++) {
    total += Math.abs(hours[hour]! - table.target[row * 24 + hour]!) / 24;
  }
  return total;
}

suite('the curve of supply', () => {
  test('a price that follows net load is forecast to a tenth of the step from the day before', () => {
    const table = market();
    const dayBefore = table.target.subarray((DAY - 1) * 24, DAY * 24);
    assert.ok(distance(table, DAY, forecast(table)) < 0.1 * distance(table, DAY, dayBefore));
  });

  test('prices in another unit are forecast alike', () => {
    const plain = forecast(market());
    const large = forecast(market({ scale: 1_000 }));
    plain.forEach((value, hour) => {
      assert.ok(Math.abs(large[hour]! - 1_000 * value) < 1e-3 * Math.abs(1_000 * value));
    });
  });

  test('without drivers it forecasts from the last prices', () => {
    const values = forecast(market({ hasDrivers: false }));
    assert.equal(values.length, 25);
    assert.ok(values.every(Number.isFinite));
  });

  test('the hour after the day goes on by the usual step over midnight', () => {
    const table = market();
    const values = forecast(table);
    let step = 0;
    for (let row = DAY - 7; row < DAY; row++) {
      step += (table.target[row * 24]! - table.target[row * 24 - 1]!) / 7;
    }
    assert.ok(Math.abs(values[24]! - values[23]! - step) < 1e-9);
  });

  test('it does not learn from fewer than 56 days', () => {
    assert.equal(fit(fillDays(market(), 60 * 24), 60), undefined);
  });

  test('it gives no forecast for a day whose past is missing', () => {
    const days = fillDays(market(), DAY * 24);
    const forecaster = fit(days, DAY)!;
    days.target.fill(Number.NaN, (DAY - 3) * 24, (DAY - 2) * 24);
    assert.equal(forecaster(DAY), undefined);
  });
});
