// Which failed sign-ins are in the journal.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signIn } from '#accounts/sign-in';
import type { SignInService } from '#accounts/sign-in-service';
import { MINUTE_MS } from '#core/time/instant';
import { openAccountsWithAnna, START } from '../open-accounts.ts';
import { anna, openQuickService, refusalOf, wrong } from './sign-in-attempts.ts';

const entriesOf = async (service: SignInService): Promise<string[]> => {
  await service.audit.flush();
  const entries = await service.accounts.listEntries(100);
  return entries.map(({ actor, kind, name }) => `${kind} ${name} by ${actor}`).reverse();
};

describe('the audit of failed sign-ins', () => {
  it('the first failure of a user in five minutes has an entry with the address', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < 5; i++) {
      await refusalOf(signIn(service, { ...wrong, userName: 'ANNA' }, START + i));
    }
    const first = 'sign-in-failed Anna by caller at 192.0.2.1';
    assert.deepEqual(await entriesOf(service), [first]);
    await refusalOf(signIn(service, wrong, START + 6 * MINUTE_MS));
    assert.deepEqual(await entriesOf(service), [first, first]);
  });

  it('each limit that is reached has an entry', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < 30; i++) await refusalOf(signIn(service, wrong, START));
    for (let i = 0; i < 200; i++) {
      await refusalOf(signIn(service, { ...wrong, address: `198.51.100.${i}` }, START));
    }
    assert.deepEqual(await entriesOf(service), [
      'sign-in-failed Anna by caller at 192.0.2.1',
      'sign-ins-throttled Anna by caller at 192.0.2.1',
      'sign-ins-throttled Anna by caller at 198.51.100.79',
    ]);
  });

  it('unknown names have no entry, so that a stranger cannot write into the journal', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < 25; i++) {
      await refusalOf(signIn(service, { ...wrong, userName: 'correct horse' }, START));
    }
    assert.deepEqual(await entriesOf(service), []);
  });

  it('a sign-in that works has no entry', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    await signIn(service, anna, START);
    assert.deepEqual(await entriesOf(service), []);
  });
});
