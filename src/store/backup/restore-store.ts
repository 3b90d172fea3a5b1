// A restore: everything about a backup is verified before anything of the store is touched.

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
  /** Whether a store that is there may be replaced. */
  readonly force: boolean;
  /** Whether to stop before anything is replaced. */
  readonly verifyOnly?: boolean;
  readonly onProgress?: OnProgress;
  readonly onStep?: OnStep;
}

export interface Restore {
  readonly manifest: Manifest;
  readonly checked: CheckCounts;
  /** Where the files that were replaced are now. */
  readonly kept: readonly string[];
}

export async function restoreStore(
  place: StoreFiles,
  file: string,
  options: RestoreOptions,
): Promise<Restore> {
  const { force, verifyOnly = false, onProgress = () => {}, onStep = () => {} } = options;
  await finishRestore(place.series);
  // First of all, so that nobody waits for a long look at the file to hear it.
  if (!verifyOnly) refuseStore(place, force);
  const staging = await openStaging(place);
  try {
    onStep('reading');
    const manifest = await unpackTo(staging.files, file, onProgress);
    onStep('checking');
    const checked = await verifyFiles(staging.files, file, onProgress);
    if (verifyOnly) return { manifest, checked, kept: [] };
    onStep('holding');
    refuseStore(place, force);
    await settle(staging.files);
    await swapIn(place, staging, onStep);
    const kept = [place.series, place.accounts].map(keptOf).filter((path) => existsSync(path));
    return { manifest, checked, kept };
  } finally {
    await staging.end();
  }
}

/** Refuses where a store is and may not be replaced, or cannot be because somebody uses it. */
function refuseStore(place: StoreFiles, force: boolean): void {
  const [found] = allFilesOf(place);
  if (found === undefined) return;
  if (!force) {
    throw new StoreFilesFault(
      `There is a store already: ${found}. --force replaces it and keeps its files as *.before-restore.`,
    );
  }
  lockFiles(place).release();
  for (const path of [place.series, place.accounts].map(keptOf)) {
    if (!existsSync(path)) continue;
    throw new StoreFilesFault(`${path} is there from an earlier restore. Move or remove it first.`);
  }
}

/** Unpacks a backup to files that are not there yet; refuses one of a newer Gridtide. */
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

/** SQLite's check, our own check of every chunk, and whether this Gridtide can open the files. */
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
    // Opening brings an older schema up to date, and refuses files of others.
    (await openFile(files.series, 'series')).close();
    (await openFile(files.accounts, 'accounts')).close();
  } catch (error) {
    throw new StoreFilesFault(
      `${file}: the store in it cannot be opened: ${(error as Error).message}`,
    );
  }
  return checked;
}

/** Modes as a new store has them, and every byte on disk. */
async function settle(files: StoreFiles): Promise<void> {
  await chmod(files.series, 0o666 & ~process.umask());
  for (const path of [files.series, files.accounts]) {
    const handle = await open(path, 'r+');
    await handle.sync();
    await handle.close();
  }
}
