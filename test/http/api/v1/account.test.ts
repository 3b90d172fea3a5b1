import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { MAX_KEYS_PER_USER } from '#accounts/api-keys';
import { setPlan } from '#accounts/plan-changes';
import { disableUser } from '#accounts/users';
import { PASSWORD, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const NOW = '2024-05-17T10:00:00Z';
const world = await World.open({ after }, { now: NOW });
await world.load({ code: 'dehrprice', area: 'DE', category: 'hrprice', from: NOW, values: [1] });
await world.loadRun('dehrprice', NOW, '2024-05-18T00:00:00Z', [1]);

const KEYS = '/api/v1/account/keys';
const withSecret = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** Asks for a key with the password that every user of this world has. */
const askKey = (name: unknown, as = 'trader') => world.post(KEYS, { name, password: PASSWORD }, as);

async function makeKey(name: unknown, as = 'trader'): Promise<string> {
  const { status, body } = await askKey(name, as);
  assert.equal(status, 200);
  return body.key;
}

const revokeWith = (secret: string, name: string, body?: object) =>
  world.raw({
    method: 'DELETE',
    url: `${KEYS}/${encodeURIComponent(name)}`,
    headers: { ...withSecret(secret), 'content-type': 'application/json' },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });

const revoke = async (name: string, as = 'trader') =>
  revokeWith(await world.token(as), name, { password: PASSWORD });

const namesOf = async (as: string): Promise<string[]> =>
  (await world.get(KEYS, as)).body.map(({ name }: { name: string }) => name);

describe('GET /api/v1/account', () => {
  it('GET /api/v1/account shows the caller’s plan, limits, use and credential', async () => {
    const { accounts } = world.store;
    const limits = { requestsPerMinute: 30, pointsPerAnswer: 1_000 };
    await setPlan(accounts, { name: 'modest', patterns: ['de*', '*hrprice'], ...limits });
    await world.addUser('Modest', 'modest');
    await world.get('/api/v1/metadata', 'Modest');
    const { status, body } = await world.get('/api/v1/account', 'Modest');
    assert.equal(status, 200);
    assert.deepEqual(body, {
      userName: 'Modest',
      plan: { name: 'modest', series: ['de*', '*hrprice'], ...limits },
      use: { requestsThisMinute: 2, requestsLeft: 28, resetSeconds: 60 },
      ...{ role: 'reader', writePatterns: [] },
      credential: { kind: 'token', name: null, expires: '2024-05-17T11:00:00Z', series: null },
    });
  });

  it('GET /api/v1/account shows a changed plan at once', async () => {
    const { accounts } = world.signIn;
    await setPlan(accounts, { name: 'modest', patterns: ['*'], requestsPerMinute: 7 });
    const { body } = await world.get('/api/v1/account', 'Modest');
    assert.deepEqual(body.plan.series, ['*']);
    assert.equal(body.plan.requestsPerMinute, 7);
    assert.equal(body.plan.pointsPerAnswer, 500_000);
  });

  it('GET /api/v1/account names the key that was sent', async () => {
    const key = await makeKey('nightly report');
    const { body } = await world.get('/api/v1/account', null, withSecret(key));
    assert.deepEqual(body.credential, {
      ...{ kind: 'key', name: 'nightly report', expires: null, series: null },
    });
    assert.equal(body.userName, 'trader');
  });

  it('GET /api/v1/account needs a token', async () => {
    assertRefused(await world.get('/api/v1/account', null), 401, 'token_missing');
  });
});

describe('/api/v1/account/keys', () => {
  it('a new key is shown once and works at once', async () => {
    const { status, body } = await askKey('  Power BI  ', 'german');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['name', 'key']);
    assert.equal(body.name, 'Power BI');
    assert.match(body.key, /^gtk_[0-9A-Za-z]{49}$/);
    const listed = await world.get(KEYS, 'german');
    assert.deepEqual(listed.body, [
      {
        ...{ name: 'Power BI', operator: false, role: 'reader', series: null },
        ...{ created: NOW, lastUsed: null, expires: null },
      },
    ]);
    assert.ok(!listed.text.includes('gtk_'));
  });

  it('the list of keys has the caller’s own in order of name, and no others', async () => {
    await makeKey('b', 'german');
    await makeKey('a', 'german');
    assert.deepEqual(await namesOf('german'), ['Power BI', 'a', 'b']);
    assert.ok(!(await namesOf('trader')).includes('a'));
  });

  it('a key works wherever a token does, a year later too', async () => {
    const key = await makeKey('everywhere');
    world.setNow('2025-05-17T10:00:00Z');
    const gets = [
      '/api/v1/metadata',
      '/api/v1/metadata/series',
      '/api/v1/metadata/areas',
      '/api/v1/series/dehrprice',
      '/api/v1/account',
      KEYS,
      ...['short-term', 'short-term/multiseries', 'day-ahead', 'day-ahead/multiseries'].map(
        (tail) => `/api/v1/power-balance-forecast/${tail}?area=DE`,
      ),
      '/api/v1/power-balance-forecast/issue-times?area=DE',
      '/api/v1/power-balance-forecast/balance-categories',
    ];
    for (const path of gets)
      assert.equal((await world.get(path, null, withSecret(key))).status, 200, path);
    const posts: [path: string, body: object][] = [
      ['/api/fundamental/meta', { SeriesId: 'dehrprice' }],
      ['/api/fundamental/meta/all', { Prefix: '' }],
      ['/api/fundamental/series', { SeriesId: 'dehrprice' }],
      ['/api/fundamental/series/multi', { SeriesIds: ['dehrprice'] }],
    ];
    for (const [path, body] of posts) {
      const UserInfo = { UserName: 'trader', Token: key };
      assert.equal((await world.post(path, { ...body, UserInfo }, null)).status, 200, path);
      const byHeader = await world.raw({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', ...withSecret(key) },
        payload: JSON.stringify(body),
      });
      assert.equal(byHeader.status, 200, path);
    }
    world.setNow(NOW);
  });

  it('a second key of the same name is refused with 409', async () => {
    await makeKey('twice');
    const { detail } = assertRefused(await askKey('twice '), 409, 'key_exists');
    assert.match(detail, /"twice"/);
    await makeKey('twice', 'german');
  });

  it('a revoked key stops working at once', async () => {
    const key = await makeKey('to revoke');
    const answer = await revoke('to revoke');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, { revoked: 'to revoke' });
    assertRefused(await world.get('/api/v1/account', null, withSecret(key)), 401, 'token_invalid');
    assertRefused(await revoke('to revoke'), 404, 'key_unknown');
    assert.notEqual(await makeKey('to revoke'), key);
  });

  it('a user cannot revoke another’s key', async () => {
    const key = await makeKey('mine', 'german');
    assertRefused(await revoke('mine', 'trader'), 404, 'key_unknown');
    assert.equal((await world.get('/api/v1/account', null, withSecret(key))).status, 200);
  });

  it('a key outlives sign-out and an expired token, but not a disabled user', async () => {
    await world.addUser('leaver', 'everything');
    const key = await makeKey('left behind', 'leaver');
    assert.equal((await world.get('/api/v1/account', null, withSecret(key))).status, 200);
    await disableUser(world.signIn.accounts, 'leaver');
    assertRefused(await world.get('/api/v1/account', null, withSecret(key)), 401, 'token_invalid');
  });

  for (const [name, code] of [
    [undefined, 'field_missing'],
    ['', 'field_invalid'],
    ['   ', 'field_invalid'],
    ['x'.repeat(65), 'field_invalid'],
    ['naïve', 'field_invalid'],
    ['a/b', 'field_invalid'],
    ['line\nbreak', 'field_invalid'],
    [7, 'type_invalid'],
    [null, 'type_invalid'],
    [['a'], 'type_invalid'],
  ] as const) {
    it(`the key name ${JSON.stringify(name)?.slice(0, 20)} is refused`, async () => {
      const { errors } = assertRefused(await askKey(name), 400, code);
      assert.equal(errors[0]?.field, 'name');
    });
  }

  it('a user may have a hundred keys, and one more is refused saying so', async () => {
    await world.addUser('collector', 'everything');
    for (let i = 0; i < MAX_KEYS_PER_USER; i++) await world.key('collector', `key ${i}`);
    const { detail } = assertRefused(await askKey('one more', 'collector'), 400, 'field_invalid');
    assert.match(detail, /100 keys/);
    assert.equal((await namesOf('collector')).length, MAX_KEYS_PER_USER);
  });

  it('every path of keys needs a token', async () => {
    assertRefused(await world.get(KEYS, null), 401, 'token_missing');
    assertRefused(await world.post(KEYS, { name: 'x' }, null), 401, 'token_missing');
    const deleted = await world.raw({ method: 'DELETE', url: `${KEYS}/x` });
    assertRefused(deleted, 401, 'token_missing');
  });
});
