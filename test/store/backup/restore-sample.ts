// Backups of a store, made once for a file of tests, and stores to restore them to.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Manifest } from '#store/backup/backup-manifest';
import { backupStore } from '#store/backup/backup-store';
import { type Restore, restoreStore } from '#store/backup/restore-store';
import { filesAt, type StoreFiles } from '#store/engines/sqlite/store-files';
import { NOW } from '../contract/sample-series.ts';
import { dumpStore, makeStore } from '../contract/sample-store.ts';

export const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

/** Makes a backup, and fails if the store is damaged. */
export const backUp = async (files: StoreFiles, file: string): Promise<Manifest> =>
  (
    await backupStore(files, file, {
      ...{ productVersion: '1', now: () => NOW, force: false },
      onDamage: ({ subject, what }) => assert.fail(`${subject}: ${what}`),
    })
  ).manifest;

export const SOURCE = filesAt(join(folder, 'source.db'));
/** Two backups of the source, one of them compressed. */
export const PLAIN = join(folder, 'source.backup');
export const PACKED = join(folder, 'source.zst');

await makeStore(SOURCE.series, 2);
export const manifest = await backUp(SOURCE, PLAIN);
await backUp(SOURCE, PACKED);
/** Every row of the source. */
export const sourceRows = dumpStore(SOURCE.series);

export const restore = (files: StoreFiles, file: string, force = false): Promise<Restore> =>
  restoreStore(files, file, { force });

/** The files of a store that does not exist yet, in a folder of its own. */
export const newFiles = async (): Promise<StoreFiles> =>
  filesAt(join(await mkdtemp(join(folder, 'store-')), 'gridtide.db'));

/** The files of a store other than the source. */
export async function makeOtherStore(): Promise<StoreFiles> {
  const files = await newFiles();
  await makeStore(files.series, 1);
  return files;
}

/** The names of all files in the store's folder. */
export const namesBeside = async ({ series }: StoreFiles): Promise<string[]> =>
  (await readdir(join(series, '..'))).sort();

const SCRIPT = join(import.meta.dirname, 'backup-process.ts');

/** Starts a task of backup-process.ts. */
export const startTask = (...args: string[]): ChildProcess =>
  spawn(process.execPath, ['-C', 'source', SCRIPT, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
