// Keeping everybody else out of a store's files while they are replaced.

import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { translateSqliteError } from '#store/engines/sqlite/sqlite-errors';
import { type StoreFiles, StoreFilesFault } from '#store/engines/sqlite/store-files';
import { StoreBusy } from '#store/store';

const BLOCKING_MS = 1_000;
/** Bytes. */
const SMALLEST_PAGE = 512;

export interface Hold {
  release(): void;
}

/**
 * Holds both files, where they exist, or refuses because another connection has one open: whoever has
 * a file in WAL mode open holds a shared lock on it, reading or not, and leaving WAL mode needs the
 * exclusive one. Leaving it also folds the write-ahead log into the file, so that the file alone is all.
 */
export function lockFiles(place: StoreFiles): Hold {
  const held: DatabaseSync[] = [];
  const release = (): void => {
    for (const database of held.splice(0)) database.close();
  };
  try {
    for (const path of [place.series, place.accounts]) {
      const database = existsSync(path) ? holdFile(path) : undefined;
      if (database) held.push(database);
    }
    return { release };
  } catch (error) {
    release();
    throw error;
  }
}

function holdFile(path: string): DatabaseSync | undefined {
  // Beside a file without a page SQLite would remove a log, which may be all that is left.
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
    `The store is in use: another process has ${path} open (SQLite’s lock on it is held). Stop the server first.`,
  );

/**
 * A file too damaged for SQLite has no lock that could be asked for. A server that has it open keeps
 * its shared memory beside it; so does one that was killed, which is for somebody to tell apart.
 */
function refuseUnlessAlone(path: string): undefined {
  if (!existsSync(`${path}-shm`)) return undefined;
  throw new StoreFilesFault(
    `${path} is too damaged to tell whether a server has it open, and ${path}-shm is beside it. Stop the server, remove ${path}-shm, and try again.`,
  );
}
