// The refusal of an ended session says why it ended, to the browser that has its cookie and to no other.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { makeSecret } from '#accounts/secrets';
import { disableUser } from '#accounts/users';
import { PASSWORD, World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { Browser, openBrowser } from './browser.ts';

const NOW = '2024-05-17T10:00:00Z';
const SESSIONS = '/api/v1/account/sessions';

const whyOf = async (browser: Browser): Promise<string> =>
  assertRefused(await browser.get('/api/v1/account'), 401, 'session_ended').detail;

/** A browser, and another with the same cookie. */
async function openTwins(world: World): Promise<[Browser, Browser]> {
  const own = await openBrowser(world);
  const copy = new Browser(world);
  copy.cookie = own.cookie;
  return [own, copy];
}

const ENDINGS: readonly [
  what: string,
  end: (world: World, own: Browser) => Promise<unknown>,
  words: string,
][] = [
  [
    'a sign-out',
    (_, own) => own.send('DELETE', '/api/v1/session'),
    'the session was signed out; sign in again',
  ],
  [
    'the old sign-out',
    (_, own) => own.send('POST', '/api/user/logout', { body: {} }),
    'the session was signed out; sign in again',
  ],
  [
    'a new password',
    (_, own) =>
      own.send('POST', '/api/v1/account/password', {
        body: { password: PASSWORD, newPassword: 'wind over the Kattegat' },
      }),
    'a new password ended the session; sign in again',
  ],
  [
    'another browser on the account page',
    async (world) => (await openBrowser(world)).send('DELETE', SESSIONS),
    'the session was ended on the account page; sign in again',
  ],
  [
    'the operator, who disabled the user',
    (world) =>
      disableUser(world.signIn.accounts, 'trader', { actor: 'operator', now: Date.parse(NOW) }),
    'the operator disabled the user; sign in again once the user is enabled',
  ],
  [
    '12 hours without use',
    async (world) => world.setNow('2024-05-17T22:00:00Z'),
    'the session was not used for 12 hours; sign in again',
  ],
];

describe('the refusal of an ended session', () => {
  for (const [what, end, words] of ENDINGS) {
    it(`the refusal names ${what}`, async (t: TestContext) => {
      const world = await World.open(t, { now: NOW });
      const [own, copy] = await openTwins(world);
      await end(world, own);
      assert.equal(await whyOf(copy), words);
      // The answer took the cookie: the browser is a stranger from now on.
      assertRefused(await copy.get('/api/v1/account'), 401, 'token_missing');
    });
  }

  it('each request that was under way with the cookie gets the reason', async (t: TestContext) => {
    const world = await World.open(t, { now: NOW });
    const [own, copy] = await openTwins(world);
    const later = new Browser(world);
    later.cookie = copy.cookie;
    await own.send('DELETE', '/api/v1/session');
    assert.equal(await whyOf(copy), await whyOf(later));
  });

  it('a cookie that was never given out gets the general words', async (t: TestContext) => {
    const world = await World.open(t, { now: NOW });
    await (await openBrowser(world)).send('DELETE', '/api/v1/session');
    const stranger = new Browser(world);
    stranger.cookie = `gridtide-session=${makeSecret('session')}`;
    assert.equal(await whyOf(stranger), 'the session has ended; sign in again');
  });

  it('a reason is forgotten after 7 days', async (t: TestContext) => {
    const world = await World.open(t, { now: NOW });
    const [own, copy] = await openTwins(world);
    await own.send('DELETE', '/api/v1/session');
    world.setNow('2024-05-24T10:00:00Z');
    await openBrowser(world);
    assert.equal(await whyOf(copy), 'the session has ended; sign in again');
  });

  it('a request of a good session never asks for ended ones', async (t: TestContext) => {
    const world = await World.open(t, { now: NOW });
    const browser = await openBrowser(world);
    const find = t.mock.method(world.store.accounts, 'findEndedSession');
    assert.ok(await browser.isSignedIn());
    assert.equal(find.mock.callCount(), 0);
    browser.cookie = `gridtide-session=${makeSecret('session')}`;
    await whyOf(browser);
    assert.equal(find.mock.callCount(), 1);
  });
});
