// Opens the accounts of a real store in a folder of its own, with two plans and a user, for each test.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import type { AccountStore, User } from '#store/account-store';
import { openNewStore } from '../../harness/new-store.ts';
import { addQuickUser } from '../../harness/quick-users.ts';

export const START = 1_750_000_000_000;
export const PASSWORD = 'wind over Skagerrak';

export async function openAccounts(t: TestContext): Promise<AccountStore> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-accounts-'));
  const store = await openNewStore(join(folder, 'accounts.db'));
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  await setPlan(store.accounts, { name: 'everything', patterns: ['*'] });
  await setPlan(store.accounts, { name: 'german', patterns: ['de*'] });
  return store.accounts;
}

export async function openAccountsWithAnna(
  t: TestContext,
): Promise<{ accounts: AccountStore; anna: User }> {
  const accounts = await openAccounts(t);
  const newUser = { name: 'Anna', password: PASSWORD, planName: 'german' };
  return { accounts, anna: await addQuickUser(accounts, newUser, START) };
}
