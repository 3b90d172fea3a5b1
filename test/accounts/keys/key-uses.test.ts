// When keys were last used: noted with few writes, which no request waits for.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addKey, listKeys } from '#accounts/api-keys';
import { findCaller } from '#accounts/authenticate';
import { rememberGrants } from '#accounts/grant-cache';
import { KeyUses } from '#accounts/keys/key-uses';
import { signIn } from '#accounts/sign-in';
import { openSignInService } from '#accounts/sign-in-service';
import { MINUTE_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import { openAccountsWithAnna, START } from '../open-accounts.ts';
import { anna as attempt, quickPasswords } from '../sign-in/sign-in-attempts.ts';

/** The same accounts, whose written uses are counted, or fail. */
function watched(accounts: AccountStore, fails = false) {
  const uses: string[] = [];
  const watching = new Proxy(accounts, {
    get(target, name) {
      if (name !== 'noteKeyUse') return Reflect.get(target, name).bind(target);
      return async (...args: Parameters<AccountStore['noteKeyUse']>) => {
        uses.push(args[0]);
        if (fails) throw new Error('disk full');
        await target.noteKeyUse(...args);
      };
    },
  });
  return { accounts: watching, uses };
}

describe('the last use of a key', () => {
  it('the use of a key is written at most once a minute', async (t) => {
    const { accounts: stored, anna } = await openAccountsWithAnna(t);
    const { accounts, uses } = watched(stored);
    const keyUses = new KeyUses(accounts);
    const secret = await addKey(stored, anna, 'report', START);
    assert.equal((await listKeys(stored, anna))[0]!.lastUsedAt, null);
    for (let now = START; now <= START + 2 * MINUTE_MS; now += 100) {
      const caller = await findCaller(accounts, secret, now);
      keyUses.note(caller!.credential, now);
    }
    await keyUses.flush();
    assert.equal(uses.length, 3);
    assert.equal((await listKeys(stored, anna))[0]!.lastUsedAt, START + 2 * MINUTE_MS);
  });

  it('several processes together write a use once a minute', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const processes = [new KeyUses(accounts), new KeyUses(accounts)];
    const { credential } = (await findCaller(
      accounts,
      await addKey(accounts, anna, 'report', START),
      START,
    ))!;
    for (const [i, uses] of processes.entries()) {
      uses.note(credential, START + i * 30_000);
      await uses.flush();
    }
    assert.equal((await listKeys(accounts, anna))[0]!.lastUsedAt, START);
  });

  it('a token and a session leave no use', async (t) => {
    const { accounts: stored } = await openAccountsWithAnna(t);
    const { accounts, uses } = watched(stored);
    const service = openSignInService(accounts, { passwords: quickPasswords() });
    const { token } = await signIn(service, attempt, START);
    service.keyUses.note((await findCaller(accounts, token, START))!.credential, START);
    await service.keyUses.flush();
    assert.deepEqual(uses, []);
  });

  it('a store that cannot be written to is not asked again within the minute', async (t) => {
    const { accounts: stored, anna } = await openAccountsWithAnna(t);
    const { accounts, uses } = watched(stored, true);
    const keyUses = new KeyUses(accounts);
    const secret = await addKey(stored, anna, 'report', START);
    const { credential } = (await findCaller(stored, secret, START))!;
    for (const now of [START, START + 1, START + MINUTE_MS]) keyUses.note(credential, now);
    await keyUses.flush();
    assert.equal(uses.length, 2);
  });

  it('a use does not make the grants of other callers be read again', async (t) => {
    const { accounts: stored, anna } = await openAccountsWithAnna(t);
    let reads = 0;
    const counting = new Proxy(stored, {
      get(target, name) {
        if (name === 'findGrant') reads++;
        return Reflect.get(target, name).bind(target);
      },
    });
    const accounts = rememberGrants(counting, () => 0);
    const secret = await addKey(accounts, anna, 'report', START);
    const keyUses = new KeyUses(accounts);
    for (let i = 0; i < 3; i++) {
      const caller = await findCaller(accounts, secret, START + i * MINUTE_MS);
      keyUses.note(caller!.credential, START + i * MINUTE_MS);
      await keyUses.flush();
    }
    assert.equal(reads, 1);
  });
});
