// The operator's way to let a user in who has to wait after failed sign-ins.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_FAILED_PER_USER } from '#accounts/failure-throttle';
import { signIn } from '#accounts/sign-in';
import { unlockUser } from '#accounts/unlock-user';
import { openAccountsWithAnna, START } from '../open-accounts.ts';
import { anna, openQuickService, refusalOf, wrong } from './sign-in-attempts.ts';

const by = { actor: 'operator', now: START };

describe('unlocking a user', () => {
  it('a user who is unlocked can sign in from everywhere at once', async (t) => {
    const { accounts, anna: user } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < MAX_FAILED_PER_USER; i++) {
      await refusalOf(signIn(service, { ...wrong, address: `192.0.2.${i}` }, START));
    }
    const elsewhere = { ...anna, address: '198.51.100.1' };
    assert.equal((await refusalOf(signIn(service, elsewhere, START))).code, 'sign_in_throttled');
    await unlockUser(accounts, user, by);
    assert.ok(await signIn(service, elsewhere, START));
    const [entry] = await accounts.listEntries(1);
    assert.deepEqual(
      [entry?.kind, entry?.name, entry?.actor],
      ['user-unlocked', 'Anna', 'operator'],
    );
  });

  it('an address that has to wait is let in only if it is named', async (t) => {
    const { accounts, anna: user } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < 20; i++) await refusalOf(signIn(service, wrong, START));
    await unlockUser(accounts, user, by);
    assert.equal((await refusalOf(signIn(service, anna, START))).code, 'sign_in_throttled');
    await unlockUser(accounts, user, by, anna.address);
    assert.ok(await signIn(service, anna, START));
  });

  it('unlocking one user leaves the failures of another', async (t) => {
    const { accounts, anna: user } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    const other = { ...wrong, userName: 'bert' };
    for (let i = 0; i < 20; i++) await refusalOf(signIn(service, other, START));
    await unlockUser(accounts, user, by, '203.0.113.1');
    assert.equal((await refusalOf(signIn(service, other, START))).code, 'sign_in_throttled');
  });
});
