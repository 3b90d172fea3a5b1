// The store that rows write to, with people who read it: each has a key, and one signs in with a password.

import { addKey } from '#accounts/api-keys';
import { addUser } from '#accounts/users';
import { openStore } from '#store/open/open-store';
import { makeWrittenStore } from '../writing/written-store.ts';

export const TRADER = { UserName: 'trader', Password: 'ebb and flow at noon' };

export interface DeskKeys {
  readonly operator: string;
  /** One token for each user. */
  readonly readers: readonly string[];
}

export async function makeDeskStore(path: string, readers: number): Promise<DeskKeys> {
  const url = `sqlite:${path}`;
  const operator = await makeWrittenStore(url);
  const store = await openStore(url);
  const { accounts } = store;
  const now = Date.now();
  const planName = 'all';
  await addUser(accounts, { name: TRADER.UserName, password: TRADER.Password, planName }, now);
  const keys: string[] = [];
  for (let i = 0; i < readers; i++) {
    const user = await addUser(accounts, { name: `reader${i}`, password: null, planName }, now);
    keys.push(await addKey(accounts, user, 'reads', now));
  }
  await store.close();
  return { operator, readers: keys };
}
