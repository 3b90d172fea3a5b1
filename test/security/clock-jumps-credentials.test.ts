// Sessions, keys with an end and tokens of the provider of single sign-on, under a clock that jumps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkIdentity } from '#accounts/sso/linked-account';
import { issuerKeyOf } from '#accounts/sso/sso-settings';
import { formatUtc, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { AUDIENCE } from '../../harness/sso/forging-provider.ts';
import { PASSWORD, World } from '../../harness/world/world.ts';
import { ForgedWorld } from '../http/api/user/sso/forged-sign-in.ts';
import { openBrowser } from '../http/api/v1/session/browser.ts';

const START = '2024-05-17T10:00:00Z';
/** A browser's session that is not used ends before this. */
const LONG_AFTER = '2024-09-17T10:00:00Z';

const ask = async (world: World, token: string): Promise<number> =>
  (await world.get('/api/v1/account', null, { authorization: `Bearer ${token}` })).status;

/** Lets the server learn the time by a request of another caller. */
async function pass(world: World, now: string): Promise<void> {
  const key = await world.key('german', `at ${now.slice(0, 10)}`);
  world.setNow(now);
  assert.equal(await ask(world, key), 200);
}

test('a session that ended while it was not used does not revive when the clock is set back', async (t) => {
  const world = await World.open(t, { now: START });
  const browser = await openBrowser(world);
  await pass(world, LONG_AFTER);
  world.setNow(START);
  assert.equal(await browser.isSignedIn(), false);
});

test('a session still works after the clock is set back by a second, and one that starts later works', async (t) => {
  const world = await World.open(t, { now: START });
  const browser = await openBrowser(world);
  world.setNow('2024-05-17T09:59:59Z');
  assert.equal(await browser.isSignedIn(), true);
  await pass(world, LONG_AFTER);
  world.setNow(START);
  assert.equal(await (await openBrowser(world)).isSignedIn(), true);
});

async function addEndingKey(world: World, expires: string): Promise<string> {
  const made = await world.post(
    '/api/v1/account/keys',
    { name: `until ${expires.slice(0, 10)}`, password: PASSWORD, expires },
    'trader',
  );
  assert.equal(made.status, 200, made.text);
  return made.body.key;
}

test('a key that reached its end does not revive when the clock is set back', async (t) => {
  const world = await World.open(t, { now: START });
  const key = await addEndingKey(world, '2024-05-17T12:00Z');
  const later = await addEndingKey(world, '2024-05-20T12:00Z');
  assert.equal(await ask(world, key), 200);
  await pass(world, '2024-05-17T12:00:01Z');
  world.setNow(START);
  assert.equal(await ask(world, key), 401);
  assert.equal(await ask(world, later), 200);
});

test('the end of a key stays its instant, however far the clock jumps before it', async (t) => {
  const world = await World.open(t, { now: START });
  const end = Date.parse('2024-05-17T12:00:00Z');
  const key = await addEndingKey(world, formatUtc(end));
  for (const [offset, status] of [
    [-90 * MINUTE_MS, 200],
    [-3 * HOUR_MS, 200],
    [-1, 200],
    [0, 401],
    [-HOUR_MS, 401],
  ] as const) {
    world.setNow(formatUtc(end + offset));
    assert.equal(await ask(world, key), status, `${offset} ms`);
  }
});

test('a token of the provider counts until the end that is signed in it, by the present clock, however it jumps', async (t) => {
  const forged = await ForgedWorld.open(t);
  const { world, provider } = forged;
  const { accounts } = world.store;
  const identity = { issuer: issuerKeyOf(provider.issuer), subject: 'robot' };
  const trader = (await accounts.findUser('trader'))!;
  await linkIdentity(accounts, trader, identity, { actor: 'operator', now: world.now });
  const start = world.now;
  const seconds = Math.floor(start / 1_000);
  const token = await provider.sign({
    ...{ iss: provider.issuer, aud: AUDIENCE, sub: 'robot', jti: 'jump' },
    ...{ iat: seconds, exp: seconds + 1_800 },
  });
  const key = await world.key('german', 'reader');
  for (const [minutes, status] of [
    [0, 200],
    // The signed end decides again after the clock is set back: the provider’s clock is the one that made it.
    [60, 401],
    [10, 200],
    [29, 200],
    [45, 401],
    [-20, 200],
    [32, 401],
  ] as const) {
    world.setNow(formatUtc(start + minutes * MINUTE_MS));
    assert.equal(await ask(world, key), 200);
    assert.equal(await ask(world, token), status, `after ${minutes} minutes`);
  }
});
