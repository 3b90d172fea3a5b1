import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const NOW = '2024-05-17T10:00:00Z';
const world = await World.open({ after }, { now: NOW });
await world.load({ code: 'dehrprice', unit: 'EUR/MWh' });
await world.load({ code: 'dehrcons', unit: 'MWh' });
await world.load({ code: 'frhrcons', unit: 'MWh' });

const closed = await World.open({ after }, { now: NOW, publicLists: false });
await closed.load({ code: 'dehrprice' });

const LISTS = ['datasets', 'dataset-groups', 'areas', 'resolutions', 'units'] as const;
const paths = [...LISTS, 'series'].map((name) => `/api/v1/metadata/${name}`);
const OTHER_LISTS = [
  '/api/v1/power-balance-forecast/issue-times?area=DE',
  '/api/v1/power-balance-forecast/balance-categories?area=DE',
];

const codesOf = async (list: (typeof LISTS)[number]): Promise<string[]> => {
  const { body } = await world.get(`/api/v1/metadata/${list}`, null);
  return body.map(({ code }: { code: string }) => code);
};

describe('GET /api/v1/metadata/{list}', () => {
  for (const list of LISTS) {
    it(`${list} is an array of codes and descriptions, without a token`, async () => {
      const { status, headers, body } = await world.get(`/api/v1/metadata/${list}`, null);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      assert.ok(body.length > 0);
      for (const entry of body) {
        assert.deepEqual(Object.keys(entry), ['code', 'description']);
        assert.ok(entry.code !== '' && entry.description !== '');
      }
    });

    it(`${list} is not sent again while nothing has changed`, async () => {
      const path = `/api/v1/metadata/${list}`;
      const { headers } = await world.get(path, null);
      const again = await world.get(path, null, { 'if-none-match': String(headers.etag) });
      assert.deepEqual([again.status, again.text], [304, '']);
    });
  }

  it('datasets describes the datasets that the records name', async () => {
    assert.deepEqual(await codesOf('datasets'), ['fundamental', 'short-term', 'day-ahead']);
  });

  it('areas has each of the 35 codes once', async () => {
    const codes = await codesOf('areas');
    assert.equal(codes.length, 35);
    assert.equal(new Set(codes).size, 35);
  });

  it('resolutions has the eight names that requests may use', async () => {
    assert.deepEqual(await codesOf('resolutions'), [
      'QuarterHourly',
      'HalfHourly',
      'Hourly',
      'Daily',
      'Weekly',
      'Monthly',
      'Quarterly',
      'Yearly',
    ]);
  });

  it('units has each unit in use once', async () => {
    assert.deepEqual(await codesOf('units'), ['EUR/MWh', 'MWh']);
  });

  for (const path of [...paths, ...OTHER_LISTS]) {
    it(`${path} accepts a good token, refuses a bad one and ignores another scheme`, async () => {
      assert.equal((await world.get(path, 'german')).status, 200);
      const bad = await world.get(path, null, { authorization: 'Bearer gtt_x' });
      assertRefused(bad, 401, 'token_invalid');
      assert.equal((await world.get(path, null, { authorization: 'Basic x' })).status, 200);
    });

    it(`${path} needs a token if PUBLIC_LISTS=false`, async () => {
      assertRefused(await closed.get(path, null), 401, 'token_missing');
      const basic = await closed.get(path, null, { authorization: 'Basic x' });
      assertRefused(basic, 401, 'token_missing');
      assert.equal((await closed.get(path)).status, 200);
    });
  }

  it('the areas of the forecasts stay open if PUBLIC_LISTS=false', async () => {
    assert.equal((await closed.get('/api/v1/power-balance-forecast/areas', null)).status, 200);
  });

  it('a list of another name does not exist', async () => {
    assertRefused(await world.get('/api/v1/metadata/values', null), 404, 'path_unknown');
  });

  it('callers without a token are counted by their address', async (t) => {
    const busy = await World.open(t, { now: NOW });
    const ask = (remoteAddress: string) =>
      busy.app.inject({ method: 'GET', url: '/api/v1/metadata/areas', remoteAddress });
    for (let i = 0; i < 600; i++) assert.equal((await ask('192.0.2.1')).statusCode, 200);
    const refused = await ask('192.0.2.1');
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.headers['retry-after'], '60');
    assert.equal((await ask('192.0.2.2')).statusCode, 200);
    assert.equal((await busy.get('/api/v1/metadata/areas')).status, 200);
  });
});
