import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { addKey } from '#accounts/api-keys';
import { findCaller } from '#accounts/authenticate';
import { KnownPasswords } from '#accounts/known-passwords';
import { passwordLoad } from '#accounts/passwords';
import { hashSecret } from '#accounts/secrets';
import {
  openSignInService,
  type SignInService,
  signIn,
  signInWithCode,
  signOut,
} from '#accounts/sign-in';
import { addUser, changePassword, disableUser } from '#accounts/users';
import { Refusal } from '#core/errors';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import type { AccountStore, Credential } from '#store/account-store';
import { openAccountsWithAnna, PASSWORD, START } from './open-accounts.ts';

const anna = { userName: 'anna', password: PASSWORD, address: '192.0.2.1' };
const wrong = { ...anna, password: 'wind over Sahara' };

/** A sign-in service that knows Anna's password without hashing, for tests that sign in many times. */
const openQuickService = (accounts: AccountStore): SignInService =>
  openSignInService(accounts, {
    passwords: new KnownPasswords({
      verify: async (password, phc) => phc !== null && password === PASSWORD,
    }),
  });

async function refusalOf(attempt: Promise<unknown>): Promise<Refusal> {
  try {
    await attempt;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error;
  }
  assert.fail('the sign-in was accepted');
}

async function failTimes(service: SignInService, times: number, attempt = wrong, now = START) {
  for (let i = 0; i < times; i++) {
    const refusal = await refusalOf(signIn(service, attempt, now));
    assert.equal(refusal.code, 'invalid_credentials', `attempt ${i + 1}`);
  }
}

describe('signing in', () => {
  it('with name and password, the name in any case, gives a token for an hour', async (t) => {
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

  it('gives tokens that live as long as the operator sets', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openSignInService(accounts, { tokenLifetimeMinutes: 5 });
    assert.equal((await signIn(service, anna, START)).expiresAt, START + 5 * MINUTE_MS);
  });

  it('again gives another token and leaves the first one working', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openSignInService(accounts);
    const first = await signIn(service, anna, START);
    const second = await signIn(service, anna, START);
    assert.notEqual(first.token, second.token);
    assert.ok(await findCaller(accounts, first.token, START));
    assert.ok(await findCaller(accounts, second.token, START));
  });

  it('before every call hashes the password once', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openSignInService(accounts);
    const before = passwordLoad().started;
    for (let i = 0; i < 50; i++) await signIn(service, anna, START + i * 1_000);
    assert.equal(passwordLoad().started - before, 1);
  });

  it('a hundred times at once with the right password works a hundred times', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openSignInService(accounts);
    const all = await Promise.all(Array.from({ length: 100 }, () => signIn(service, anna, START)));
    assert.equal(new Set(all.map(({ token }) => token)).size, 100);
  });

  it('is refused in the same words and after the same work, whatever is wrong', async (t) => {
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

  it('that is refused says nothing of what was sent', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const refusal = await refusalOf(signIn(openSignInService(accounts), wrong, START));
    const shown = inspect(refusal, { depth: 9, showHidden: true });
    assert.ok(!shown.includes(wrong.password) && !/\banna\b/.test(refusal.message));
  });

  it('with a password that is changed in that very moment leaves no token behind', async (t) => {
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

describe('failed sign-ins', () => {
  it('make the user wait after twenty in five minutes, from any address', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < 20; i++) {
      await failTimes(service, 1, {
        ...wrong,
        userName: i % 2 ? 'anna' : 'ANNA',
        address: `192.0.2.${i}`,
      });
    }
    const elsewhere = { ...anna, address: '198.51.100.1' };
    const refusal = await refusalOf(signIn(service, elsewhere, START));
    assert.equal(refusal.code, 'sign_in_throttled');
    assert.equal(refusal.retryAfterSeconds, 300);
    assert.match(refusal.message, /300 s/);
    assert.ok(await signIn(service, elsewhere, START + 5 * MINUTE_MS));
  });

  it('make an unknown user wait just the same', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < 20; i++) {
      await failTimes(service, 1, { ...wrong, userName: 'nobody', address: `192.0.2.${i}` });
    }
    const next = { ...wrong, userName: 'nobody', address: '198.51.100.1' };
    assert.equal((await refusalOf(signIn(service, next, START))).code, 'sign_in_throttled');
  });

  it('make the address wait, whatever names it tries', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < 20; i++) await failTimes(service, 1, { ...wrong, userName: `user${i}` });
    assert.equal((await refusalOf(signIn(service, anna, START))).code, 'sign_in_throttled');
    assert.ok(await signIn(service, { ...anna, address: '192.0.2.2' }, START));
  });

  it('from one IPv6 network count together', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < 20; i++) {
      await failTimes(service, 1, { ...wrong, userName: `user${i}`, address: `2001:db8::${i}` });
    }
    const next = { ...wrong, userName: 'user', address: '2001:db8::ffff:1' };
    assert.equal((await refusalOf(signIn(service, next, START))).code, 'sign_in_throttled');
  });

  it('are not forgotten by a sign-in that works', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    await failTimes(service, 19);
    await signIn(service, anna, START);
    await failTimes(service, 1);
    assert.equal((await refusalOf(signIn(service, anna, START))).code, 'sign_in_throttled');
  });

  it('sent all at once learn no more than twenty verdicts', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    const guesses = Array.from({ length: 60 }, (_, i) => ({ ...wrong, password: `guess ${i}` }));
    const attempts = [...guesses, anna].map((attempt) =>
      refusalOf(signIn(service, attempt, START)),
    );
    const codes = (await Promise.all(attempts)).map(({ code }) => code);
    assert.equal(codes.filter((code) => code === 'invalid_credentials').length, 20);
    assert.equal(codes.filter((code) => code === 'sign_in_throttled').length, 41);
  });

  it('while waiting cost no password hash', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    let checks = 0;
    const passwords = new KnownPasswords({
      verify: async () => {
        checks++;
        return false;
      },
    });
    const service = openSignInService(accounts, { passwords });
    await failTimes(service, 20);
    for (let i = 0; i < 5; i++) await refusalOf(signIn(service, wrong, START));
    assert.equal(checks, 20);
  });

  it('are waited for, but not for a day, when the clock is set back a day', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    await failTimes(service, 20);
    const back = START - DAY_MS;
    assert.equal((await refusalOf(signIn(service, anna, back))).code, 'sign_in_throttled');
    assert.ok(await signIn(service, anna, back + 5 * MINUTE_MS));
  });
});

describe('a one-time code', () => {
  const address = '192.0.2.1';

  it('gives a token, once', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    const code = await service.codes.make('Anna', START);
    const { token } = await signInWithCode(service, { code, address }, START);
    assert.equal((await findCaller(accounts, token, START))?.user.name, 'Anna');
    const refusal = await refusalOf(signInWithCode(service, { code, address }, START));
    assert.equal(refusal.code, 'invalid_credentials');
  });

  it('of a disabled user gives none', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    const code = await service.codes.make('Anna', START);
    await disableUser(accounts, 'anna');
    const refusal = await refusalOf(signInWithCode(service, { code, address }, START));
    assert.equal(refusal.code, 'invalid_credentials');
  });

  it('can be guessed twenty times from an address, and then the right one waits too', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    const code = await service.codes.make('Anna', START);
    const guess = (text: string, from = address) =>
      signInWithCode(service, { code: text, address: from }, START);
    for (let i = 0; i < 20; i++) {
      assert.equal((await refusalOf(guess(`guess ${i}`))).code, 'invalid_credentials');
    }
    for (const text of ['guess', code]) {
      const { code: said, retryAfterSeconds } = await refusalOf(guess(text));
      assert.deepEqual([said, retryAfterSeconds], ['sign_in_throttled', 300]);
    }
    assert.ok(await guess(code, '192.0.2.2'), 'the code was not used up by waiting');
  });

  it('can be guessed twenty times also where all guesses come at once', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    const guesses = Array.from({ length: 50 }, (_, i) =>
      refusalOf(signInWithCode(service, { code: `guess ${i}`, address }, START)),
    );
    const codes = (await Promise.all(guesses)).map(({ code }) => code);
    assert.equal(codes.filter((code) => code === 'invalid_credentials').length, 20);
    assert.equal(codes.filter((code) => code === 'sign_in_throttled').length, 30);
  });
});

describe('a user who is disabled', () => {
  it('while signing in gets no token', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const given: string[] = [];
    const overtaken = new Proxy(accounts, {
      get(target, name) {
        if (name !== 'addCredential') return Reflect.get(target, name).bind(target);
        return async (credential: Credential) => {
          given.push(credential.hash);
          // No tokens are ended by this: the one that is added next is the only one.
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
  it('ends that token and no other', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    const [first, second] = [
      await signIn(service, anna, START),
      await signIn(service, anna, START),
    ];
    const caller = await findCaller(accounts, first.token, START);
    await signOut(accounts, caller!.credential);
    assert.equal(await findCaller(accounts, first.token, START), undefined);
    assert.ok(await findCaller(accounts, second.token, START));
  });

  it('with an API key does not revoke the key', async (t) => {
    const { accounts, anna: user } = await openAccountsWithAnna(t);
    const key = await addKey(accounts, user, 'report', START);
    await signOut(accounts, (await findCaller(accounts, key, START))!.credential);
    assert.ok(await findCaller(accounts, key, START));
  });
});

describe('expired tokens', () => {
  it('are cleared away by a later sign-in, now and then', async (t) => {
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
