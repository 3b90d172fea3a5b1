// Stores on both engines to copy from and to.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { type CopyTotal, copyStore, verifyStore } from '#store/copy/copy-store';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { testDatabase } from '../../../harness/postgres/test-database.ts';
import { NOW, write } from '../contract/sample-series.ts';
import { withTables } from './copy-sample.ts';

export const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

let files = 0;
/** Makes the address of an empty store on each engine. */
export const ENGINES = {
  SQLite: async (_t: TestContext) => `sqlite:${join(folder, `store${++files}.db`)}`,
  PostgreSQL: testDatabase,
};
type EngineName = keyof typeof ENGINES;
export const NAMES = Object.keys(ENGINES) as EngineName[];

export const copy = (from: string, to: string, force = false): Promise<CopyTotal> =>
  withTables(from, (source) => withTables(to, (target) => copyStore(source, target, { force })));

/** The units in which two stores differ. */
export async function differences(from: string, to: string): Promise<string[]> {
  const found: string[] = [];
  await withTables(from, (source) =>
    withTables(to, (target) => verifyStore(source, target, (what) => found.push(what))),
  );
  return found;
}

/** Opens a store for `work` and closes it. */
export async function change(url: string, work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore(url);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** Adds series of a few values each; 40 are more than one unit. */
export const addMany = (url: string, count: number): Promise<void> =>
  change(url, (store) =>
    store.write(async (writer) => {
      for (let n = 0; n < count; n++) {
        const texts = { code: `many${n}`, description: '', unit: '', area: null, category: null };
        const { key } = await writer.defineSeries({ ...texts, resolution: 'hour' });
        await write(writer, key, { [n]: n, [n + 5_000]: 1 / (n + 1) }, NOW);
      }
    }),
  );
