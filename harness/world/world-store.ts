// The store of a small world: an SQLite file, or, with WORLD_STORE=postgres, a database of PostgreSQL.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { openNewStore } from '../new-store.ts';

export interface WorldStore {
  readonly store: Store;
  close(): Promise<void>;
}

export const isOnPostgres = process.env.WORLD_STORE === 'postgres';

export const openWorldStore = (): Promise<WorldStore> => (isOnPostgres ? onPostgres() : onSqlite());

async function onSqlite(): Promise<WorldStore> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-world-'));
  const store = await openNewStore(join(folder, 'world.db'));
  return {
    store,
    async close() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The schema is made once; each world gets a copy of it. */
const postgres = isOnPostgres
  ? import('../postgres/test-database.ts').then(({ databasesLike }) =>
      databasesLike(async (url) => (await openStore(url)).close()),
    )
  : undefined;

async function onPostgres(): Promise<WorldStore> {
  const nextDatabase = await postgres!;
  const { url, drop } = await nextDatabase();
  const store = await openStore(url);
  return {
    store,
    async close() {
      await store.close();
      await drop();
    },
  };
}
