// Failed sign-ins are throttled: 20 in five minutes of a user at an address and of an address, 100 of a user.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { failureOwnerOf } from '#accounts/check-attempt';
import { type Answer, PASSWORD, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const LIMIT = 20;
const USER_LIMIT = 100;
const NOW = '2024-05-17T10:00:00Z';

const open = (t: TestContext, trustProxy = false) => World.open(t, { now: NOW, trustProxy });

interface Attempt {
  readonly username?: string;
  readonly password?: string;
  readonly from?: string;
  /** What X-Forwarded-For says. */
  readonly forwardedFor?: string;
}

function signIn(world: World, attempt: Attempt): Promise<Answer> {
  const { username = 'trader', password = PASSWORD, from = '192.0.2.1', forwardedFor } = attempt;
  return world.raw({
    method: 'POST',
    url: '/api/v1/auth',
    headers: {
      'content-type': 'application/json',
      ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}),
    },
    remoteAddress: from,
    payload: JSON.stringify({ username, password }),
  });
}

async function fail(world: World, times: number, attempt: (i: number) => Attempt): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, i) => signIn(world, { password: 'wrong', ...attempt(i) })),
  );
  for (const answer of answers) assertRefused(answer, 401, 'invalid_credentials');
}

/** Users that exist and, now and then, one that does not: only the latter costs a whole hash. */
const anyUser = (i: number): string => (i % 5 === 4 ? `guess${i}` : i % 2 ? 'trader' : 'german');

/** Fails 100 times under a name, each time from another address; most of it without hashing. */
async function failEverywhere(world: World, username: string): Promise<void> {
  const hashed = 5;
  for (let i = hashed; i < USER_LIMIT; i++) {
    await world.signIn.userFailures.record(failureOwnerOf(username), world.now);
  }
  await fail(world, hashed, (i) => ({ username, from: `198.51.100.${i}` }));
}

function assertThrottled(answer: Answer, retryAfterSeconds: number): void {
  const { detail } = assertRefused(answer, 429, 'sign_in_throttled');
  assert.equal(answer.headers['retry-after'], String(retryAfterSeconds));
  assert.ok(detail.includes(`${retryAfterSeconds} s`));
}

describe('sign-in throttling', () => {
  it('a user with 20 failures from one address can sign in from every other', async (t) => {
    const world = await open(t);
    await fail(world, LIMIT, () => ({ from: '198.51.100.7' }));
    assertThrottled(await signIn(world, { from: '198.51.100.7' }), 300);
    assert.equal((await signIn(world, { from: '203.0.113.9' })).status, 200);
  });

  it('a user with 100 failures can still sign in from an address that signed in before', async (t) => {
    const world = await open(t);
    assert.equal((await signIn(world, { from: '203.0.113.9' })).status, 200);
    await failEverywhere(world, 'trader');
    assertThrottled(await signIn(world, { from: '203.0.113.10' }), 300);
    assert.equal((await signIn(world, { from: '203.0.113.9' })).status, 200);
    const wrong = await signIn(world, { from: '203.0.113.9', password: 'wrong' });
    assertRefused(wrong, 401, 'invalid_credentials');
  });

  it('a user with 100 failures from any addresses is throttled, and no other user is', async (t) => {
    const world = await open(t);
    await failEverywhere(world, 'trader');
    assertThrottled(await signIn(world, { from: '203.0.113.9' }), 300);
    assertThrottled(await signIn(world, { username: 'TRADER', from: '203.0.113.9' }), 300);
    assert.equal((await signIn(world, { username: 'german' })).status, 200);

    world.setNow('2024-05-17T10:04:59.999Z');
    assertThrottled(await signIn(world, {}), 1);
    world.setNow('2024-05-17T10:05:00Z');
    assert.equal((await signIn(world, {})).status, 200);
  });

  it('an address with 20 failures of any users is throttled, and no other address is', async (t) => {
    const world = await open(t);
    await fail(world, LIMIT, (i) => ({ username: anyUser(i) }));
    assertThrottled(await signIn(world, {}), 300);
    assertThrottled(await signIn(world, { username: 'german' }), 300);
    assert.equal((await signIn(world, { from: '192.0.2.2' })).status, 200);
  });

  it('throttling looks alike for users that exist and users that do not', async (t) => {
    const world = await open(t);
    await failEverywhere(world, 'nobody');
    assertThrottled(await signIn(world, { username: 'nobody', from: '203.0.113.9' }), 300);
  });

  it('19 failures pass, and both sign-ins are counted together', async (t) => {
    const world = await open(t);
    await fail(world, LIMIT - 1, () => ({}));
    assert.equal((await signIn(world, {})).status, 200);
    const last = await world.raw({
      method: 'POST',
      url: '/api/user/login',
      headers: { 'content-type': 'application/json' },
      remoteAddress: '192.0.2.1',
      payload: '{"UserName":"trader","Password":"wrong"}',
    });
    assert.equal(last.status, 401);
    assertThrottled(await signIn(world, {}), 300);
  });

  it('sign-ins that succeed are never counted, because programs sign in before every call', async (t) => {
    const world = await open(t);
    for (let i = 0; i <= LIMIT; i++) assert.equal((await signIn(world, {})).status, 200);
  });

  it('the oldest failure is no longer counted after five minutes', async (t) => {
    const world = await open(t);
    await fail(world, 10, () => ({}));
    world.setNow('2024-05-17T10:02:00Z');
    await fail(world, 10, () => ({}));
    assertThrottled(await signIn(world, {}), 180);
    world.setNow('2024-05-17T10:05:00Z');
    assert.equal((await signIn(world, {})).status, 200);
    await fail(world, 10, () => ({}));
    assertThrottled(await signIn(world, {}), 120);
  });

  it('throttling does not affect a token that exists already', async (t) => {
    const world = await open(t);
    const token = await world.token();
    await fail(world, LIMIT, () => ({}));
    assertThrottled(await signIn(world, {}), 300);
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await world.get('/api/v1/account', null, headers)).status, 200);
  });

  it('X-Forwarded-For is not believed, unless the operator says that a proxy is in front', async (t) => {
    const attempt = (i: number) => ({ username: anyUser(i), forwardedFor: `198.51.100.${i}` });
    const bare = await open(t);
    await fail(bare, LIMIT, attempt);
    assertThrottled(await signIn(bare, { forwardedFor: '203.0.113.9' }), 300);
    const proxied = await open(t, true);
    await fail(proxied, LIMIT, attempt);
    assert.equal((await signIn(proxied, { forwardedFor: '203.0.113.9' })).status, 200);
  });
});
