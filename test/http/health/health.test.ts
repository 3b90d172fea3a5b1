import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { PASSWORD, World } from '../../../harness/world/world.ts';
import { assertRefused } from '../request/assert-refused.ts';

const NOW = '2024-05-17T10:00:00Z';

describe('a server with its store', () => {
  it('a server with its store is alive and ready, and says so without a token', async (t) => {
    const world = await World.open(t, { now: NOW });
    const [health, ready] = [await world.get('/healthz', null), await world.get('/readyz', null)];
    assert.deepEqual([health.status, health.body], [200, { status: 'ok' }]);
    assert.deepEqual([ready.status, ready.body], [200, { status: 'ready' }]);
  });
});

describe('a server without its store', async () => {
  const world = await World.open({ after }, { now: NOW });
  await world.load({ code: 'dehrprice', area: 'DE', category: 'hrprice', from: NOW, values: [1] });
  const authorization = `Bearer ${await world.token()}`;
  await world.store.close();

  it('a server without its store is alive', async () => {
    assert.equal((await world.get('/healthz', null)).status, 200);
    assert.equal((await world.get('/metrics', null)).status, 200);
    assert.equal((await world.get('/openapi.json', null)).status, 200);
  });

  for (const path of [
    '/readyz',
    '/',
    '/api/v1/metadata',
    '/api/v1/metadata?limit=3',
    '/api/v1/metadata/series',
    '/api/v1/metadata/units',
    '/api/v1/series/dehrprice',
    '/api/v1/account',
    '/api/v1/account/keys',
    '/api/v1/power-balance-forecast/short-term?area=DE',
    '/api/v1/power-balance-forecast/day-ahead/multiseries?area=DE',
    '/api/v1/power-balance-forecast/issue-times?area=DE',
  ]) {
    it(`GET ${path} without the store asks to come back soon`, async () => {
      const answer = await world.get(path, null, { authorization });
      const { detail } = assertRefused(answer, 503, 'store_unavailable');
      assert.equal(answer.headers['retry-after'], '2');
      assert.equal(detail, 'the store cannot be reached at the moment');
    });
  }

  for (const [path, body] of [
    ['/api/v1/auth', { username: 'trader', password: PASSWORD }],
    ['/api/user/login', { UserName: 'trader', Password: PASSWORD }],
    ['/api/user/logout', {}],
    ['/api/fundamental/meta', { SeriesId: 'dehrprice' }],
    ['/api/fundamental/meta/all', { Prefix: '' }],
    ['/api/fundamental/series', { SeriesId: 'dehrprice' }],
    ['/api/v1/account/keys', { name: 'x', password: PASSWORD }],
  ] as const) {
    it(`POST ${path} without the store asks to come back soon`, async () => {
      const answer = await world.raw({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', authorization },
        payload: JSON.stringify(body),
      });
      assertRefused(answer, 503, 'store_unavailable');
      assert.equal(answer.headers['retry-after'], '2');
    });
  }

  it('requests that need no store are answered without it', async () => {
    const areas = await world.get('/api/v1/power-balance-forecast/areas', null);
    assert.equal(areas.body.length, 39);
    assertRefused(await world.get('/nowhere', null), 404, 'path_unknown');
    assertRefused(await world.get('/api/v1/account', null), 401, 'token_missing');
  });
});
