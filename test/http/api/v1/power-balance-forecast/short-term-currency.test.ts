import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../../harness/world/world.ts';
import { allowedOf, assertRefused } from '../../../request/assert-refused.ts';
import { loadForecastSeries, type Point, SHORT_TERM, valuesOf } from './forecast-world.ts';

const world = await World.open({ after }, { now: '2024-05-16T08:00:00Z' });

/** A week of 100 EUR/MWh from the Thursday on, and consumption. */
const RUN = '2024-05-16T06:00:00Z';
const price = await loadForecastSeries(world, 'DE', 'hrprice');
await world.loadRun(price, RUN, '2024-05-15T22:00:00Z', Array(168).fill(100));
const cons = await loadForecastSeries(world, 'DE', 'hrcons');
await world.loadRun(cons, RUN, '2024-05-15T22:00:00Z', Array(168).fill(50_000));
/** Prices that are stored in pounds, and some in a unit that is no currency. */
const pounds = await loadForecastSeries(world, 'GB', 'hrprice', 'GBP/MWh');
await world.loadRun(
  pounds,
  RUN,
  '2024-05-15T22:00:00Z',
  sequence(168, () => 80),
);
const index = await loadForecastSeries(world, 'NO1', 'hrprice', 'index');
await world.loadRun(index, RUN, '2024-05-15T22:00:00Z', [1, 2, 3]);

/** Daily rates begin at market midnight. None on Saturday 18 and Sunday 19, none after Monday 20. */
const loadRates = (currency: string, from: string, values: (number | null)[]) =>
  world.load({ code: `fxeur${currency}`, resolution: 'day', unit: currency, from, values });
await loadRates('nok', '2024-05-15T22:00:00Z', [11, 12, null, null, 13]);
await loadRates('gbp', '2024-05-15T22:00:00Z', [0.8]);
await loadRates('sek', '2024-05-17T22:00:00Z', [11.5]);
await loadRates('dkk', '2023-05-01T22:00:00Z', [7.46]);
await world.load({ code: 'fxeurchf', resolution: 'day' });
await world.load({
  code: 'fxeurpln',
  resolution: 'hour',
  from: '2024-05-15T22:00:00Z',
  values: [4],
});

const ask = (query: string) => world.get(`${SHORT_TERM}?${query}`);
const hour = (time: string) => `startDate=${time}&endDate=${time}`;
const PRICE = 'area=DE&balanceCategory=hrprice';

describe('GET …/short-term: currency', () => {
  const rates: [what: string, time: string, rate: number][] = [
    ['Thursday’s own rate', '2024-05-16T10:00:00Z', 11],
    ['Friday’s, from the market’s midnight on', '2024-05-16T22:00:00Z', 12],
    ['Thursday’s, an hour before it', '2024-05-16T21:00:00Z', 11],
    ['Friday’s on Saturday', '2024-05-18T10:00:00Z', 12],
    ['Friday’s on Sunday, up to its last hour', '2024-05-19T21:00:00Z', 12],
    ['Monday’s, from its first hour on', '2024-05-19T22:00:00Z', 13],
    ['the last one known, two days later', '2024-05-22T10:00:00Z', 13],
  ];
  for (const [what, time, rate] of rates) {
    it(`…/short-term converts the price of ${time} with ${what}`, async () => {
      const { body } = await ask(`${PRICE}&currency=NOK&${hour(time)}`);
      assert.deepEqual(
        body.data.map(({ value, unit }: Point) => [value, unit]),
        [[100 * rate, 'NOK/MWh']],
      );
    });
  }

  it('a plan that grants a price grants it in every currency, though not the series of rates', async () => {
    const rate = '/api/v1/series/fxeurnok?from=2024-05-16&to=2024-05-20';
    assertRefused(await world.get(rate, 'german'), 403, 'subscription_required');
    const time = '2024-05-16T10:00:00Z';
    const runs = `fromIssueTime=${RUN}&toIssueTime=${RUN}&${PRICE}&${hour(time)}`;
    for (const path of [
      `${SHORT_TERM}?${PRICE}&${hour(time)}`,
      `${SHORT_TERM}/multiseries?${runs}`,
    ]) {
      const answer = await world.get(`${path}&currency=NOK`, 'german');
      assert.equal(answer.status, 200, answer.text);
      const [run] = [answer.body].flat();
      assert.deepEqual(valuesOf({ ...answer, body: run }), [1100]);
    }
  });

  it('…/short-term converts each hour of a longer span by its own day', async () => {
    const answer = await ask(
      `${PRICE}&currency=NOK&startDate=2024-05-16T20:00:00Z&endDate=2024-05-16T23:00:00Z`,
    );
    assert.deepEqual(valuesOf(answer), [1100, 1100, 1200, 1200]);
  });

  it('…/short-term converts before it averages', async () => {
    const span = 'startDate=2024-05-16&endDate=2024-05-22';
    const answer = await ask(`${PRICE}&currency=NOK&resolution=Daily&${span}`);
    assert.deepEqual(valuesOf(answer), [1100, 1200, 1200, 1200, 1300, 1300]);
    const week = await ask(`${PRICE}&currency=NOK&resolution=Weekly&${span}`);
    // The run has Thursday to Sunday of that week.
    assert.deepEqual(valuesOf(week), [(1100 + 3 * 1200) / 4]);
  });

  it('…/short-term uses a rate that is a year old if no newer one exists', async () => {
    const { body } = await ask(`${PRICE}&currency=dkk&${hour('2024-05-17')}`);
    assert.deepEqual([body.data[0].value, body.data[0].unit], [746, 'DKK/MWh']);
  });

  it('…/short-term needs rates only for the days it shows, in every resolution', async () => {
    const from = 'startDate=2024-05-18&endDate=2024-05-20';
    assert.equal((await ask(`${PRICE}&currency=SEK&${from}`)).status, 200);
    const daily = await ask(`${PRICE}&currency=SEK&resolution=Daily&${from}`);
    assert.deepEqual(valuesOf(daily), [1150, 1150]);
  });

  it('…/short-term leaves EUR unchanged, asked for or not', async () => {
    const plain = await ask(PRICE);
    for (const currency of ['EUR', 'eur', '']) {
      assert.equal((await ask(`${PRICE}&currency=${currency}`)).text, plain.text);
    }
    assert.equal(plain.body.data[0].unit, 'EUR/MWh');
  });

  it('…/short-term converts prices that are stored in another currency, from it and to it', async () => {
    const at = hour('2024-05-17T10:00:00Z');
    const valueIn = async (currency: string) => {
      const { body } = await ask(`area=GB&balanceCategory=hrprice&${at}&currency=${currency}`);
      return [body.data[0].value, body.data[0].unit];
    };
    assert.deepEqual(await valueIn(''), [100, 'EUR/MWh']);
    assert.deepEqual(await valueIn('GBP'), [80, 'GBP/MWh']);
    assert.deepEqual(await valueIn('NOK'), [1200, 'NOK/MWh']);
  });

  it('…/short-term leaves other categories alone, even without a rate', async () => {
    const plain = await ask('area=DE&balanceCategory=hrcons');
    assert.equal(plain.body.data[0].unit, 'MWh');
    for (const currency of ['NOK', 'USD']) {
      const other = await ask(`area=DE&balanceCategory=hrcons&currency=${currency}`);
      assert.equal(other.text, plain.text);
    }
  });

  it('…/short-term of every category converts only the price', async () => {
    const { body } = await ask(`area=DE&currency=NOK&${hour('2024-05-17T10:00:00Z')}`);
    assert.deepEqual(
      body.data.map(({ unit, value }: Point) => [unit, value]),
      [
        ['NOK/MWh', 1200],
        ['MWh', 50_000],
      ],
    );
  });

  it('…/short-term leaves a price alone if its unit is no currency', async () => {
    const { body } = await ask(
      'area=NO1&balanceCategory=hrprice&currency=NOK&startDate=2024-05-15',
    );
    assert.deepEqual(
      body.data.map(({ unit, value }: Point) => [unit, value]),
      [
        ['index', 1],
        ['index', 2],
        ['index', 3],
      ],
    );
  });

  it('…/short-term converts nothing if the span is outside the run', async () => {
    const { status, body } = await ask(`${PRICE}&currency=USD&${hour('2030-01-01')}`);
    assert.deepEqual([status, body.data], [200, []]);
  });

  for (const [what, currency] of [
    ['does not exist', 'USD'],
    ['has no value', 'CHF'],
    ['is not a daily series', 'PLN'],
    ['begins after the price', 'SEK'],
  ] as const) {
    it(`…/short-term refuses with 422 if the rate ${what}, naming it`, async () => {
      const { errors, detail } = assertRefused(
        await ask(`${PRICE}&currency=${currency}`),
        422,
        'exchange_rate_missing',
      );
      assert.match(detail, new RegExp(`fxeur${currency.toLowerCase()}`));
      assert.equal(errors[0]?.field, 'currency');
    });
  }

  for (const [given, nearest] of [
    ['NKO', 'NOK'],
    ['EURO', 'EUR'],
    ['XYZ', undefined],
    ['$', undefined],
  ] as const) {
    it(`…/short-term refuses ${given} as a currency and lists the eleven`, async () => {
      const problem = assertRefused(await ask(`${PRICE}&currency=${given}`), 400, 'field_invalid');
      assert.deepEqual(
        allowedOf(problem).currency,
        'EUR NOK SEK DKK GBP CHF PLN CZK HUF RON USD'.split(' '),
      );
      assert.equal(/did you mean (\w+)\?/.exec(problem.detail)?.[1], nearest);
    });
  }
});
