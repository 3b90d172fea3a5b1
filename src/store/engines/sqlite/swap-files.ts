// Putting restored files in the place of a store's own, so that a kill at any moment leaves the old
// store or the new one: the new files wait, verified, in a folder beside the store. A file `ready` in
// it is the decision. Whoever finds that carries it out to its end, as often as it takes.

import { existsSync } from 'node:fs';
import { link, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lockFiles } from '#store/engines/sqlite/lock-files';
import { translateSqliteError } from '#store/engines/sqlite/sqlite-errors';
import { retryWhileBusy } from '#store/engines/sqlite/sqlite-session';
import {
  filesAt,
  type StoreFiles,
  StoreFilesFault,
  syncFolder,
} from '#store/engines/sqlite/store-files';
import { StoreBusy } from '#store/store';

const FINISH_WAIT_MS = 30_000;
const READY = 'ready';

export const stagingOf = (place: StoreFiles): string => `${place.series}.restoring`;
export const keptOf = (path: string): string => `${path}.before-restore`;

/** What SQLite keeps beside a file. The log belongs to the file, the memory to nobody who is gone. */
const LOGS = ['-wal', '-journal'];
const MEMORY = '-shm';

/** Somebody who came too late may still have a lock in the folder for a moment. */
const WHOLE = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 } as const;

/** Everything of a store that may lie at a place. */
export const allFilesOf = (place: StoreFiles): string[] =>
  [place.series, place.accounts]
    .flatMap((path) => [path, ...[...LOGS, MEMORY].map((ending) => path + ending)])
    .filter((path) => existsSync(path));

/** Told of each step as it begins. */
export type OnStep = (step: string) => void;

export interface Staging {
  readonly folder: string;
  /** Where the new files are to be made. */
  readonly files: StoreFiles;
  end(): Promise<void>;
}

/** Takes the folder for one restore; what an earlier one left there is removed. */
export async function openStaging(place: StoreFiles): Promise<Staging> {
  const folder = stagingOf(place);
  const made = await mkdir(dirname(place.series), { recursive: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let lock: DatabaseSync;
  try {
    lock = lockFolder(folder);
  } catch (error) {
    if (!(error instanceof StoreBusy)) throw error;
    throw new StoreFilesFault(`Another restore of this store is under way (${folder} is locked).`);
  }
  const files = filesAt(join(folder, basename(place.series)));
  for (const path of allFilesOf(files)) await rm(path);
  return {
    folder,
    files,
    async end() {
      // A decision that could not be carried out stays for the next to come.
      const isDecided = existsSync(join(folder, READY));
      // Removed while it is still locked, so that nobody else is at work in it.
      if (!isDecided) await rm(folder, WHOLE);
      lock.close();
      if (made !== undefined) await removeEmpty(dirname(place.series), made);
    },
  };
}

/** Folders that were made for a store that did not come: from the innermost to `last`. */
async function removeEmpty(first: string, last: string): Promise<void> {
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

/** SQLite's lock is used because it ends with its process, however that ends. */
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

/** Replaces the store's files by the staged ones. The old ones are held, so nobody has them open. */
export async function swapIn(place: StoreFiles, staging: Staging, onStep: OnStep): Promise<void> {
  const hold = lockFiles(place);
  try {
    onStep('deciding');
    const ready = await open(join(staging.folder, READY), 'w');
    await ready.writeFile('The files here are to replace those of the store beside this folder.\n');
    await ready.sync();
    await ready.close();
    await syncFolder(staging.folder);
    await syncFolder(dirname(staging.folder));
    await carryOut(place, staging.folder, onStep);
  } finally {
    hold.release();
  }
}

async function carryOut(place: StoreFiles, folder: string, onStep: OnStep): Promise<void> {
  for (const path of [place.series, place.accounts]) {
    const staged = join(folder, basename(path));
    if (!existsSync(staged)) continue; // in place since before the kill
    onStep(`keeping ${basename(path)}`);
    await keepOld(path);
    onStep(`replacing ${basename(path)}`);
    await rename(staged, path);
    await syncFolder(dirname(path));
  }
  onStep('tidying');
  await rm(join(folder, READY));
}

/** Linked, not renamed: at no moment is there no file. */
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
    // A file system without links. Whoever opens the store meanwhile carries the swap out first.
    await rename(path, kept);
  }
  await syncFolder(dirname(path));
}

/**
 * Carries out a restore that was killed after its decision. To be called before a store is opened:
 * it costs one look for a file. Resolves to whether there was one to carry out.
 */
export async function finishRestore(seriesPath: string): Promise<boolean> {
  const place = filesAt(seriesPath);
  const folder = stagingOf(place);
  const isDecided = (): boolean => existsSync(join(folder, READY));
  if (!isDecided()) return false;
  let lock: DatabaseSync;
  try {
    lock = await retryWhileBusy(FINISH_WAIT_MS, () => lockFolder(folder));
  } catch (error) {
    if (isDecided()) throw error;
    return false; // whoever had it locked has carried it out
  }
  try {
    if (!isDecided()) return false;
    const hold = lockFiles(place);
    try {
      await carryOut(place, folder, () => {});
    } finally {
      hold.release();
    }
    await rm(folder, WHOLE);
    return true;
  } finally {
    lock.close();
  }
}
