// Replacing a store's files by restored ones, so that a kill at any moment leaves the old store or the
// new one. The new files wait, verified, in a folder beside the store. A file `ready` in it is the
// decision: the next process that finds it completes the swap, as often as it takes.

import { existsSync } from 'node:fs';
import { link, open, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lockFiles } from '#store/engines/sqlite/lock-files';
import { translateSqliteError } from '#store/engines/sqlite/sqlite-errors';
import { makeStoreFolder } from '#store/engines/sqlite/sqlite-file';
import { retryWhileBusy } from '#store/engines/sqlite/sqlite-session';
import {
  filesAt,
  hasDecidedRestore,
  READY,
  type StoreFiles,
  StoreFilesFault,
  stagingOf,
  syncFolder,
} from '#store/engines/sqlite/store-files';
import { StoreBusy } from '#store/store';

const FINISH_WAIT_MS = 30_000;

export const keptOf = (path: string): string => `${path}.before-restore`;

/** What SQLite keeps beside a file. A log belongs to the file; shared memory is of no use without its process. */
const LOGS = ['-wal', '-journal'];
const MEMORY = '-shm';

/** Retries, as a process that came too late may still have a lock in the folder for a moment. */
const WHOLE = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 } as const;

/** The files of a store that exist, with those that SQLite keeps beside them. */
export const allFilesOf = (files: StoreFiles): string[] =>
  [files.series, files.accounts]
    .flatMap((path) => [path, ...[...LOGS, MEMORY].map((ending) => path + ending)])
    .filter((path) => existsSync(path));

/** Called as each step begins. */
export type OnStep = (step: string) => void;

export interface Staging {
  readonly folder: string;
  /** The new files, which the restore makes. */
  readonly files: StoreFiles;
  end(): Promise<void>;
}

/** Takes the folder for one restore, and removes what an earlier one left in it. */
export async function openStaging(target: StoreFiles): Promise<Staging> {
  const folder = stagingOf(target);
  const made = makeStoreFolder(dirname(target.series));
  makeStoreFolder(folder, 0o700);
  let lock: DatabaseSync;
  try {
    lock = lockFolder(folder);
  } catch (error) {
    if (!(error instanceof StoreBusy)) throw error;
    throw new StoreFilesFault(`Another restore of this store is under way (${folder} is locked).`);
  }
  const files = filesAt(join(folder, basename(target.series)));
  for (const path of allFilesOf(files)) await rm(path);
  return {
    folder,
    files,
    async end() {
      // A decision that could not be carried out stays for the next process.
      const isDecided = existsSync(join(folder, READY));
      // Removed while it is still locked, so that no other restore is at work in it.
      if (!isDecided) await rm(folder, WHOLE);
      lock.close();
      if (made !== undefined) await removeEmpty(dirname(target.series), made);
    },
  };
}

/** Removes the folders from `first` out to `last` that are empty, as nothing was restored to them. */
export async function removeEmpty(first: string, last: string): Promise<void> {
  const end = dirname(resolve(last));
  for (let folder = resolve(first); folder !== end; folder = dirname(folder)) {
    if (
      await rmdir(folder).then(
        () => false,
        () => true,
      )
    )
      return;
  }
}

/** Locks the folder with SQLite's lock, because that ends with its process, however the process ends. */
function lockFolder(folder: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, 'lock'));
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    throw translateSqliteError(error);
  }
}

/** Replaces the store's files by the staged ones. The old ones are locked, so no process has them open. */
export async function swapIn(files: StoreFiles, staging: Staging, onStep: OnStep): Promise<void> {
  const locks = lockFiles(files);
  try {
    onStep('deciding');
    const ready = await open(join(staging.folder, READY), 'w');
    await ready.writeFile('The files here are to replace those of the store beside this folder.\n');
    await ready.sync();
    await ready.close();
    await syncFolder(staging.folder);
    await syncFolder(dirname(staging.folder));
    await carryOut(files, staging.folder, onStep);
  } finally {
    locks.release();
  }
}

async function carryOut(files: StoreFiles, folder: string, onStep: OnStep): Promise<void> {
  for (const path of [files.series, files.accounts]) {
    const staged = join(folder, basename(path));
    if (!existsSync(staged)) continue; // replaced before the kill
    onStep(`keeping ${basename(path)}`);
    await keepOld(path);
    onStep(`replacing ${basename(path)}`);
    await rename(staged, path);
    await syncFolder(dirname(path));
  }
  onStep('tidying');
  await rm(join(folder, READY));
}

/** Keeps the old file under another name. It is linked, not renamed, so that the file always exists. */
async function keepOld(path: string): Promise<void> {
  const kept = keptOf(path);
  for (const ending of LOGS) {
    if (existsSync(path + ending)) await rename(path + ending, kept + ending);
  }
  await rm(path + MEMORY, { force: true });
  if (!existsSync(path) || existsSync(kept)) return;
  try {
    await link(path, kept);
  } catch {
    // A file system without links. A process that opens the store now carries out the swap first.
    await rename(path, kept);
  }
  await syncFolder(dirname(path));
}

/**
 * Completes a restore that was killed after its decision, and resolves to whether it found one. It must
 * run before a store is opened, and costs a look for one file.
 */
export async function finishRestore(seriesPath: string): Promise<boolean> {
  const files = filesAt(seriesPath);
  const folder = stagingOf(files);
  const isDecided = (): boolean => hasDecidedRestore(seriesPath);
  if (!isDecided()) return false;
  let lock: DatabaseSync;
  try {
    lock = await retryWhileBusy(FINISH_WAIT_MS, () => lockFolder(folder));
  } catch (error) {
    if (isDecided()) throw error;
    return false; // the process that had it locked has carried it out
  }
  try {
    if (!isDecided()) return false;
    const locks = lockFiles(files);
    try {
      await carryOut(files, folder, () => {});
    } finally {
      locks.release();
    }
    await rm(folder, WHOLE);
    return true;
  } finally {
    lock.close();
  }
}
