// The values of Values: every double as it was stored, and answers of any length.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2025-12-31T12:00:00Z' });
const ask = (body: Record<string, unknown>) => world.post('/api/fundamental/series', body);

/** 1 January 2024 00:00 market time. */
const NEW_YEAR = '2023-12-31T23:00:00Z';
const HOURS_OF_TWO_YEARS = 8_784 + 8_760;

/** Prices with two decimals, about a third below zero. */
const price = (i: number, seed: number): number =>
  Math.round(Math.sin(i * 0.731 + seed) * 20_000 + 5_000) / 100;

describe('POST /api/fundamental/series over two years of hours', () => {
  const prices = sequence(HOURS_OF_TWO_YEARS, (i) => price(i, 1)) as number[];

  it('two years of hours have a key an hour, less the merged one of each autumn', async () => {
    await world.load({ code: 'twoyears', from: NEW_YEAR, values: prices });
    const { body, text } = await ask({ SeriesId: 'twoyears', Resolution: 'hour' });
    assert.equal(Object.keys(body.Values).length, HOURS_OF_TWO_YEARS - 2);
    assert.equal(text.split('T02:00:00":').length - 1, 366 + 365 - 2);
  });

  it('the sum of a span is exactly that of the stored values if nothing is merged', async () => {
    const { body } = await ask({ SeriesId: 'twoyears', TimeZone: 'UTC' });
    const values = Object.values<number>(body.Values);
    assert.equal(values.length, HOURS_OF_TWO_YEARS);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
    assert.equal(sum(values), sum(prices));
    assert.deepEqual(values, prices);
  });

  it('the average over days and over two years of real hours agree', async () => {
    const yearly = (await ask({ SeriesId: 'twoyears', Resolution: 'year', Aggregation: 'Sum' }))
      .body;
    const daily = (await ask({ SeriesId: 'twoyears', Resolution: 'day', Aggregation: 'Sum' })).body;
    const counted = (await ask({ SeriesId: 'twoyears', Resolution: 'day', Aggregation: 'Count' }))
      .body;
    const total = (values: Record<string, number>) =>
      Object.values(values).reduce((sum, value) => sum + value, 0);
    assert.ok(Math.abs(total(yearly.Values) - total(daily.Values)) < 1e-6);
    assert.equal(total(counted.Values), HOURS_OF_TWO_YEARS);
  });

  it('several large answers at a time each have their own bytes', async () => {
    const seeds = [2, 3, 4, 5, 6];
    for (const seed of seeds) {
      const values = sequence(HOURS_OF_TWO_YEARS, (i) => price(i, seed));
      await world.load({ code: `large${seed}`, from: NEW_YEAR, values });
    }
    const answers = await Promise.all(
      seeds.map((seed) => ask({ SeriesId: `large${seed}`, TimeZone: 'UTC' })),
    );
    for (const [i, { body }] of answers.entries()) {
      assert.equal(body.Meta.code, `large${seeds[i]}`);
      assert.deepEqual(
        Object.values(body.Values),
        sequence(HOURS_OF_TWO_YEARS, (hour) => price(hour, seeds[i]!)),
      );
    }
  });
});

describe('the values of POST /api/fundamental/series', () => {
  it('values are the doubles that were stored', async () => {
    const values = [
      0.1,
      1 / 3,
      -1e-7,
      123456789.12,
      5e-324,
      1.7976931348623157e308,
      1e21,
      -1e21,
      2 ** 53,
      0.29,
      -0.01,
      99.99,
      100,
      1e15,
      12345678901234.56,
      -500,
      4000.005,
    ];
    await world.load({ code: 'doubles', from: NEW_YEAR, values });
    const { body } = await ask({ SeriesId: 'doubles' });
    assert.deepEqual(Object.values(body.Values), values);
  });

  it('a negative zero is shown as 0', async () => {
    await world.load({ code: 'zeros', from: NEW_YEAR, values: [-0, 0, -1] });
    const { text } = await ask({ SeriesId: 'zeros' });
    assert.match(text, /"2024-01-01T00:00:00":0,"2024-01-01T01:00:00":0,"2024-01-01T02:00:00":-1}/);
  });

  it('a sum beyond every double is null, and the answer stays JSON', async () => {
    await world.load({ code: 'huge', from: NEW_YEAR, values: [1.7e308, 1.7e308] });
    const { status, body } = await ask({
      SeriesId: 'huge',
      Resolution: 'day',
      Aggregation: 'Sum',
    });
    assert.equal(status, 200);
    assert.deepEqual(body.Values, { '2024-01-01T00:00:00': null });
  });
});
