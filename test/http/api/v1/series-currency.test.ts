// GET /api/v1/series/{seriesId}?currency=: prices by the rate of each value's day, in every format.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
// Two market days: 22:00Z is midnight.
const DAYS = '2024-05-14T22:00:00Z';
await world.load({
  ...{ code: 'dehrprice', area: 'DE', category: 'hrprice', from: DAYS },
  values: [...sequence(24, () => 10), null, ...sequence(23, () => 20)],
});
await world.load({
  code: 'dehrcons',
  area: 'DE',
  category: 'hrcons',
  unit: 'MWh',
  from: DAYS,
  values: [5],
});
const rate = (code: string, values: number[]) =>
  world.load({ code, category: 'fx', unit: 'NOK/EUR', resolution: 'day', from: DAYS, values });
await rate('fxeurnok', [11, 12]);

const read = (query: string) => world.get(`/api/v1/series/dehrprice?${query}`);

describe('the currency of a series', () => {
  it('a price is converted by the rate of each value’s market day, and its unit says so', async () => {
    const { body } = await read('currency=nok&format=columns&kinds=true');
    assert.equal(body.unit, 'NOK/MWh');
    assert.deepEqual(body.values, [...sequence(24, () => 110), null, ...sequence(23, () => 240)]);
  });

  it('a price is converted before it is reduced', async () => {
    const { body } = await read('currency=NOK&resolution=day&aggregation=sum');
    assert.deepEqual(
      body.data.map(({ value }: { value: number }) => value),
      [2_640, 5_520],
    );
  });

  it('a file has the converted values', async () => {
    const { text } = await read('currency=NOK&format=csv&to=2024-05-15T00:00');
    assert.equal(text, 'time,value\n2024-05-14T22:00:00Z,110\n');
  });

  it('what is no price ignores the currency, and the price’s own changes nothing', async () => {
    const { body } = await world.get('/api/v1/series/dehrcons?currency=NOK');
    assert.deepEqual([body.unit, body.data[0].value], ['MWh', 5]);
    const { body: rates } = await world.get('/api/v1/series/fxeurnok?currency=SEK');
    assert.deepEqual([rates.unit, rates.data[0].value], ['NOK/EUR', 11]);
    const [own, plain] = [await read('currency=EUR'), await read('currency=')];
    assert.deepEqual(own.body, plain.body);
  });

  it('a currency is refused by name if it is unknown, or if its rate is missing', async () => {
    const { errors } = assertRefused(await read('currency=NKO'), 400, 'field_invalid');
    assert.equal(errors[0]?.field, 'currency');
    assertRefused(await read('currency=SEK'), 422, 'exchange_rate_missing');
  });

  it('a new rate makes a new ETag', async () => {
    const { headers } = await read('currency=NOK');
    const has = { 'if-none-match': String(headers.etag) };
    const again = () => world.get('/api/v1/series/dehrprice?currency=NOK', 'trader', has);
    assert.equal((await again()).status, 304);
    world.setNow('2024-05-17T10:00:01Z');
    await rate('fxeurnok', [11, 13]);
    const { status, body } = await again();
    assert.equal(status, 200);
    assert.equal(body.data[25].value, 260);
  });
});
