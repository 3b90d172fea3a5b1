// Locks on a store's files, which keep other processes out while the files are replaced.

import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { translateSqliteError } from '#store/engines/sqlite/sqlite-errors';
import { type StoreFiles, StoreFilesFault } from '#store/engines/sqlite/store-files';
import { StoreBusy } from '#store/store';

const BLOCKING_MS = 1_000;
/** Bytes. */
const SMALLEST_PAGE = 512;

export interface FileLocks {
  release(): void;
}

/**
 * Locks the files of a store that exist, or refuses if another connection has one open. Every open
 * connection to a file in WAL mode has a shared lock on it, and leaving WAL mode needs the exclusive
 * lock. Leaving it also folds the write-ahead log into the file, so that the file is complete.
 */
export function lockFiles(files: StoreFiles): FileLocks {
  const locked: DatabaseSync[] = [];
  const release = (): void => {
    for (const database of locked.splice(0)) database.close();
  };
  try {
    for (const path of [files.series, files.accounts]) {
      const database = existsSync(path) ? lockFile(path) : undefined;
      if (database) locked.push(database);
    }
    return { release };
  } catch (error) {
    release();
    throw error;
  }
}

function lockFile(path: string): DatabaseSync | undefined {
  // Opening a file without a page makes SQLite remove the log beside it, which may be all that is left.
  if (statSync(path).size < SMALLEST_PAGE) return refuseUnlessAlone(path);
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${BLOCKING_MS}; PRAGMA locking_mode = EXCLUSIVE`);
    const mode = database.prepare('PRAGMA journal_mode = DELETE').get()?.journal_mode;
    if (mode === 'wal') throw inUse(path);
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    const plain = translateSqliteError(error);
    if (plain instanceof StoreFilesFault) throw plain;
    if (plain instanceof StoreBusy) throw inUse(path);
    return refuseUnlessAlone(path);
  }
}

const inUse = (path: string): StoreFilesFault =>
  new StoreFilesFault(
    `The store is in use: another process has ${path} open (SQLite has it locked). Stop the server first.`,
  );

/**
 * A file that is too damaged for SQLite cannot be locked. A server that has it open keeps a file of
 * shared memory beside it. So does a server that was killed: only the operator can tell the two apart.
 */
function refuseUnlessAlone(path: string): undefined {
  if (!existsSync(`${path}-shm`)) return undefined;
  throw new StoreFilesFault(
    `${path} is too damaged to tell whether a server has it open, and ${path}-shm is beside it. Stop the server, remove ${path}-shm, and try again.`,
  );
}
