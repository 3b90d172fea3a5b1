// Sessions of browsers: how they start, who sees them, and what ends them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findCaller } from '#accounts/authenticate';
import { changeOwnPassword, changePassword } from '#accounts/password-changes';
import { hashSecret, isSessionSecret, looksLikeSecret } from '#accounts/secrets';
import {
  endOtherSessions,
  endSession,
  listSessions,
  sessionIdOf,
} from '#accounts/sessions/own-sessions';
import {
  MAX_SESSIONS_PER_USER,
  makeSession,
  startSession,
  startSessionWithCode,
} from '#accounts/sessions/start-session';
import { signIn } from '#accounts/sign-in';
import { disableUser, enableUser } from '#accounts/users';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { START } from '../open-accounts.ts';
import { anna as attempt, refusalOf, wrong } from '../sign-in/sign-in-attempts.ts';
import { openSessions } from './open-sessions.ts';

const BROWSER = { agent: 'Firefox on Linux' };

describe('a session', () => {
  it('a session starts with the right password, and the store has its hash only', async (t) => {
    const { accounts, anna, start, find } = await openSessions(t);
    const { user, secret, expiresAt, endsAt } = await start();
    assert.equal(user.name, 'Anna');
    assert.ok(looksLikeSecret(secret) && isSessionSecret(secret));
    assert.equal(expiresAt, START + 12 * HOUR_MS);
    assert.equal(endsAt, START + 7 * DAY_MS);
    const [stored] = await accounts.listSessions(anna.id);
    assert.equal(stored!.hash, hashSecret(secret));
    assert.ok(!JSON.stringify(stored).includes(secret));
    assert.equal((await find(secret, START))!.user.id, anna.id);
  });

  it('a wrong password starts none and counts like a failed sign-in', async (t) => {
    const { accounts, anna, service } = await openSessions(t);
    for (let i = 0; i < 20; i++) {
      await refusalOf(startSession(service, { ...wrong, ...BROWSER }, START));
    }
    const refusal = await refusalOf(signIn(service, attempt, START));
    assert.equal(refusal.code, 'sign_in_throttled');
    assert.deepEqual(await accounts.listSessions(anna.id), []);
  });

  it('a one-time code starts a session once', async (t) => {
    const { service, find } = await openSessions(t);
    const code = await service.codes.make('anna', START);
    const given = { code, address: attempt.address, ...BROWSER };
    const { secret } = await startSessionWithCode(service, given, START);
    assert.equal((await find(secret, START))!.user.name, 'Anna');
    const refusal = await refusalOf(startSessionWithCode(service, given, START));
    assert.equal(refusal.code, 'invalid_credentials');
  });

  it('the secret of a session is no token, and a token is no session', async (t) => {
    const { accounts, service, start, find } = await openSessions(t);
    const { secret } = await start();
    assert.equal(await findCaller(accounts, secret, START), undefined);
    const { token } = await signIn(service, attempt, START);
    assert.equal(await find(token, START), undefined);
  });

  it('a user has at most 100 sessions: one more ends the one that was unused longest', async (t) => {
    const { accounts, anna, start, find } = await openSessions(t);
    const first = await start(START);
    const second = await start(START + 1);
    for (let i = 2; i <= MAX_SESSIONS_PER_USER; i++) await start(START + i);
    assert.equal((await accounts.listSessions(anna.id)).length, MAX_SESSIONS_PER_USER);
    assert.equal(await find(first.secret, START + 200), undefined);
    assert.ok(await find(second.secret, START + 200));
  });
});

describe('the list of sessions', () => {
  it('a user sees each session with its browser, address and times, without a secret', async (t) => {
    const { accounts, anna, start } = await openSessions(t);
    const old = await start(START, 'Safari on macOS');
    const { secret } = await start(START + HOUR_MS, 'Edge on Windows');
    const listed = await listSessions(accounts, anna, START + HOUR_MS);
    assert.deepEqual(
      listed.map(({ id, agent, address, createdAt }) => [id, agent, address, createdAt]),
      [
        [sessionIdOf(hashSecret(secret)), 'Edge on Windows', attempt.address, START + HOUR_MS],
        [sessionIdOf(hashSecret(old.secret)), 'Safari on macOS', attempt.address, START],
      ],
    );
    assert.ok(!JSON.stringify(listed).includes(hashSecret(secret)));
    assert.equal((await listSessions(accounts, anna, START + 12 * HOUR_MS)).length, 1);
  });

  it('a session that is ended by its id no longer works, and its end is in the journal', async (t) => {
    const { accounts, anna, start, find } = await openSessions(t);
    const [kept, ended] = [await start(), await start()];
    const id = sessionIdOf(hashSecret(ended.secret));
    await endSession(accounts, anna, id, START);
    assert.equal(await find(ended.secret, START), undefined);
    assert.ok(await find(kept.secret, START));
    const [entry] = await accounts.listEntries(1);
    assert.deepEqual(
      [entry!.kind, entry!.name, entry!.actor, entry!.detail],
      ['sessions-ended', 'Anna', 'Anna', 'A session was ended.'],
    );
    const refusal = await refusalOf(endSession(accounts, anna, id, START));
    assert.equal(refusal.code, 'session_unknown');
  });

  it('no user ends the session of another', async (t) => {
    const { accounts, anna, start, find } = await openSessions(t);
    const { secret } = await start();
    const other = { ...anna, id: anna.id + 1, name: 'Bert' };
    const id = sessionIdOf(hashSecret(secret));
    assert.equal((await refusalOf(endSession(accounts, other, id, START))).code, 'session_unknown');
    assert.equal(await endOtherSessions(accounts, other, '', START), 0);
    assert.ok(await find(secret, START));
  });

  it('ending all others keeps the session that asked, the tokens and the keys', async (t) => {
    const { accounts, anna, service, start, find } = await openSessions(t);
    const [a, kept, b] = [await start(), await start(), await start()];
    const { token } = await signIn(service, attempt, START);
    assert.equal(await endOtherSessions(accounts, anna, hashSecret(kept.secret), START), 2);
    assert.ok(await find(kept.secret, START));
    for (const { secret } of [a, b]) assert.equal(await find(secret, START), undefined);
    assert.ok(await findCaller(accounts, token, START));
    assert.equal(await endOtherSessions(accounts, anna, hashSecret(kept.secret), START), 0);
  });
});

describe('what ends sessions besides their user', () => {
  it('a new password ends every session', async (t) => {
    const { accounts, start, find } = await openSessions(t);
    const { secret } = await start();
    await changePassword(accounts, 'anna', 'wind over Kattegat');
    assert.equal(await find(secret, START), undefined);
  });

  it('disabling ends every session, and enabling brings none back', async (t) => {
    const { accounts, start, find } = await openSessions(t);
    const { secret } = await start();
    await disableUser(accounts, 'anna');
    assert.equal(await find(secret, START), undefined);
    await enableUser(accounts, 'anna');
    assert.equal(await find(secret, START), undefined);
  });

  it('an own new password ends the session that asked too, and starts the next one', async (t) => {
    const { accounts, anna, service, start, find } = await openSessions(t);
    const [own, other] = [await start(), await start()];
    const next = makeSession(service, anna, { address: '192.0.2.1', ...BROWSER }, START);
    await changeOwnPassword(accounts, {
      user: anna,
      newHash: 'new hash',
      goesOnWith: next.credential,
      by: { actor: 'Anna', now: START },
    });
    for (const { secret } of [own, other]) assert.equal(await find(secret, START), undefined);
    assert.ok(await find(next.secret, START));
  });

  it('an own new password is refused if another was set since the old one was checked', async (t) => {
    const { accounts, anna } = await openSessions(t);
    await changePassword(accounts, 'anna', 'wind over Kattegat');
    const current = await accounts.findUser('anna');
    const refusal = await refusalOf(
      changeOwnPassword(accounts, { user: anna, newHash: 'x', goesOnWith: undefined }),
    );
    assert.equal(refusal.code, 'token_invalid');
    assert.equal((await accounts.findUser('anna'))!.passwordHash, current!.passwordHash);
  });
});
