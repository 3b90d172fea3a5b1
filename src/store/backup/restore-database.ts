// A restore to a database: the backup is unpacked and verified beside it, then copied.

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
 * Makes an empty database a store from a backup. One that was broken off goes on; whatever else is in
 * the database is not replaced, as nothing of it could be kept.
 */
export async function restoreDatabase(
  store: TableStore,
  file: string,
  { verifyOnly = false, onProgress = () => {} }: Omit<RestoreOptions, 'force'>,
): Promise<Restore> {
  if (!verifyOnly) await refuseStore(store);
  const folder = await makeFolder(file);
  try {
    const place = filesAt(join(folder, 'series.db'));
    const manifest = await unpackTo(place, file, onProgress);
    const checked = await verifyFiles(place, file, onProgress);
    if (!verifyOnly) {
      const source = await openFileTables(place.series);
      try {
        // Always the same for one backup: so it goes on where an earlier restore of it was broken off.
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
