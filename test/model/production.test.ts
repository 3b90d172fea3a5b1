// Wind, solar, consumption and production: forecasts by an operator that are corrected, and what a series can be.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { backtestDays } from '#model/backtest-days';
import { buildDayTable, type DayTable } from '#model/days/day-table';
import { fillDays } from '#model/days/filled-days';
import { BLEND } from '#model/days/past-runs';
import { type Forecast, type ForecastRequest, forecastDays } from '#model/forecast-days';
import type { SeriesKind } from '#model/members/members';
import { findOperatorForecast } from '#model/members/operator-forecast';
import { Random } from '../../harness/random.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';

const DAYS = 420;
const FIRST_DAY = 19_000;

interface Made {
  readonly table: DayTable;
  readonly operator: Float64Array;
}

/** Wind in MW by weather that lasts some days, and an operator that sees `share` of it. */
function madeWind(share: (day: number) => number, bias = 0): Made {
  const random = new Random(7);
  const target = new Float64Array(DAYS * 24);
  const operator = new Float64Array(DAYS * 24);
  let weather = 0;
  for (let i = 0; i < target.length; i++) {
    weather = 0.97 * weather + 0.25 * random.signed();
    target[i] = Math.max(0, 2000 + 1800 * weather);
    operator[i] = Math.max(0, share(Math.floor(i / 24)) * target[i]! + bias + 60 * random.signed());
  }
  return { table: tableOf(target, operator), operator };
}

const tableOf = (target: Float64Array, operator?: Float64Array): DayTable =>
  buildDayTable({
    firstDay: FIRST_DAY,
    slotsPerDay: 24,
    target,
    drivers: operator ? [{ name: 'operator', values: operator }] : [],
  });

function made(table: DayTable, request: ForecastRequest): Forecast {
  const result = forecastDays(table, request);
  assert.ok(!('refused' in result), 'refused' in result ? result.refused : '');
  return result;
}

/** Mean absolute errors of the blend and of the operator over the last days, with 12 known hours. */
function backtest({ table, operator }: Made, kind: SeriesKind, testDays = 8) {
  let [own, other] = [0, 0];
  const options = { kind, testDays, warmUpRuns: 14, knownSlotsOfDayBefore: 12 };
  for (const { row, actual, isWarmUp, outcome } of backtestDays(table, options)) {
    if (isWarmUp || 'refused' in outcome) continue;
    for (let hour = 0; hour < 24; hour++) {
      own += Math.abs(outcome.firstDay.values[BLEND]![hour]! - actual[hour]!);
      other += Math.abs(operator[row * 24 + hour]! - actual[hour]!);
    }
  }
  return { own, other };
}

suite('the forecast of an operator', () => {
  test('the driver that forecasts the target is found by its errors, and another is not taken for it', () => {
    const { table, operator } = madeWind(() => 1);
    const random = new Random(3);
    const unlike = { name: 'load', values: operator.map(() => 30_000 + 5000 * random.signed()) };
    const both = { ...table, drivers: [unlike, ...table.drivers] };
    assert.equal(findOperatorForecast(fillDays(both, DAYS * 24), DAYS)?.name, 'operator');
    const none = { ...table, drivers: [unlike] };
    assert.equal(findOperatorForecast(fillDays(none, DAYS * 24), DAYS), undefined);
  });

  test('the driver that forecasts the target is found if the series begins two hours before midnight', () => {
    const { table } = madeWind(() => 1);
    for (const hour of [1, 5, 22, 23]) {
      const target = table.target.slice().fill(Number.NaN, 0, hour);
      const days = fillDays({ ...table, target }, DAYS * 24);
      for (const day of [42, 130, 371]) {
        assert.equal(findOperatorForecast(days, day)?.name, 'operator', `${hour} ${day}`);
      }
    }
  });

  test('a series that begins with a market day is forecast as well as one that begins at midnight', () => {
    const { table } = madeWind(() => 0.85, -50);
    const early = table.target.slice().fill(Number.NaN, 0, 22);
    const request = { kind: 'wind', row: 200 } as const;
    const whole = made(table, request);
    const begun = made({ ...table, target: early }, request);
    const names = (forecast: Forecast) => forecast.members.map(({ name }) => name).toSorted();
    assert.deepEqual(names(begun), names(whole));
    assert.ok(names(begun).includes('corrected364'));
    whole.values.forEach((value, i) => {
      assert.ok(
        Math.abs(begun.values[i]! - value) < 0.02 * 2000,
        `${i}: ${begun.values[i]} ${value}`,
      );
    });
  });

  test('a forecast that is always too low is corrected', () => {
    const { own, other } = backtest(
      madeWind(() => 0.85, -50),
      'solar',
    );
    assert.ok(own < 0.35 * other, `${own} ${other}`);
  });

  test('a forecast that was perfect for a year and then is not is trusted less within weeks', {
    skip: skipUnlessLong(),
  }, () => {
    const changed = DAYS - 60;
    const { own, other } = backtest(
      madeWind((day) => (day < changed ? 1 : 0.8)),
      'solar',
    );
    assert.ok(own < 0.8 * other, `${own} ${other}`);
  });

  test('the members that used the forecast are named with weights that sum to 1', () => {
    const { table } = madeWind(() => 1);
    const { members } = made(table, { kind: 'solar', row: DAYS - 1 });
    const names = members.map(({ name }) => name);
    for (const name of ['published', 'corrected364', 'errors1092']) assert.ok(names.includes(name));
    const whole = members.reduce((total, { weight }) => total + weight, 0);
    assert.ok(Math.abs(whole - 1) < 1e-9);
  });

  test('without a forecast by another no member claims to have used one', () => {
    const { table } = madeWind(() => 1);
    const { members } = made({ ...table, drivers: [] }, { kind: 'solar', row: DAYS - 1 });
    assert.ok(members.length > 0);
    for (const { name } of members) assert.match(name, /^(load|capacity|seasonal|level|weekly)/);
  });

  test('later days, which the operator has not forecast, are forecast without it', () => {
    const { table, operator } = madeWind(() => 1);
    const row = DAYS - 4;
    const values = operator.slice().fill(Number.NaN, (row + 1) * 24);
    const known = { ...table, drivers: [{ name: 'operator', values }] };
    const forecast = made(known, { kind: 'solar', row, days: 3 });
    assert.equal(forecast.values.length, 73);
    assert.ok(forecast.values.every((value) => Number.isFinite(value) && value >= 0));
  });

  test('gaps of the series and of the operator do not stop a forecast', () => {
    const { table, operator } = madeWind(() => 0.9);
    const target = table.target.slice().fill(Number.NaN, 300 * 24 + 5, 303 * 24);
    const values = operator.slice().fill(Number.NaN, 350 * 24, 350 * 24 + 9);
    const gappy = { ...table, target, drivers: [{ name: 'operator', values }] };
    const forecast = made(gappy, { kind: 'solar', row: DAYS - 1 });
    assert.ok(forecast.values.every(Number.isFinite));
    assert.ok(forecast.members.some(({ name }) => name === 'corrected364'));
  });
});

suite('what a series can be', () => {
  /** Solar power: zero at night, longer days in summer, clouds, and capacity that grows by a half in the year. */
  function madeSolar(): Float64Array {
    const random = new Random(11);
    let cloud = 0;
    return Float64Array.from({ length: DAYS * 24 }, (_, i) => {
      const day = Math.floor(i / 24);
      if (i % 24 === 0) cloud = 0.35 + 0.3 * random.signed();
      const halfDay = 6 - 2 * Math.cos((2 * Math.PI * day) / 365);
      const sun = Math.cos(((Math.PI / 2) * ((i % 24) - 12)) / halfDay);
      const isUp = Math.abs((i % 24) - 12) < halfDay;
      return isUp ? 1000 * (1 + (0.5 * day) / DAYS) * sun * (1 - cloud) : 0;
    });
  }

  test('solar power and its quantiles are exactly zero at night, and never below zero', () => {
    const forecast = made(tableOf(madeSolar()), { kind: 'solar', row: DAYS - 1 });
    for (const { values } of forecast.quantiles) {
      for (const hour of [0, 1, 2, 3, 21, 22, 23, 24]) assert.equal(values[hour], 0);
      assert.ok(values.every((value) => value >= 0));
    }
    assert.ok(forecast.values[12]! > 300);
  });

  test('no quantile of production is above what was ever possible', () => {
    const target = madeSolar();
    const days = 150;
    const short = target.slice(0, days * 24);
    const most = 1.02 * Math.max(...short.subarray(0, (days - 1) * 24));
    const { quantiles } = made(tableOf(short), { kind: 'solar', row: days - 1 });
    const highest = Math.max(...quantiles.flatMap(({ values }) => [...values]));
    assert.ok(highest <= most && highest > 0.9 * most, `${highest} of ${most}`);
  });

  test('production is not above what was ever possible, unless its operator expects it', () => {
    const { table, operator } = madeWind(() => 1);
    const high = Math.max(...table.target.subarray(0, (DAYS - 1) * 24));
    const storm = operator.slice();
    for (let hour = 0; hour < 24; hour++) storm[(DAYS - 1) * 24 + hour] = 1.5 * high;
    const bold = { ...table, drivers: [{ name: 'operator', values: storm }] };
    const { values } = made(bold, { kind: 'wind', row: DAYS - 1 });
    assert.ok(values.every((value) => value <= 1.5 * high + 1e-9));
    const own = made({ ...table, drivers: [] }, { kind: 'wind', row: DAYS - 1 });
    assert.ok(own.values.every((value) => value >= 0 && value <= 1.02 * high));
  });

  test('bounds hold for a series that begins in the middle of a day', () => {
    const target = madeSolar().fill(Number.NaN, 0, 22);
    const { values, quantiles } = made(tableOf(target), { kind: 'solar', row: DAYS - 1 });
    for (const hour of [0, 1, 2, 3, 21, 22, 23, 24]) assert.equal(values[hour], 0);
    for (const each of quantiles) assert.ok(each.values.every((value) => value >= 0));
  });

  test('capacity that grows is followed', () => {
    const target = madeSolar();
    const { values } = made(tableOf(target), { kind: 'solar', row: DAYS - 1 });
    const noonOfLastYear = target[(DAYS - 1 - 365) * 24 + 12]!;
    assert.ok(values[12]! > noonOfLastYear * 0.9);
  });

  test('a series that was below zero may be forecast below zero', () => {
    const random = new Random(5);
    const target = Float64Array.from({ length: DAYS * 24 }, () => -40 + 10 * random.signed());
    const { values } = made(tableOf(target), { kind: 'other', row: DAYS - 1 });
    assert.ok(values.every((value) => value < 0));
  });
});
