import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { findCaller } from '#accounts/authenticate';
import { setPlan } from '#accounts/plan-changes';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { signIn } from '#accounts/sign-in';
import { openSignInService } from '#accounts/sign-in-service';
import { addUser, disableUser } from '#accounts/users';
import { HOUR_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import { openStore } from '#store/open/open-store';
import { StoreBusy } from '#store/store';
import { openAccountsWithAnna, PASSWORD, START } from './open-accounts.ts';

const signInAnna = (accounts: AccountStore, now = START) =>
  signIn(
    openSignInService(accounts),
    { userName: 'anna', password: PASSWORD, address: '192.0.2.1' },
    now,
  );

describe('a token', () => {
  it('a token leads to its user and plan', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const { token } = await signInAnna(accounts);
    const caller = await findCaller(accounts, token, START);
    assert.deepEqual(caller?.user, anna);
    assert.deepEqual(caller?.plan.patterns, ['de*']);
    assert.equal(caller?.credential.kind, 'token');
  });

  it('a token works until the instant at which it expires, and not then', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const { token, expiresAt } = await signInAnna(accounts);
    assert.equal(expiresAt, START + HOUR_MS);
    assert.ok(await findCaller(accounts, token, expiresAt - 1));
    assert.equal(await findCaller(accounts, token, expiresAt), undefined);
  });

  it('a token that was refused as expired does not revive when the clock is set back', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const { token, expiresAt } = await signInAnna(accounts);
    await findCaller(accounts, token, expiresAt + HOUR_MS);
    assert.equal(await findCaller(accounts, token, START), undefined);
  });

  it('a token made by a clock that was far ahead expires when the clock is right, for good', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const ahead = START + 2 * HOUR_MS;
    const early = await signInAnna(accounts, ahead);
    // It works up to its lifetime before it was made. Earlier than that it would outlast its lifetime.
    assert.ok(await findCaller(accounts, early.token, ahead - HOUR_MS));
    assert.equal(await findCaller(accounts, early.token, ahead - HOUR_MS - 1), undefined);
    assert.equal(await findCaller(accounts, early.token, ahead), undefined);
  });

  it('a defect that prevents the removal of an expired token is not hidden', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const { token, expiresAt } = await signInAnna(accounts);
    const broken = new Proxy(accounts, {
      get(target, name) {
        if (name === 'removeCredential') return () => Promise.reject(new TypeError('a defect'));
        return Reflect.get(target, name).bind(target);
      },
    });
    await assert.rejects(async () => findCaller(broken, token, expiresAt), /a defect/);
  });

  it('an expired token is refused even while another process has the accounts locked', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-accounts-'));
    const path = join(folder, 'accounts.db');
    const store = await openStore(`sqlite:${path}`, { writeWaitMs: 1 });
    await setPlan(store.accounts, { name: 'german', patterns: ['de*'] });
    const newUser = { name: 'anna', password: PASSWORD, planName: 'german' };
    await addUser(store.accounts, newUser, START);
    const { token, expiresAt } = await signInAnna(store.accounts);
    const other = new DatabaseSync(accountsPathOf(path));
    t.after(async () => {
      other.close();
      await store.close();
      await rm(folder, { recursive: true });
    });
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(store.accounts.removeExpired(expiresAt), StoreBusy);
    assert.equal(await findCaller(store.accounts, token, expiresAt), undefined);
  });

  it('a token is stored only as a hash', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const { token } = await signInAnna(accounts);
    const caller = await findCaller(accounts, token, START);
    assert.equal(caller?.credential.hash, hashSecret(token));
    assert.ok(!JSON.stringify(caller).includes(token));
  });

  it('a secret that was never given out leads to no user', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    assert.equal(await findCaller(accounts, makeSecret('token'), START), undefined);
    assert.equal(await findCaller(accounts, makeSecret('key'), START), undefined);
  });

  it('a secret of the wrong form leads to no user, even if its hash is stored', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const ofUser = { userId: anna.id, kind: 'token', name: null, createdAt: START } as const;
    await accounts.addCredential({ ...ofUser, hash: hashSecret('secret'), expiresAt: null });
    assert.equal(await findCaller(accounts, 'secret', START), undefined);
  });

  it('a key of a disabled user does not work until the user is enabled', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const key = await addKey(accounts, anna, 'report', START);
    assert.ok(await findCaller(accounts, key, START));
    await disableUser(accounts, 'anna');
    assert.equal(await findCaller(accounts, key, START), undefined);
    await accounts.updateUser('anna', { isDisabled: false });
    assert.ok(await findCaller(accounts, key, START), 'the key is back with its user');
  });
});
