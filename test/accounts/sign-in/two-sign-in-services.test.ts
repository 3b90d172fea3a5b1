// Two processes on one store: what one of them changes or counts is effective at the other.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { findCaller } from '#accounts/authenticate';
import type { SignInAttempt } from '#accounts/check-attempt';
import { rememberGrants } from '#accounts/grant-cache';
import { KnownPasswords } from '#accounts/known-passwords';
import { changePassword } from '#accounts/password-changes';
import { setPlan } from '#accounts/plan-changes';
import { signIn, signInWithCode, signOut } from '#accounts/sign-in';
import { openSignInService, type SignInService } from '#accounts/sign-in-service';
import { disableUser } from '#accounts/users';
import { Refusal } from '#core/errors';
import { MINUTE_MS } from '#core/time/instant';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { addQuickUser } from '../../../harness/quick-users.ts';
import { PASSWORD, START } from '../open-accounts.ts';

/** The longest time allowed between a revocation and its effect at all processes. */
const REVOKED_WITHIN_MS = 5_000;

const anna = { userName: 'anna', password: PASSWORD, address: '192.0.2.1' };
const wrong = { ...anna, password: 'wind over Sahara' };

interface Process {
  readonly store: Store;
  readonly service: SignInService;
  /** The time of the clock that is never set back. */
  readonly elapsed: { ms: number };
  /** The passwords that were hashed. */
  readonly hashed: string[];
}

/** Opens processes on one store, with the user Anna. Passwords are compared without hashing by default. */
async function openProcesses(t: TestContext, count: number, isHashing = false) {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-sign-in-'));
  const opened: Store[] = [];
  const open = async (): Promise<Process> => {
    const store = await openStore(`sqlite:${join(folder, 'accounts.db')}`);
    opened.push(store);
    const elapsed = { ms: 0 };
    const hashed: string[] = [];
    const verify = async (password: string, phc: string | null): Promise<boolean> => {
      hashed.push(password);
      return phc !== null && password === PASSWORD;
    };
    const service = openSignInService(
      rememberGrants(store.accounts, () => elapsed.ms),
      isHashing ? {} : { passwords: new KnownPasswords({ verify }) },
    );
    return { store, service, elapsed, hashed };
  };
  t.after(async () => {
    for (const store of opened) await store.close();
    await rm(folder, { recursive: true });
  });
  const processes = [await open()];
  const { accounts } = processes[0]!.service;
  await setPlan(accounts, { name: 'german', patterns: ['de*'] });
  await addQuickUser(accounts, { name: 'Anna', password: PASSWORD, planName: 'german' }, START);
  while (processes.length < count) processes.push(await open());
  return { processes, open };
}

const codeOf = async (attempt: Promise<unknown>): Promise<string> => {
  try {
    await attempt;
    return 'signed in';
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error.code;
  }
};

const isAccepted = async ({ service }: Process, token: string): Promise<boolean> =>
  (await findCaller(service.accounts, token, START)) !== undefined;

describe('a token that is ended at one process', () => {
  const endings: Record<string, (here: Process, token: string) => Promise<unknown>> = {
    'by signing out': async ({ service }, token) =>
      signOut(
        service.accounts,
        (await findCaller(service.accounts, token, START))!.credential,
        START,
      ),
    'by a new password': ({ service }) =>
      changePassword(service.accounts, 'anna', 'wind over Kattegat'),
    'by disabling the user': ({ service }) => disableUser(service.accounts, 'anna'),
  };
  for (const [how, end] of Object.entries(endings)) {
    it(`a token that is ended ${how} is refused there at once, and at another process within five seconds`, async (t) => {
      const { processes } = await openProcesses(t, 2);
      const [here, there] = processes as [Process, Process];
      const { token } = await signIn(here.service, anna, START);
      assert.deepEqual(
        [await isAccepted(here, token), await isAccepted(there, token)],
        [true, true],
      );
      await end(here, token);
      assert.equal(await isAccepted(here, token), false);
      // Requests all the time do not keep it alive.
      for (; there.elapsed.ms < REVOKED_WITHIN_MS; there.elapsed.ms += 100) {
        await isAccepted(there, token);
      }
      assert.equal(await isAccepted(there, token), false);
    });
  }
});

describe('a password that one process remembers', () => {
  it('a remembered password is wrong after another process has changed it', async (t) => {
    const { processes } = await openProcesses(t, 2, true);
    const [here, there] = processes as [Process, Process];
    await signIn(there.service, anna, START);
    await changePassword(here.service.accounts, 'anna', 'wind over Kattegat');
    assert.equal(await codeOf(signIn(there.service, anna, START)), 'invalid_credentials');
    const changed = { ...anna, password: 'wind over Kattegat' };
    assert.equal(await codeOf(signIn(there.service, changed, START)), 'signed in');
  });

  it('a remembered password is refused after another process has disabled the user', async (t) => {
    const { processes } = await openProcesses(t, 2);
    const [here, there] = processes as [Process, Process];
    await signIn(there.service, anna, START);
    await disableUser(here.service.accounts, 'anna');
    assert.equal(await codeOf(signIn(there.service, anna, START)), 'invalid_credentials');
  });
});

describe('failed sign-ins', () => {
  it('failed sign-ins at several processes count together, and outlive all of them', async (t) => {
    const { processes, open } = await openProcesses(t, 2);
    for (let i = 0; i < 20; i++) {
      const { service } = processes[i % 2]!;
      assert.equal(await codeOf(signIn(service, wrong, START)), 'invalid_credentials');
    }
    for (const { service, store } of processes) {
      assert.equal(await codeOf(signIn(service, anna, START)), 'sign_in_throttled');
      await store.close();
    }
    const { service } = await open();
    assert.equal(await codeOf(signIn(service, anna, START + MINUTE_MS)), 'sign_in_throttled');
    assert.equal(await codeOf(signIn(service, anna, START + 5 * MINUTE_MS)), 'signed in');
  });

  for (const [from, most, addressOf] of [
    ['from one address', 20, () => '192.0.2.1'],
    ['from ever new addresses', 100, (i: number) => `192.0.2.${i}`],
  ] as const) {
    it(`guesses sent all at once to several processes ${from} get at most ${most} verdicts`, async (t) => {
      const { processes } = await openProcesses(t, 3);
      const attempts = Array.from({ length: 150 }, (_, i): [SignInService, SignInAttempt] => [
        processes[i % 3]!.service,
        { ...wrong, password: `guess ${i}`, address: addressOf(i) },
      ]);
      const codes = await Promise.all(
        attempts.map(([service, one]) => codeOf(signIn(service, one, START))),
      );
      assert.equal(codes.filter((code) => code === 'invalid_credentials').length, most);
      assert.equal(codes.filter((code) => code === 'sign_in_throttled').length, 150 - most);
    });
  }

  it('an address that signed in at one process is familiar at another', async (t) => {
    const { processes } = await openProcesses(t, 2);
    const [here, there] = processes as [Process, Process];
    await signIn(here.service, anna, START);
    for (let i = 0; i < 100; i++) {
      const guess = { ...wrong, address: `198.51.100.${i}` };
      assert.equal(await codeOf(signIn(here.service, guess, START)), 'invalid_credentials');
    }
    assert.equal(await codeOf(signIn(there.service, anna, START)), 'signed in');
    const elsewhere = { ...anna, address: '203.0.113.9' };
    assert.equal(await codeOf(signIn(there.service, elsewhere, START)), 'sign_in_throttled');
  });

  it('guesses sent all at once from one address get at most twenty verdicts, whatever names they try', async (t) => {
    const { processes } = await openProcesses(t, 3);
    const attempts = Array.from({ length: 90 }, (_, i) =>
      codeOf(signIn(processes[i % 3]!.service, { ...wrong, userName: `user${i}` }, START)),
    );
    const codes = await Promise.all(attempts);
    assert.equal(codes.filter((code) => code === 'invalid_credentials').length, 20);
  });

  it('the right password among many guesses is throttled too, even if it is remembered', async (t) => {
    const { processes } = await openProcesses(t, 1);
    const { service, hashed } = processes[0]!;
    await signIn(service, anna, START);
    const guesses = Array.from({ length: 200 }, (_, i) => ({ ...wrong, password: `guess ${i}` }));
    const codes = await Promise.all(
      [...guesses, anna].map((one) => codeOf(signIn(service, one, START))),
    );
    assert.equal(codes.at(-1), 'sign_in_throttled');
    assert.equal(hashed.length, 1 + 20, 'throttled passwords are not hashed');
  });
});

describe('a sign-in code', () => {
  it('a sign-in code of one process works at another, once', async (t) => {
    const { processes } = await openProcesses(t, 2);
    const [here, there] = processes as [Process, Process];
    const code = await here.service.codes.make('Anna', START);
    const redeem = ({ service }: Process) =>
      codeOf(signInWithCode(service, { code, address: '192.0.2.1' }, START));
    assert.equal(await redeem(there), 'signed in');
    assert.equal(await redeem(here), 'invalid_credentials');
  });
});
