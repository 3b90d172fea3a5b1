import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findCaller } from '#accounts/authenticate';
import { MAX_FAILED_PER_USER } from '#accounts/failure-throttle';
import { KnownPasswords } from '#accounts/known-passwords';
import { signIn, signInWithCode } from '#accounts/sign-in';
import { openSignInService, type SignInService } from '#accounts/sign-in-service';
import { addUser, disableUser } from '#accounts/users';
import { DAY_MS, MINUTE_MS } from '#core/time/instant';
import { openAccountsWithAnna, PASSWORD, START } from '../open-accounts.ts';
import { anna, openQuickService, refusalOf, wrong } from './sign-in-attempts.ts';

/** Fails a number of times, each time for the wrong password. */
async function failTimes(service: SignInService, times: number, attempt = wrong, now = START) {
  for (let i = 0; i < times; i++) {
    const refusal = await refusalOf(signIn(service, attempt, now));
    assert.equal(refusal.code, 'invalid_credentials', `attempt ${i + 1}`);
  }
}

describe('failed sign-ins', () => {
  it('twenty failures in five minutes make the user wait at that address, and at no other', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    await failTimes(service, 20);
    const refusal = await refusalOf(signIn(service, { ...anna, userName: 'ANNA' }, START));
    assert.deepEqual([refusal.code, refusal.retryAfterSeconds], ['sign_in_throttled', 300]);
    assert.ok(await signIn(service, { ...anna, address: '198.51.100.1' }, START));
    assert.ok(await signIn(service, anna, START + 5 * MINUTE_MS));
  });

  it('a hundred failures in five minutes make the user wait at every address that never signed in', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < MAX_FAILED_PER_USER; i++) {
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

  it('failures elsewhere do not keep a user from an address that signed in before', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const home = { ...anna, address: '203.0.113.5' };
    await signIn(openQuickService(accounts), home, START - 89 * DAY_MS);
    const service = openQuickService(accounts);
    for (let i = 0; i < MAX_FAILED_PER_USER; i++) {
      await failTimes(service, 1, { ...wrong, address: `192.0.2.${i}` });
    }
    assert.ok(await signIn(service, home, START));
    const elsewhere = { ...anna, address: '198.51.100.1' };
    assert.equal((await refusalOf(signIn(service, elsewhere, START))).code, 'sign_in_throttled');
    // The address is familiar, but its guesses are counted as everywhere.
    await failTimes(service, 20, { ...wrong, address: home.address });
    assert.equal((await refusalOf(signIn(service, home, START))).code, 'sign_in_throttled');
  });

  it('passwords from a familiar address are checked before those of strangers', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const lanes: (string | undefined)[] = [];
    const verify = async (password: string, _phc: string | null, lane?: string) => {
      lanes.push(lane);
      return password === PASSWORD;
    };
    const service = () =>
      openSignInService(accounts, { passwords: new KnownPasswords({ verify }) });
    await signIn(service(), anna, START);
    await signIn(service(), anna, START);
    await signIn(service(), { ...anna, address: '198.51.100.1' }, START);
    assert.deepEqual(lanes, ['stranger', 'known', 'stranger']);
  });

  it('an address is strange again ninety days after the last sign-in', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const home = { ...anna, address: '203.0.113.5' };
    await signIn(openQuickService(accounts), home, START - 90 * DAY_MS);
    const service = openQuickService(accounts);
    for (let i = 0; i < MAX_FAILED_PER_USER; i++) {
      await failTimes(service, 1, { ...wrong, address: `192.0.2.${i}` });
    }
    assert.equal((await refusalOf(signIn(service, home, START))).code, 'sign_in_throttled');
  });

  it('an address is familiar for the user who signed in from it, and for no other', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    await addUser(accounts, { name: 'bert', password: PASSWORD, planName: 'german' }, START);
    const service = openQuickService(accounts);
    const home = { ...anna, userName: 'bert', address: '203.0.113.5' };
    await signIn(service, home, START);
    for (let i = 0; i < MAX_FAILED_PER_USER; i++) {
      await failTimes(service, 1, { ...wrong, address: `192.0.2.${i}` });
    }
    const asAnna = { ...anna, address: home.address };
    assert.equal((await refusalOf(signIn(service, asAnna, START))).code, 'sign_in_throttled');
  });

  it('failures make an unknown user wait just the same', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < MAX_FAILED_PER_USER; i++) {
      await failTimes(service, 1, { ...wrong, userName: 'nobody', address: `192.0.2.${i}` });
    }
    const next = { ...wrong, userName: 'nobody', address: '198.51.100.1' };
    assert.equal((await refusalOf(signIn(service, next, START))).code, 'sign_in_throttled');
  });

  it('failures make the address wait, whatever names it tries', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < 20; i++) await failTimes(service, 1, { ...wrong, userName: `user${i}` });
    assert.equal((await refusalOf(signIn(service, anna, START))).code, 'sign_in_throttled');
    assert.ok(await signIn(service, { ...anna, address: '192.0.2.2' }, START));
  });

  it('failures from one IPv6 network count together', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < 20; i++) {
      await failTimes(service, 1, { ...wrong, userName: `user${i}`, address: `2001:db8::${i}` });
    }
    const next = { ...wrong, userName: 'user', address: '2001:db8::ffff:1' };
    assert.equal((await refusalOf(signIn(service, next, START))).code, 'sign_in_throttled');
  });

  it('failures are not forgotten by a sign-in that works', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    await failTimes(service, 19);
    await signIn(service, anna, START);
    await failTimes(service, 1);
    assert.equal((await refusalOf(signIn(service, anna, START))).code, 'sign_in_throttled');
  });

  it('guesses sent all at once get at most twenty verdicts', async (t) => {
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

  it('a throttled sign-in costs no password hash', async (t) => {
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

  it('a throttled user waits five minutes, not a day, when the clock is set back a day', async (t) => {
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

  it('a one-time code gives a token, once', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    const code = await service.codes.make('Anna', START);
    const { token } = await signInWithCode(service, { code, address }, START);
    assert.equal((await findCaller(accounts, token, START))?.user.name, 'Anna');
    const refusal = await refusalOf(signInWithCode(service, { code, address }, START));
    assert.equal(refusal.code, 'invalid_credentials');
  });

  it('a one-time code of a disabled user gives no token', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    const code = await service.codes.make('Anna', START);
    await disableUser(accounts, 'anna');
    const refusal = await refusalOf(signInWithCode(service, { code, address }, START));
    assert.equal(refusal.code, 'invalid_credentials');
  });

  it('one-time codes can be guessed twenty times from an address, and then the right one is throttled too', async (t) => {
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

  it('one-time codes can be guessed twenty times even if all guesses come at once', async (t) => {
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
