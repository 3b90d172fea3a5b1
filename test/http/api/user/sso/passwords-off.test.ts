// PASSWORDS=off: no password signs in anywhere, and a link of the command line still does.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { makeSignInLink } from '#accounts/sign-in-links';
import { WorldBrowser } from '../../../../../harness/sso/world-browser.ts';
import { PASSWORD, World } from '../../../../../harness/world/world.ts';

describe('with PASSWORDS=off', async () => {
  const world = await World.open(
    { after },
    { now: '2024-05-17T10:00:00Z', acceptsPasswords: false },
  );
  const own = { username: 'trader', password: PASSWORD };
  const byBasic = `Basic ${Buffer.from(`trader:${PASSWORD}`).toString('base64')}`;
  const json = { 'content-type': 'application/json' };
  const page = { ...json, 'sec-fetch-site': 'same-origin' };

  for (const [title, method, url, headers, body] of [
    [
      'the fundamental interface',
      'POST',
      '/api/user/login',
      json,
      { UserName: 'trader', Password: PASSWORD },
    ],
    ['the forecast interface', 'POST', '/api/v1/auth', json, own],
    ['the web page', 'POST', '/api/v1/session', page, own],
    [
      'Prometheus’ interface',
      'GET',
      '/prometheus/api/v1/labels',
      { authorization: byBasic },
      undefined,
    ],
  ] as const) {
    it(`${title} refuses a right password and a wrong one in the same words`, async () => {
      const ask = (payload: object | undefined) =>
        world.raw({
          method,
          url,
          headers,
          ...(payload ? { payload: JSON.stringify(payload) } : {}),
        });
      const right = await ask(body);
      assert.equal(right.status, 403);
      assert.equal(right.body.code, 'passwords_off');
      if (!body) return;
      const wrong = await ask({ ...body, password: 'wrong-one-of-length', Password: 'wrong' });
      assert.deepEqual([wrong.status, wrong.body.detail], [403, right.body.detail]);
    });
  }

  it('keys work as before', async () => {
    const key = await world.key('trader', 'nightly');
    const { status } = await world.get('/api/v1/account', null, { authorization: `Bearer ${key}` });
    assert.equal(status, 200);
  });

  it('a link that signs in once is the way back in', async () => {
    const { accounts } = world.store;
    const user = (await accounts.findUser('trader'))!;
    const { path } = await makeSignInLink(accounts, user, { actor: 'operator', now: world.now });
    const code = new URL(path, 'http://localhost').searchParams.get('code')!;
    const browser = new WorldBrowser(world);
    const started = await browser.send('POST', '/api/v1/session/code', { code });
    assert.deepEqual([started.status, started.body.userName], [200, 'trader']);
    const made = await browser.send('POST', '/api/v1/account/keys', { name: 'fresh' });
    assert.equal(made.status, 200);
    const body = { password: PASSWORD, newPassword: 'a-new-long-enough-password' };
    const changed = await browser.send('POST', '/api/v1/account/password', body);
    assert.deepEqual([changed.status, changed.body.code], [403, 'passwords_off']);
  });
});
