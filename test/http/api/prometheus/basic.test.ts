// Basic authorization: a key as the password costs a look-up; a password is throttled like a sign-in.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { disableUser } from '#accounts/users';
import { type Answer, PASSWORD } from '../../../../harness/world/world.ts';
import { basicHeader, openPrometheusWorld, PATH } from './prometheus-world.ts';

const world = await openPrometheusWorld();
const key = await world.key('trader', 'grafana');

const ask = (authorization: string, remoteAddress = '192.0.2.1'): Promise<Answer> =>
  world.raw({
    method: 'GET',
    url: `${PATH}/query?query=1`,
    headers: { authorization },
    remoteAddress,
  });

async function assertRefused(authorization: string, code: string, status = 401): Promise<void> {
  const answer = await ask(authorization);
  assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text);
  assert.deepEqual([answer.body.status, answer.body.errorType], ['error', 'unauthorized']);
}

const countsOf = async (): Promise<string[]> =>
  (await world.get('/metrics', null)).text
    .split('\n')
    .filter((line) => line.startsWith('gridtide_sign_ins_total{'));

describe('basic authorization', () => {
  it('a key is accepted as the password of its user, or without a name', async () => {
    for (const name of ['trader', 'TRADER', ''])
      assert.equal((await ask(basicHeader(name, key))).status, 200, name);
    assert.equal((await ask(`basic   ${basicHeader('trader', key).slice(6)}`)).status, 200);
    await assertRefused(basicHeader('german', key), 'token_invalid');
  });

  it('a key’s use is noted, and no password is hashed for it', async () => {
    const before = await countsOf();
    assert.equal((await ask(basicHeader('trader', key))).status, 200);
    await world.signIn.keyUses.flush();
    const [used] = await world.store.accounts.listKeys(1);
    assert.equal(used?.keyUsedAt, world.now);
    assert.deepEqual(await countsOf(), before);
  });

  it('the password of a user is accepted, with the user’s own plan', async () => {
    const header = basicHeader('german', PASSWORD);
    const { body } = await world.raw({
      method: 'GET',
      url: `${PATH}/label/area/values`,
      headers: { authorization: header },
    });
    assert.deepEqual(body.data, ['DE']);
    assert.ok((await countsOf()).includes('gridtide_sign_ins_total{outcome="accepted"} 1'));
  });

  it('what is wrong gets a 401 of Prometheus’ shape', async () => {
    await assertRefused(basicHeader('trader', 'not the password'), 'invalid_credentials');
    await assertRefused(basicHeader('nobody-here', PASSWORD), 'invalid_credentials');
    await assertRefused(basicHeader('trader', ''), 'token_missing');
    const mistyped = key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x');
    await assertRefused(basicHeader('trader', mistyped), 'invalid_credentials');
    await assertRefused('Basic', 'token_missing');
    await assertRefused('Basic %%%', 'token_missing');
    await assertRefused('Digest x', 'token_missing');
    const { headers } = await ask('Basic');
    // A browser would ask for a password, and send it from other sites' pages as well.
    assert.equal(headers['www-authenticate'], 'Bearer');
  });

  it('wrong passwords are throttled like sign-ins, and the right one waits as well', async () => {
    await world.addUser('guessed', 'everything');
    const guess = (password: string) => ask(basicHeader('guessed', password), '198.51.100.7');
    let last: Answer | undefined;
    for (let i = 0; i < 25; i++) last = await guess(`guess ${i}`);
    assert.deepEqual([last!.status, last!.body.code], [429, 'sign_in_throttled']);
    assert.equal(last!.body.errorType, 'too_many_requests');
    assert.ok(Number(last!.headers['retry-after']) > 0);
    assert.equal((await guess(PASSWORD)).status, 429);
    const attempt = { username: 'guessed', password: PASSWORD };
    const signIn = await world.raw({
      method: 'POST',
      url: '/api/v1/auth',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(attempt),
      remoteAddress: '198.51.100.7',
    });
    assert.equal(signIn.status, 429);
  });

  it('a disabled user is refused at once, with the password and with the key', async () => {
    await world.addUser('leaver', 'everything');
    const own = await world.key('leaver', 'grafana');
    assert.equal((await ask(basicHeader('leaver', PASSWORD))).status, 200);
    await disableUser(world.signIn.accounts, 'leaver');
    await assertRefused(basicHeader('leaver', PASSWORD), 'invalid_credentials');
    await assertRefused(basicHeader('leaver', own), 'token_invalid');
  });

  it('other paths do not accept it, as before', async () => {
    const headers = { authorization: basicHeader('trader', key) };
    const { body } = await world.raw({ method: 'GET', url: '/api/v1/account', headers });
    assert.equal(body.code, 'token_missing');
  });

  it('a Bearer header and a session work too', async () => {
    assert.equal((await ask(`Bearer ${key}`)).status, 200);
    await assertRefused('Bearer gtk_no', 'token_invalid');
  });
});
