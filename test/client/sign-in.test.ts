// How a client signs in: a key, a token of the program's own, or a user name and a password.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { GridtideClient } from '#client/programs/gridtide-client';
import { PASSWORD, World } from '../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const url = await world.app.listen({ port: 0, host: '127.0.0.1' });

/** A fetch that counts the sign-ins. */
function counted() {
  const seen: string[] = [];
  const counting: typeof fetch = (address, request) => {
    seen.push(new URL(String(address)).pathname);
    return fetch(address, request);
  };
  return { fetch: counting, signIns: () => seen.filter((path) => path.endsWith('/login')).length };
}

describe('a client’s sign-in', () => {
  it('a key is sent with each request', async () => {
    const client = new GridtideClient({ url, key: await world.key('trader', 'report') });
    assert.deepEqual((await client.account()).credential.name, 'report');
  });

  it('a slash at the end of the address does no harm', async () => {
    const client = new GridtideClient({ url: `${url}/`, key: await world.key('trader', 'slash') });
    assert.equal((await client.account()).userName, 'trader');
  });

  it('a user name and a password sign in once, for all requests that wait', async () => {
    const { fetch, signIns } = counted();
    const client = new GridtideClient({ url, userName: 'trader', password: PASSWORD, fetch });
    const accounts = await Promise.all([client.account(), client.account(), client.account()]);
    assert.deepEqual(new Set(accounts.map(({ userName }) => userName)), new Set(['trader']));
    assert.equal(signIns(), 1);
  });

  it('a token that has ended is replaced, and the request answered', async () => {
    const { fetch, signIns } = counted();
    const client = new GridtideClient({ url, userName: 'trader', password: PASSWORD, fetch });
    await client.account();
    world.setNow('2024-05-17T11:30:00Z');
    assert.equal((await client.account()).userName, 'trader');
    assert.equal(signIns(), 2);
  });

  it('after signing out, the next request signs in again', async () => {
    const { fetch, signIns } = counted();
    const client = new GridtideClient({ url, userName: 'german', password: PASSWORD, fetch });
    await client.account();
    await client.signOut();
    await client.account();
    assert.equal(signIns(), 2);
  });

  it('a wrong password is refused once, and not tried again and again', async () => {
    const { fetch, signIns } = counted();
    const client = new GridtideClient({ url, userName: 'trader', password: 'wrong', fetch });
    await assert.rejects(client.account(), { status: 401, code: 'invalid_credentials' });
    assert.equal(signIns(), 1);
  });

  it('without a sign-in the public lists answer, and the rest is refused', async () => {
    const client = new GridtideClient({ url });
    assert.ok((await client.lists.areas()).some(({ code }) => code === 'DE'));
    await assert.rejects(client.account(), { status: 401, code: 'token_missing' });
  });
});
