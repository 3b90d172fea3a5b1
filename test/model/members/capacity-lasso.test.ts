// Production as a share of capacity: parks that grow, and what the capacity is told from.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDayTable, type DayTable } from '#model/days/day-table';
import { fillDays } from '#model/days/filled-days';
import { fitCapacityLasso } from '#model/members/capacity-lasso';
import { fitLoadLasso } from '#model/members/load-lasso';
import type { DayForecaster } from '#model/members/member';
import { mulberry32 } from '../../../harness/mulberry32.ts';
import { FIRST_DAY } from '../made-series.ts';

const DAYS = 800;
const WINDOW = 1092;

/** Wind power in MW: weather times the capacity of a day. */
function park(capacityOf: (day: number) => number): DayTable {
  const random = mulberry32(5);
  const wind = new Float64Array(DAYS * 24);
  let weather = 0;
  const target = wind.map((_, i) => {
    weather = 0.97 * weather + 0.25 * (2 * random() - 1);
    const speed = 8 + 4 * weather;
    wind[i] = speed + 2 * (2 * random() - 1);
    return capacityOf(Math.floor(i / 24)) * Math.min(1, Math.max(0, (speed - 3) / 12));
  });
  const drivers = [{ name: 'wind speed', values: wind }];
  return buildDayTable({ firstDay: FIRST_DAY, slotsPerDay: 24, target, drivers });
}

type Fit = typeof fitCapacityLasso;

/** The mean error over every second of the last 12 days, as a share of the values. */
function errorShare(fit: Fit, table: DayTable): number {
  let [errors, values] = [0, 0];
  for (let day = DAYS - 12; day < DAYS; day += 2) {
    const hours = fit(fillDays(table, day * 24), day, WINDOW, 24)!(day)!;
    for (let hour = 0; hour < 24; hour++) {
      const actual = table.target[day * 24 + hour]!;
      errors += Math.abs(hours[hour]! - actual);
      values += actual;
    }
  }
  return errors / values;
}

suite('production as a share of capacity', () => {
  for (const [how, capacityOf, most] of [
    ['grows by two thirds a year', (day: number) => 1000 * (1 + day / 550), 0.75],
    ['doubled half a year ago', (day: number) => (day < DAYS - 180 ? 1000 : 2000), 0.7],
  ] as const) {
    test(`a park that ${how} is forecast better than by a lasso on megawatts`, () => {
      const table = park(capacityOf);
      const [own, plain] = [errorShare(fitCapacityLasso, table), errorShare(fitLoadLasso, table)];
      assert.ok(own < most * plain, `${own} ${plain}`);
    });
  }

  test('a park that stays as it is is forecast as well as by a lasso on megawatts', () => {
    const table = park(() => 1000);
    const [own, plain] = [errorShare(fitCapacityLasso, table), errorShare(fitLoadLasso, table)];
    assert.ok(own < 1.1 * plain, `${own} ${plain}`);
  });

  test('a forecast of a later day goes on from forecasts that were written back', () => {
    const table = park(() => 1000);
    const day = DAYS - 3;
    const written = (value: number): Float64Array => {
      const days = fillDays(table, day * 24);
      const forecast = fitCapacityLasso(days, day, WINDOW, 24)!;
      days.target.fill(value, day * 24, (day + 1) * 24);
      return forecast(day + 1)!;
    };
    assert.deepEqual(written(300), written(300));
    assert.notDeepEqual(written(300), written(600));
  });

  test('a forecast is a number if the series begins within a day, and with some dead weeks', () => {
    const table = park(() => 1000);
    const target = table.target.slice();
    target.fill(Number.NaN, 0, 100 * 24 + 22);
    target.fill(0, 400 * 24, 430 * 24);
    const hours = fitCapacityLasso(
      fillDays({ ...table, target }, DAYS * 24 - 24),
      DAYS - 1,
      WINDOW,
      24,
    );
    assert.ok(hours!(DAYS - 1)!.every(Number.isFinite));
  });

  test('nothing is forecast of a park that never produced, and of one with too few days', () => {
    const day = DAYS - 1;
    const fit = (target: Float64Array): DayForecaster | undefined =>
      fitCapacityLasso(fillDays({ ...park(() => 1000), target }, day * 24), day, WINDOW, 24);
    const young = park(() => 1000).target.fill(Number.NaN, 0, (DAYS - 50) * 24);
    assert.equal(fit(young), undefined);
    assert.equal(fit(new Float64Array(DAYS * 24)), undefined);
  });
});
