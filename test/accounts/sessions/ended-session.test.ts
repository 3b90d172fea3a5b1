// What a browser is told about the end of its session.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changePassword } from '#accounts/password-changes';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { explainEnd } from '#accounts/sessions/ended-session';
import { endOtherSessions } from '#accounts/sessions/own-sessions';
import { signIn, signOut } from '#accounts/sign-in';
import { disableUser, enableUser } from '#accounts/users';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { StoreBusy } from '#store/store';
import { START } from '../open-accounts.ts';
import { anna as attempt } from '../sign-in/sign-in-attempts.ts';
import { openSessions, type Sessions } from './open-sessions.ts';

const BY = { actor: 'operator', now: START + 1 };
const UNKNOWN = 'the session has ended; sign in again';

const ENDINGS: readonly [
  what: string,
  end: (sessions: Sessions, secret: string) => Promise<unknown>,
  words: string,
][] = [
  [
    'signing out',
    async ({ accounts }, secret) =>
      signOut(accounts, { kind: 'session', hash: hashSecret(secret) }, START),
    'the session was signed out; sign in again',
  ],
  [
    'a new password',
    ({ accounts }) => changePassword(accounts, 'anna', 'wind over Kattegat', { by: BY }),
    'a new password ended the session; sign in again',
  ],
  [
    'the account page',
    ({ accounts, anna }) => endOtherSessions(accounts, anna, '', START),
    'the session was ended on the account page; sign in again',
  ],
  [
    'disabling the user',
    ({ accounts }) => disableUser(accounts, 'anna', BY),
    'the operator disabled the user; sign in again once the user is enabled',
  ],
  [
    'the hundred-first browser',
    async ({ start }) => {
      for (let i = 1; i <= 100; i++) await start(START + i);
    },
    'the user signed in with more than 100 browsers; sign in again',
  ],
  [
    '12 hours without use',
    ({ find }, secret) => find(secret, START + 12 * HOUR_MS),
    'the session was not used for 12 hours; sign in again',
  ],
  [
    '7 days of use',
    async ({ use }, secret) => {
      for (let now = START; now < START + 7 * DAY_MS; now += 11 * HOUR_MS) await use(secret, now);
      assert.equal(await use(secret, START + 7 * DAY_MS), false);
    },
    'the session was 7 days old, the most it can be; sign in again',
  ],
];

describe('the end of a session', () => {
  for (const [what, end, words] of ENDINGS) {
    it(`a browser is told that ${what} ended its session`, async (t) => {
      const sessions = await openSessions(t);
      const { secret } = await sessions.start();
      await end(sessions, secret);
      assert.equal(await explainEnd(sessions.service, secret), words);
    });
  }

  it('the times in the words are those that are set', async (t) => {
    const limits = { sessionIdleMinutes: 90, sessionMaxMinutes: 24 * 60 };
    const { service, start, find, use } = await openSessions(t, limits);
    const idle = await start();
    const later = START + 90 * MINUTE_MS;
    await find(idle.secret, later);
    assert.match(await explainEnd(service, idle.secret), /not used for 90 minutes;/);
    const old = await start(later);
    for (let now = later; now < later + DAY_MS; now += HOUR_MS) await use(old.secret, now);
    await find(old.secret, later + DAY_MS);
    assert.match(await explainEnd(service, old.secret), /was 1 day old,/);
  });

  it('the reason stays when the user is enabled again', async (t) => {
    const { accounts, service, start } = await openSessions(t);
    const { secret } = await start();
    await disableUser(accounts, 'anna', BY);
    await enableUser(accounts, 'anna', BY);
    assert.match(await explainEnd(service, secret), /disabled the user/);
  });

  it('a secret that was never given out, a token and other texts learn nothing', async (t) => {
    const { accounts, service, start } = await openSessions(t);
    const { secret } = await start();
    await signOut(accounts, { kind: 'session', hash: hashSecret(secret) }, START);
    const { token } = await signIn(service, attempt, START);
    const nearly = secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a');
    const hash = hashSecret(secret);
    for (const guess of [makeSecret('session'), token, nearly, hash, `ended ${hash}`, '']) {
      assert.equal(await explainEnd(service, guess), UNKNOWN);
    }
  });

  it('a guess that is no session’s secret reads nothing from the store', async (t) => {
    const { service } = await openSessions(t);
    const asked: string[] = [];
    const accounts = new Proxy(service.accounts, {
      get: (target, name) => {
        asked.push(String(name));
        return Reflect.get(target, name).bind(target);
      },
    });
    await explainEnd({ ...service, accounts }, 'gts_guess');
    assert.deepEqual(asked, []);
  });

  it('a store that cannot be read gives the general words', async (t) => {
    const { service } = await openSessions(t);
    const failing = (error: Error) =>
      ({ ...service, accounts: { findEndedSession: () => Promise.reject(error) } }) as never;
    const secret = makeSecret('session');
    assert.equal(await explainEnd(failing(new StoreBusy('busy')), secret), UNKNOWN);
    await assert.rejects(explainEnd(failing(new TypeError('a defect')), secret), TypeError);
  });
});
