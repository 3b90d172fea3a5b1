// Requests with a session's cookie before the router: they are callers' requests, and none is answered with what
// another user was sent.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { makeSecret } from '#accounts/secrets';
import { listen } from '../../../harness/http/raw-connection.ts';
import { sequence, World } from '../../../harness/world/world.ts';
import { openBrowser } from '../api/v1/session/browser.ts';

const NOW = '2024-05-17T10:00:00Z';
const AT_ONCE = 10;

async function openWorld(t: TestContext, atOnce = AT_ONCE) {
  const world = await World.open(t, { now: NOW, strangerRequestsPerMinute: 2 * atOnce });
  await world.load({ code: 'dehrprice', from: NOW, values: sequence(24) });
  await world.load({ code: 'frhrprice', from: NOW, values: sequence(24, (i) => i + 100) });
  const url = `http://127.0.0.1:${await listen(world.app)}`;
  const { port } = new URL(url);
  /** The Cookie header of a user's browser at this port. */
  const cookieOf = async (userName?: string): Promise<string> =>
    (await openBrowser(world, userName)).cookie.replace('=', `-${port}=`);
  const ask = async (path: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body ? { 'content-type': 'application/json', origin: url } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, text: await answer.text() };
  };
  return { world, cookieOf, ask };
}

describe('requests with a session’s cookie', () => {
  it('users who ask the same again and again get each their own answer', async (t) => {
    const { cookieOf, ask } = await openWorld(t);
    const [trader, german] = [await cookieOf('trader'), await cookieOf('german')];
    for (let i = 0; i < 5; i++) {
      for (const body of [undefined, { SeriesId: 'frhrprice' }]) {
        const path = body ? '/api/fundamental/series' : '/api/v1/series/frhrprice?format=columns';
        assert.equal((await ask(path, { cookie: trader }, body)).status, 200);
        const refused = await ask(path, { cookie: german }, body);
        assert.equal(refused.status, 403);
        assert.match(refused.text, /subscription_required/);
      }
      const own = (await ask('/api/v1/account', { cookie: german })).text;
      assert.match(own, /"userName":"german"/);
    }
  });

  it('an answer that was kept for a token is not sent to a session, and the other way round', async (t) => {
    const { world, cookieOf, ask } = await openWorld(t, 1_000);
    const path = '/api/v1/series/frhrprice?format=columns';
    const body = { SeriesId: 'frhrprice' };
    const authorization = `Bearer ${await world.token('trader')}`;
    const cookie = await cookieOf('german');
    for (let i = 0; i < 4; i++) {
      assert.equal((await ask(path, { authorization })).status, 200);
      assert.equal((await ask('/api/fundamental/series', { authorization }, body)).status, 200);
      assert.equal((await ask(path, { cookie })).status, 403);
      assert.equal((await ask('/api/fundamental/series', { cookie }, body)).status, 403);
      assert.equal((await ask(path, {})).status, 401);
      assert.equal((await ask('/api/fundamental/series', {}, body)).status, 401);
    }
  });

  it('another site gets 403 for what its user was sent a moment before', async (t) => {
    const { cookieOf, ask } = await openWorld(t);
    const cookie = await cookieOf();
    const path = '/api/v1/series/dehrprice?format=columns';
    for (let i = 0; i < 4; i++) assert.equal((await ask(path, { cookie })).status, 200);
    const foreign = await ask(path, { cookie, 'sec-fetch-site': 'cross-site' });
    assert.equal(foreign.status, 403);
  });

  it('a session is served at an address that has sent too much without a token', async (t) => {
    const { cookieOf, ask } = await openWorld(t);
    const cookie = await cookieOf();
    for (let i = 0; i < 2 * AT_ONCE; i++) await ask('/api/v1/account', {});
    assert.equal((await ask('/api/v1/account', {})).status, 429);
    assert.equal((await ask('/api/v1/account', { cookie })).status, 200);
    assert.equal(
      (await ask('/api/fundamental/series', { cookie }, { SeriesId: 'dehrprice' })).status,
      200,
    );
  });

  it('a session’s requests do not use up what strangers at its address may send', async (t) => {
    const { cookieOf, ask } = await openWorld(t);
    const cookie = await cookieOf();
    for (let i = 0; i < 3 * AT_ONCE; i++) {
      assert.equal((await ask('/api/v1/account', { cookie })).status, 200);
    }
    assert.equal((await ask('/api/v1/about', {})).status, 200);
  });

  it('a cookie that is no session’s counts as a stranger’s request', async (t) => {
    const { ask } = await openWorld(t);
    const statuses: number[] = [];
    for (let i = 0; i < 2 * AT_ONCE; i++) {
      const cookie = `gridtide-session=${makeSecret('session')}`;
      statuses.push((await ask('/api/v1/account', { cookie })).status);
    }
    assert.equal(statuses[0], 401);
    assert.equal(statuses.at(-1), 429);
  });
});
