import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { addKey } from '#accounts/api-keys';
import { findCaller } from '#accounts/authenticate';
import { KnownPasswords } from '#accounts/known-passwords';
import { changePassword } from '#accounts/password-changes';
import { passwordLoad } from '#accounts/passwords';
import { hashSecret } from '#accounts/secrets';
import { signIn, signOut } from '#accounts/sign-in';
import { openSignInService } from '#accounts/sign-in-service';
import { addUser, disableUser } from '#accounts/users';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import type { Credential } from '#store/account-store';
import { openAccountsWithAnna, PASSWORD, START } from '../open-accounts.ts';
import { anna, openQuickService, refusalOf, wrong } from './sign-in-attempts.ts';

describe('signing in', () => {
  it('signing in with name and password, the name in upper or lower case, gives a token for an hour', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const signedIn = await signIn(
      openSignInService(accounts),
      { ...anna, userName: 'ANNA' },
      START,
    );
    assert.equal(signedIn.user.name, 'Anna');
    assert.equal(signedIn.expiresAt, START + HOUR_MS);
    assert.match(signedIn.token, /^gtt_/);
    assert.equal((await findCaller(accounts, signedIn.token, START))?.user.name, 'Anna');
  });

  it('signing in gives tokens that live as long as the operator sets', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openSignInService(accounts, { tokenLifetimeMinutes: 5 });
    assert.equal((await signIn(service, anna, START)).expiresAt, START + 5 * MINUTE_MS);
  });

  it('signing in again gives another token and leaves the first one working', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openSignInService(accounts);
    const first = await signIn(service, anna, START);
    const second = await signIn(service, anna, START);
    assert.notEqual(first.token, second.token);
    assert.ok(await findCaller(accounts, first.token, START));
    assert.ok(await findCaller(accounts, second.token, START));
  });

  it('signing in fifty times hashes the password once', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openSignInService(accounts);
    const before = passwordLoad().started;
    for (let i = 0; i < 50; i++) await signIn(service, anna, START + i * 1_000);
    assert.equal(passwordLoad().started - before, 1);
  });

  it('signing in a hundred times at once with the right password works a hundred times', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openSignInService(accounts);
    const all = await Promise.all(Array.from({ length: 100 }, () => signIn(service, anna, START)));
    assert.equal(new Set(all.map(({ token }) => token)).size, 100);
  });

  it('signing in is refused in the same words and after the same work, whatever is wrong', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    await addUser(accounts, { name: 'robot', password: null, planName: 'german' }, START);
    await addUser(accounts, { name: 'gone', password: PASSWORD, planName: 'german' }, START);
    const service = openSignInService(accounts);
    await signIn(service, { ...anna, userName: 'gone' }, START);
    await disableUser(accounts, 'gone');
    const attempts = {
      'wrong password': wrong,
      'empty password': { ...anna, password: '' },
      'endless password': { ...anna, password: 'x'.repeat(60_000) },
      'unknown user': { ...anna, userName: 'nobody' },
      'impossible user': { ...anna, userName: "a'; DROP TABLE users; --\0" },
      'endless user': { ...anna, userName: 'x'.repeat(60_000) },
      'empty user': { ...anna, userName: '' },
      'user without password': { ...anna, userName: 'robot' },
      'disabled user whose password is known': { ...anna, userName: 'gone' },
    };
    const shown = new Set<string>();
    for (const [fault, attempt] of Object.entries(attempts)) {
      const before = passwordLoad().started;
      const { code, message, faults, cause, retryAfterSeconds } = await refusalOf(
        signIn(service, attempt, START),
      );
      assert.equal(code, 'invalid_credentials', fault);
      assert.equal(passwordLoad().started - before, 1, `${fault} is hashed`);
      shown.add(inspect({ message, faults, cause, retryAfterSeconds }));
    }
    assert.equal(shown.size, 1);
  });

  it('a refused sign-in repeats nothing of what was sent', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const refusal = await refusalOf(signIn(openSignInService(accounts), wrong, START));
    const shown = inspect(refusal, { depth: 9, showHidden: true });
    assert.ok(!shown.includes(wrong.password) && !/\banna\b/.test(refusal.message));
  });

  it('signing in with a password that is changed at that moment leaves no token behind', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const passwords = new KnownPasswords({
      verify: async () => {
        await changePassword(accounts, 'anna', 'wind over Kattegat');
        return true;
      },
    });
    const refusal = await refusalOf(
      signIn(openSignInService(accounts, { passwords }), anna, START),
    );
    assert.equal(refusal.code, 'invalid_credentials');
    assert.equal(await accounts.removeExpired(START + DAY_MS), 0, 'no token is stored');
  });
});

describe('a user who is disabled', () => {
  it('a user who is disabled while signing in gets no token', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const given: string[] = [];
    const overtaken = new Proxy(accounts, {
      get(target, name) {
        if (name !== 'addCredential') return Reflect.get(target, name).bind(target);
        return async (credential: Credential) => {
          given.push(credential.hash);
          // This ends no tokens, so the one that is added next is the only one.
          await target.updateUser('anna', { isDisabled: true });
          return target.addCredential(credential);
        };
      },
    });
    const refusal = await refusalOf(signIn(openQuickService(overtaken), anna, START));
    assert.equal(refusal.code, 'invalid_credentials');
    await accounts.updateUser('anna', { isDisabled: false });
    assert.equal(given.length, 1);
    assert.equal(await accounts.findGrant(given[0]!), undefined);
  });
});

describe('signing out', () => {
  it('signing out ends that token and no other', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    const [first, second] = [
      await signIn(service, anna, START),
      await signIn(service, anna, START),
    ];
    const caller = await findCaller(accounts, first.token, START);
    await signOut(accounts, caller!.credential, START);
    assert.equal(await findCaller(accounts, first.token, START), undefined);
    assert.ok(await findCaller(accounts, second.token, START));
  });

  it('signing out with an API key does not revoke the key', async (t) => {
    const { accounts, anna: user } = await openAccountsWithAnna(t);
    const key = await addKey(accounts, user, 'report', START);
    await signOut(accounts, (await findCaller(accounts, key, START))!.credential, START);
    assert.ok(await findCaller(accounts, key, START));
  });
});

describe('expired tokens', () => {
  it('expired tokens are removed by a later sign-in, at most every ten minutes', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    const tokens: string[] = [];
    for (const minute of [0, 1]) {
      tokens.push(hashSecret((await signIn(service, anna, START + minute * MINUTE_MS)).token));
    }
    const isKept = async () =>
      (await Promise.all(tokens.map((hash) => accounts.findGrant(hash)))).map((grant) => !!grant);
    await signIn(service, anna, START + 60 * MINUTE_MS);
    assert.deepEqual(await isKept(), [false, true]);
    await signIn(service, anna, START + 61 * MINUTE_MS);
    assert.deepEqual(await isKept(), [false, true], 'not on every sign-in');
    await signIn(service, anna, START + 70 * MINUTE_MS);
    assert.deepEqual(await isKept(), [false, false]);
  });
});
