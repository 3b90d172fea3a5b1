// Restores a backup to a database: the backup is unpacked and verified beside its file, then copied.

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeManifest, sha256Of } from '#store/backup/backup-manifest';
import {
  type Restore,
  type RestoreOptions,
  unpackTo,
  verifyFiles,
} from '#store/backup/restore-store';
import { identifyStore, isEmptyStore, isUnfinishedCopy } from '#store/copy/copy-claim';
import { CopyFault } from '#store/copy/copy-fingerprint';
import { copyStore } from '#store/copy/copy-store';
import { filesAt, StoreFilesFault } from '#store/engines/sqlite/store-files';
import { openFileTables } from '#store/open/open-tables';
import type { TableStore } from '#store/sql/table-store';

/**
 * Restores a backup to an empty database. A restore that was broken off goes on. A database with other
 * data is refused, as nothing of it could be kept.
 */
export async function restoreDatabase(
  store: TableStore,
  file: string,
  { verifyOnly = false, onProgress = () => {} }: Omit<RestoreOptions, 'force'>,
): Promise<Restore> {
  if (!verifyOnly) await refuseStore(store);
  const folder = await makeFolder(file);
  try {
    const files = filesAt(join(folder, 'series.db'));
    const manifest = await unpackTo(files, file, onProgress);
    const checked = await verifyFiles(files, file, onProgress);
    if (!verifyOnly) {
      const source = await openFileTables(files.series);
      try {
        // The same identity for one backup each time, so that a restore that was broken off goes on.
        await identifyStore(source, sha256Of(encodeManifest(manifest)));
        await copyStore(source, store, {
          onProgress: ({ done, total }) => onProgress('copying', done, total),
        });
      } finally {
        await source.close();
      }
    }
    return { manifest, checked, kept: [] };
  } catch (error) {
    throw error instanceof CopyFault ? new StoreFilesFault(error.message) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseStore(store: TableStore): Promise<void> {
  if ((await isEmptyStore(store)) || (await isUnfinishedCopy(store))) return;
  throw new StoreFilesFault(
    'The database holds a store already. Make a new database and restore to that.',
  );
}

async function makeFolder(file: string): Promise<string> {
  try {
    return await mkdtemp(`${file}.restoring-`);
  } catch (error) {
    throw new StoreFilesFault(`There is no room beside ${file}: ${(error as Error).message}.`);
  }
}
