// Restores a backup to files. The whole backup is verified before anything of the store is touched.

import { existsSync } from 'node:fs';
import { chmod, open } from 'node:fs/promises';
import type { Manifest, PartName } from '#store/backup/backup-manifest';
import { schemaOf } from '#store/backup/backup-snapshot';
import { unpackBackup } from '#store/backup/restore-archive';
import type { CheckCounts, Damage } from '#store/check/check-damage';
import { checkFiles } from '#store/check/check-store';
import { lockFiles } from '#store/engines/sqlite/lock-files';
import { openFile } from '#store/engines/sqlite/sqlite-file';
import {
  type OnProgress,
  type StoreFiles,
  StoreFilesFault,
} from '#store/engines/sqlite/store-files';
import {
  allFilesOf,
  finishRestore,
  keptOf,
  type OnStep,
  openStaging,
  swapIn,
} from '#store/engines/sqlite/swap-files';
import { loadMigrations } from '#store/sql/migrate';

export interface RestoreOptions {
  /** Whether an existing store may be replaced. */
  readonly force: boolean;
  /** Whether to stop before anything is replaced. */
  readonly verifyOnly?: boolean;
  readonly onProgress?: OnProgress;
  readonly onStep?: OnStep;
}

export interface Restore {
  readonly manifest: Manifest;
  readonly checked: CheckCounts;
  /** The paths under which the replaced files are kept. */
  readonly kept: readonly string[];
}

export async function restoreStore(
  target: StoreFiles,
  file: string,
  options: RestoreOptions,
): Promise<Restore> {
  const { force, verifyOnly = false, onProgress = () => {}, onStep = () => {} } = options;
  await finishRestore(target.series);
  // Refused first, so that the operator does not wait for the backup to be read.
  if (!verifyOnly) refuseStore(target, force);
  const staging = await openStaging(target);
  try {
    onStep('reading');
    const manifest = await unpackTo(staging.files, file, onProgress);
    onStep('checking');
    const checked = await verifyFiles(staging.files, file, onProgress);
    if (verifyOnly) return { manifest, checked, kept: [] };
    onStep('locking');
    refuseStore(target, force);
    await settle(staging.files);
    await swapIn(target, staging, onStep);
    const kept = [target.series, target.accounts].map(keptOf).filter((path) => existsSync(path));
    return { manifest, checked, kept };
  } finally {
    await staging.end();
  }
}

/** Refuses an existing store that may not be replaced, or that another process uses. */
export function refuseStore(target: StoreFiles, force: boolean): void {
  const [found] = allFilesOf(target);
  if (found === undefined) return;
  if (!force) {
    throw new StoreFilesFault(
      `There is a store already: ${found}. --force replaces it and keeps its files as *.before-restore.`,
    );
  }
  lockFiles(target).release();
  for (const path of [target.series, target.accounts].map(keptOf)) {
    if (!existsSync(path)) continue;
    throw new StoreFilesFault(`${path} is left from an earlier restore. Move or remove it first.`);
  }
}

/** Unpacks a backup to files that do not exist yet, and refuses one of a newer Gridtide. */
export function unpackTo(
  files: StoreFiles,
  file: string,
  onProgress: OnProgress,
): Promise<Manifest> {
  return unpackBackup(file, {
    onProgress,
    pathOf: (part: PartName) => (part === 'series.db' ? files.series : files.accounts),
    async onManifest({ parts, productVersion }) {
      const known = schemaOf(await loadMigrations());
      const unknown = parts.flatMap(({ schema }) => schema).find((name) => !known.includes(name));
      if (unknown === undefined) return;
      throw new StoreFilesFault(
        `it was made by Gridtide ${productVersion}, whose migration ${unknown} is not known here; use that version, or a newer one`,
      );
    },
  });
}

/** Checks the files by SQLite's check and our own, and that this Gridtide can open them. */
export async function verifyFiles(
  files: StoreFiles,
  file: string,
  onProgress: OnProgress,
): Promise<CheckCounts> {
  let first: Damage | undefined;
  const onDamage = (damage: Damage): void => {
    first ??= damage;
  };
  const checked = await checkFiles(files, { onDamage, onProgress });
  if (first) {
    const more = checked.damages === 1 ? '' : ` (the first of ${checked.damages} damages)`;
    throw new StoreFilesFault(
      `${file}: the store in it is damaged: ${first.subject}: ${first.what}${more}`,
    );
  }
  try {
    // Opening brings an older schema up to date, and refuses files of other programs.
    (await openFile(files.series, 'series')).close();
    (await openFile(files.accounts, 'accounts')).close();
  } catch (error) {
    throw new StoreFilesFault(
      `${file}: the store in it cannot be opened: ${(error as Error).message}`,
    );
  }
  return checked;
}

/** Gives the files the modes of a new store, and makes every byte durable. */
async function settle(files: StoreFiles): Promise<void> {
  await chmod(files.series, 0o666 & ~process.umask());
  for (const path of [files.series, files.accounts]) {
    const handle = await open(path, 'r+');
    await handle.sync();
    await handle.close();
  }
}
