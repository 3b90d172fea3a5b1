import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Refusal } from '#core/errors';
import { gridOf } from '#core/time/grid';
import { resolutionOf } from '#core/time/resolution';
import { convertPrices } from '#service/exchange-rates';
import { openMarket, toValues, type Value } from './open-market.ts';

const market = await openMarket(after);
const { context } = market;
const hours = gridOf(resolutionOf('hour'), context.zone);
const days = gridOf(resolutionOf('day'), context.zone);

const hourOf = (text: string): number => hours.indexOf(Date.parse(text));
const dayOf = (text: string): number => days.indexOf(Date.parse(`${text}T12:00:00Z`));

// NOK per EUR from Monday 13 May 2024; the weekend of 18 and 19 May and Whit Monday are missing.
await market.load('fxeurnok', 'day', dayOf('2024-05-13'), [
  ...[10, 11, 12, 13, 14],
  ...[null, null, null],
  20,
]);
await market.load('fxeursek', 'day', dayOf('2024-05-13'), [5, 5, 5, 5, 5, 5, 5, 5, 5]);
// One rate, then nothing for longer than a month.
await market.load('fxeurdkk', 'day', dayOf('2024-01-02'), [7, ...new Array(200).fill(null), 8]);
await market.load('fxeurgbp', 'day');
await market.load('fxeurchf', 'hour', hourOf('2024-05-13T00:00:00Z'), [1, 1]);

const convert = async (
  from: string,
  values: readonly Value[],
  unit: string,
  currency: Parameters<typeof convertPrices>[2],
): Promise<Value[]> => {
  const prices = {
    grid: hours,
    firstIndex: hourOf(from),
    values: Float64Array.from(values, (value) => value ?? Number.NaN),
  };
  return toValues(await convertPrices(prices, unit, currency, context));
};

const isMissing = (name: string) => (error: unknown) => {
  assert.ok(error instanceof Refusal);
  assert.equal(error.code, 'exchange_rate_missing');
  assert.match(error.message, new RegExp(name));
  assert.equal(error.faults[0]?.field, 'currency');
  return true;
};

describe('prices in another currency', () => {
  it('prices take the rate of their own market day, which begins at 22:00Z in summer', async () => {
    assert.deepEqual(
      await convert('2024-05-13T20:00:00Z', [1, 1, 1, 1], 'EUR/MWh', 'NOK'),
      [10, 10, 11, 11],
    );
  });

  it('prices on a day without a rate take the newest known one', async () => {
    assert.deepEqual(await convert('2024-05-18T10:00:00Z', [2, 3], 'EUR/MWh', 'NOK'), [28, 42]);
    assert.deepEqual(await convert('2024-05-20T21:00:00Z', [1, 1], 'EUR/MWh', 'NOK'), [14, 20]);
  });

  it('prices after the last rate take the last rate', async () => {
    assert.deepEqual(await convert('2025-01-01T00:00:00Z', [3], 'EUR/MWh', 'NOK'), [60]);
  });

  it('a rate is found even if it is older than a month', async () => {
    assert.deepEqual(await convert('2024-05-01T00:00:00Z', [2], 'EUR/MWh', 'DKK'), [14]);
  });

  it('gaps stay gaps in another currency', async () => {
    assert.deepEqual(await convert('2024-05-14T10:00:00Z', [1, null, 3], 'EUR/MWh', 'NOK'), [
      11,
      null,
      33,
    ]);
  });

  it('prices stay as they are in their own currency, or without one', async () => {
    assert.deepEqual(await convert('2024-05-14T10:00:00Z', [1.25], 'EUR/MWh', 'EUR'), [1.25]);
    assert.deepEqual(await convert('2024-05-14T10:00:00Z', [1.25], 'NOK/MWh', 'NOK'), [1.25]);
    assert.deepEqual(await convert('2024-05-14T10:00:00Z', [1.25], 'MWh', 'NOK'), [1.25]);
    assert.deepEqual(await convert('1990-01-01T00:00:00Z', [], 'EUR/MWh', 'GBP'), []);
  });

  it('prices go through EUR between two other currencies', async () => {
    assert.deepEqual(await convert('2024-05-14T10:00:00Z', [22], 'NOK/MWh', 'SEK'), [10]);
    assert.deepEqual(await convert('2024-05-14T10:00:00Z', [22], 'NOK/MWh', 'EUR'), [2]);
  });

  it('prices are refused before the first rate, without any rate, and without the series', async () => {
    const ask = (from: string, currency: 'NOK' | 'GBP' | 'USD' | 'CHF') =>
      convert(from, [1], 'EUR/MWh', currency);
    await assert.rejects(ask('2024-05-12T21:00:00Z', 'NOK'), isMissing('fxeurnok.*2024-05-12'));
    assert.deepEqual(await ask('2024-05-12T22:00:00Z', 'NOK'), [10]);
    await assert.rejects(ask('2024-05-14T10:00:00Z', 'GBP'), isMissing('fxeurgbp'));
    await assert.rejects(ask('2024-05-14T10:00:00Z', 'USD'), isMissing('fxeurusd'));
    await assert.rejects(ask('2024-05-14T10:00:00Z', 'CHF'), isMissing('fxeurchf'));
  });

  it('prices are refused if only the earlier ones lack a rate', async () => {
    await assert.rejects(
      convert('2024-05-12T20:00:00Z', [1, 1, 1, 1], 'EUR/MWh', 'NOK'),
      isMissing('fxeurnok'),
    );
  });
});
