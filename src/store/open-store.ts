// A store from its URL: the one place that knows which engines there are.

import { openSqliteStore } from '#store/sqlite-store';
import type { Store } from '#store/store';

export interface OpenStoreOptions {
  /** Whether to make a store that does not exist yet; otherwise that throws. Default true. */
  readonly create?: boolean;
  /** How long a write waits for other writers before it throws StoreBusy. Default 30 s. */
  readonly writeWaitMs?: number;
}

const ALLOWED = 'Allowed is sqlite:PATH, for example sqlite:data/gridtide.db.';

/** Opens `sqlite:PATH`, or `sqlite::memory:` for a store that is gone when it is closed. */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<Store> {
  const { create = true, writeWaitMs = 30_000 } = options;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === 'postgres' || scheme === 'postgresql') {
    throw new Error(`PostgreSQL stores are not supported yet. ${ALLOWED}`);
  }
  // The address may hold a password, so it is never repeated.
  if (scheme !== 'sqlite') throw new Error(`This is not the address of a store. ${ALLOWED}`);
  const path = pathOf(url);
  if (path === '') throw new Error(`The store’s address names no file. ${ALLOWED}`);
  return openSqliteStore(path, { create, writeWaitMs });
}

/** `sqlite:///var/lib/x.db` is a common spelling of `sqlite:/var/lib/x.db`. */
function pathOf(url: string): string {
  const path = url.slice('sqlite:'.length);
  if (path.startsWith('///')) return path.slice(2);
  if (path.startsWith('//')) throw new Error(`A store’s address has no //. ${ALLOWED}`);
  return path;
}
