// Makes one backup of a store in files into the folder of backups, reads it back, and then removes the oldest ones.

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Instant } from '#core/time/instant';
import { backupStore } from '#store/backup/backup-store';
import { unpackBackup } from '#store/backup/restore-archive';
import type { Damage } from '#store/check/check-damage';
import { filesOf } from '#store/engines/sqlite/store-files';
import { finishRestore } from '#store/engines/sqlite/swap-files';

export interface BackupOrder {
  readonly storeUrl: string;
  readonly folder: string;
  /** How many good backups stay. */
  readonly keep: number;
  readonly productVersion: string;
}

export interface BackupEnd {
  readonly file: string;
  readonly fileBytes: number;
  /** The names of older backups that were removed. */
  readonly removed: readonly string[];
}

/** Names of ours sort by their time. Files with other names are never touched. */
const GOOD = /^gridtide-\d{8}T\d{6}Z\.tar\.zst$/;
const DAMAGED = /^gridtide-\d{8}T\d{6}Z-damaged\.tar\.zst$/;
/** A folder that a killed backup left. */
const LEFT_OVER = /^gridtide-\d{8}T\d{6}Z\.tar\.zst\.(?:making|reading)-\w+$/;

/** `20261118T003300Z` */
const stampOf = (now: Instant): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * Makes a backup. A backup of a damaged store is kept under a name of its own and counts as a fault. Then
 * all older ones stay, as they may be whole.
 */
export async function makeBackup(order: BackupOrder, now: Clock): Promise<BackupEnd> {
  const { folder, keep, productVersion } = order;
  const files = filesOf(order.storeUrl);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAll(folder, LEFT_OVER);
  const name = `gridtide-${stampOf(now())}.tar.zst`;
  const file = join(folder, name);
  let first: Damage | undefined;
  const onDamage = (damage: Damage): void => {
    first ??= damage;
  };
  await finishRestore(files.series);
  const { fileBytes, checked } = await backupStore(files, file, {
    ...{ productVersion, now, force: false, onDamage },
    nameIfDamaged: join(folder, name.replace(/\.tar/, '-damaged.tar')),
  });
  if (first) {
    await removeAll(folder, DAMAGED, 1);
    const count = checked.damages === 1 ? 'a damage' : `${checked.damages} damages`;
    throw new Error(`the store has ${count}: ${first.subject}: ${first.what}`);
  }
  await readBack(file);
  return { file, fileBytes, removed: await removeAll(folder, GOOD, keep) };
}

/** Unpacks the file from the disk, which compares every checksum. What it holds was checked before it was packed. */
async function readBack(file: string): Promise<void> {
  const folder = await mkdtemp(`${file}.reading-`);
  try {
    await unpackBackup(file, {
      onManifest: () => {},
      pathOf: (part) => join(folder, part),
      onProgress: () => {},
    });
  } catch (error) {
    // It would count as a good one.
    await rm(file, { force: true });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what has a name of this form, except the newest. Returns the names. */
async function removeAll(folder: string, form: RegExp, keep = 0): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => form.test(name)).sort();
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true });
  return old;
}
