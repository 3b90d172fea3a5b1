// A store to be served: a folder, a user with a key of each kind, and a series.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';

export const USER = 'anna';
export const PASSWORD = 'a-long-enough-password';

const LIMITS = { requestsPerMinute: 1_000_000, pointsPerAnswer: 10_000_000 };

interface Lifetime {
  after(close: () => Promise<void>): void;
}

export interface ServedStore {
  readonly url: string;
  readonly key: string;
  readonly operatorKey: string;
}

/** The address of a new store in a file. */
export async function newFileUrl(t: Lifetime): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-served-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, 'store.db')}`;
}

/** Makes a store, by default in a file, and closes it again; `fill` adds to it. */
export async function makeServedStore(
  t: Lifetime,
  fill: (store: Store) => Promise<void> = async () => {},
  url?: string,
): Promise<ServedStore> {
  return prepare(url ?? (await newFileUrl(t)), fill);
}

async function prepare(url: string, fill: (store: Store) => Promise<void>): Promise<ServedStore> {
  const store = await openStore(url);
  try {
    const now = Date.now();
    await ensurePlan(store.accounts, { name: 'all', patterns: ['*'], ...LIMITS });
    const draft = { name: USER, password: PASSWORD, planName: 'all' };
    const user = await addUser(store.accounts, draft, now);
    const key = await addKey(store.accounts, user, 'reader', now);
    const operatorKey = await addKey(store.accounts, user, 'desk', now, { isOperator: true });
    await fill(store);
    return { url, key, operatorKey };
  } finally {
    await store.close();
  }
}
