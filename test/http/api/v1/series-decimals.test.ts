// decimals=own: values rounded to the decimals that the series is stored with; nothing changes without it.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../harness/world/world.ts';
import { allowedOf, assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const from = '2024-05-15T22:00:00Z';
await world.load({ code: 'dehrprice', from, values: [1.25, 2.5, 4, null, -1.1] });
await world.loadRun('dehrprice', '2024-05-16T00:00:00Z', '2024-05-16T03:00:00Z', [1 / 3, 2 / 3]);
await world.load({ code: 'deload', from, values: [100, 201] });
await world.load({ code: 'deexact', from, values: [0.1234567, 1] });
await world.load({ code: 'derun' });
await world.loadRun('derun', '2024-05-16T00:00:00Z', '2024-05-16T03:00:00Z', [0.125, 0.5]);
await world.load({
  code: 'fxeurnok',
  resolution: 'day',
  category: 'fx',
  unit: 'NOK/EUR',
  from,
  values: [11.5],
});

const valuesOf = async (query: string): Promise<(number | null)[]> => {
  const { body, text } = await world.get(`/api/v1/series/${query}`);
  return body.data?.map(({ value }: { value: number | null }) => value) ?? assert.fail(text);
};

describe('the decimals of a series', () => {
  it('a mean is rounded to the decimals of the observed values', async () => {
    assert.deepEqual(await valuesOf('dehrprice?to=2024-05-16T04:00&resolution=day'), [1.6625]);
    const query = 'dehrprice?to=2024-05-16T04:00&resolution=day&decimals=own';
    assert.deepEqual(await valuesOf(query), [1.66]);
    assert.deepEqual(await valuesOf('deload?resolution=day&decimals=OWN'), [151]);
  });

  it('forecasts are rounded like the observed values that they follow', async () => {
    const span = 'from=2024-05-16T05:00&to=2024-05-16T06:00';
    assert.deepEqual(await valuesOf(`dehrprice?${span}&decimals=own`), [0.33, 0.67]);
    assert.deepEqual(await valuesOf(`dehrprice?${span}`), [1 / 3, 2 / 3]);
    assert.deepEqual(await valuesOf('derun?decimals=own'), [0.125, 0.5]);
  });

  it('a series of more than six decimals keeps them, and gaps stay', async () => {
    assert.deepEqual(await valuesOf('deexact?decimals=own'), [0.1234567, 1]);
    const span = 'from=2024-05-16T00:00&to=2024-05-16T04:00';
    assert.deepEqual(await valuesOf(`dehrprice?${span}&decimals=own`), [1.25, 2.5, 4, null, -1.1]);
    assert.deepEqual(await valuesOf('dehrprice?from=2030&decimals=own'), []);
  });

  it('a converted price has the decimals of the stored one', async () => {
    const span = 'from=2024-05-16T00:00&to=2024-05-16T02:00&currency=NOK';
    assert.deepEqual(await valuesOf(`dehrprice?${span}`), [14.375, 28.75, 46]);
    assert.deepEqual(await valuesOf(`dehrprice?${span}&decimals=own`), [14.38, 28.75, 46]);
  });

  it('CSV is as it was unless decimals are asked for', async () => {
    const query = '/api/v1/series/dehrprice?to=2024-05-16T04:00&resolution=day&format=csv';
    assert.equal((await world.get(query)).text, 'time,value\n2024-05-15T22:00:00Z,1.6625\n');
    const own = await world.get(`${query}&decimals=own&kinds=true`);
    assert.equal(own.text, 'time,value,kind,run\n2024-05-15T22:00:00Z,1.66,observed,\n');
    assert.notEqual((await world.get(query)).headers.etag, own.headers.etag);
  });

  it('another word is refused, and empty is none', async () => {
    const refused = assertRefused(
      await world.get('/api/v1/series/deload?decimals=2'),
      400,
      'field_invalid',
    );
    assert.deepEqual(allowedOf(refused), { decimals: ['own'] });
    assert.deepEqual(await valuesOf('deload?decimals=&resolution=day'), [150.5]);
  });
});
