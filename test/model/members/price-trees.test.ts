// The boosted trees of prices: what they learn from, and when they are learnt anew.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDayTable, type DayTable } from '#model/days/day-table';
import { type FilledDays, fillDays } from '#model/days/filled-days';
import { scaleDays, settledRowOf } from '#model/days/scaled-days';
import { FitMemo } from '#model/members/fit-memo';
import { fitPriceTrees, KeptTrees } from '#model/members/price-trees';
import { mulberry32 } from '../../../harness/mulberry32.ts';
import { FIRST_DAY } from '../made-series.ts';

const DAYS = 200;
const DAY = DAYS - 5;

/** Prices that are dear whenever the wind is below a threshold, and cheap otherwise. */
function market(hasDrivers = true): DayTable {
  const random = mulberry32(5);
  const wind = new Float64Array(DAYS * 24);
  const load = new Float64Array(DAYS * 24);
  const target = load.map((_, i) => {
    const hour = i % 24;
    if (hour === 0) wind.fill(30 * random(), i, i + 24);
    load[i] = 60 - 10 * Math.cos((2 * Math.PI * hour) / 24) + random();
    return (load[i]! - wind[i]! > 60 ? 80 : 30) + random();
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

const fit = (days: FilledDays, day: number, kept?: KeptTrees, memo?: FitMemo) =>
  fitPriceTrees(scaleDays(days, day, 728, 'asinh', settledRowOf(days, day)), 7, kept, memo);

const forecast = (table: DayTable, day = DAY, kept?: KeptTrees, memo?: FitMemo): Float64Array =>
  fit(fillDays(table, day * 24), day, kept, memo)!(day)!;

/** The mean distance of 24 hours from the prices of a day. */
function distance(table: DayTable, row: number, hours: ArrayLike<number>): number {
  let total = 0;
  for (let hour = 0; hour < 24; hour++) {
    total += Math.abs(hours[hour]! - table.target[row * 24 + hour]!) / 24;
  }
  return total;
}

suite('the boosted trees of prices', () => {
  test('a price with a threshold is forecast to a third of the step from the day before', () => {
    const table = market();
    let [own, step] = [0, 0];
    for (let day = DAY; day < DAYS; day++) {
      own += distance(table, day, forecast(table, day));
      step += distance(table, day, table.target.subarray((day - 1) * 24, day * 24));
    }
    assert.ok(own < step / 3, `${own} of ${step}`);
  });

  test('without drivers they forecast from the last prices', () => {
    const values = forecast(market(false));
    assert.equal(values.length, 25);
    assert.ok(values.every(Number.isFinite));
  });

  test('trees that are kept from day to day give the forecasts of new ones to the bit', () => {
    const table = market();
    const kept = new KeptTrees();
    for (let day = DAY - 32; day < DAYS; day += 4) {
      assert.deepEqual(forecast(table, day, kept), forecast(table, day));
    }
  });

  test('trees are learnt once in 28 days, and a memo hands them on', () => {
    const table = market();
    const memo = new FitMemo(2 ** 20);
    for (let day = DAY - 28; day < DAY; day += 2) forecast(table, day, undefined, memo);
    assert.ok(memo.misses <= 2, String(memo.misses));
    assert.deepEqual(forecast(table, DAY, undefined, memo), forecast(table));
  });

  test('they do not learn from fewer than 56 settled days', () => {
    assert.equal(fit(fillDays(market(), 60 * 24), 60), undefined);
  });

  test('they give no forecast for a day whose past is missing', () => {
    const days = fillDays(market(), DAY * 24);
    const forecaster = fit(days, DAY)!;
    days.target.fill(Number.NaN, (DAY - 3) * 24, (DAY - 2) * 24);
    assert.equal(forecaster(DAY), undefined);
  });
});
