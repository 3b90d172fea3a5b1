// The connections of an embedded store: two on the series' file, three on the accounts' file.

import { format, parse } from 'node:path';
import type { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';
import { connect, makePrivateFile, openFile } from '#store/engines/sqlite/sqlite-file';
import { StoreUnavailable } from '#store/store';

/** Blocking stops every request of this process. A longer wait is made of timers. */
const BLOCKING_MS = 10;

/**
 * The page cache of the series' reader; a commit empties it. SQLite's default of 2 MB is less than ten
 * series of ten years, so repeated requests read the file again: a quarter of the time of reading a series.
 */
const READER_KB = 32 * 1024;

/** `data/gridtide.db` → `data/gridtide-accounts.db` */
export function accountsPathOf(path: string): string {
  const { dir, name, ext } = parse(path);
  return format({ dir, name: `${name}-accounts`, ext });
}

export interface Connections {
  readonly reader: SqliteConnection;
  readonly writer: SqliteConnection;
  /** Runs single statements on the accounts' file. */
  readonly accounts: SqliteConnection;
  /** Runs transactions on the accounts' file, apart from the single statements of this process. */
  readonly accountsWriter: SqliteConnection;
  /** Writes to the accounts' file what need not survive a power cut: its commits do not wait for the disk. */
  readonly passing: SqliteConnection;
}

/** Opens a further connection that only reads the series' file. */
export function connectReader(path: string): SqliteConnection {
  const reader = connect(path);
  reader.exec('PRAGMA query_only = 1');
  reader.setBlockingMs(BLOCKING_MS);
  return reader;
}

/** Opens both files of a store, creates those that are missing, and brings them up to date. */
export async function connectAll(path: string): Promise<Connections> {
  const opened: SqliteConnection[] = [];
  const keep = (connection: SqliteConnection): SqliteConnection => {
    opened.push(connection);
    return connection;
  };
  try {
    await makePrivateFile(path);
    const writer = keep(await openFile(path, 'series'));
    const reader = keep(connectReader(path));
    reader.exec(`PRAGMA cache_size = ${-READER_KB}`);
    // Accounts have a file of their own because SQLite has one write lock a file. A long import keeps
    // the lock of the series, and signing in, which stores a token, must not wait for it.
    const accountsPath = accountsPathOf(path);
    await makePrivateFile(accountsPath);
    const accounts = keep(await openFile(accountsPath, 'accounts'));
    const accountsWriter = keep(connect(accountsPath));
    const passing = keep(connect(accountsPath));
    passing.exec('PRAGMA synchronous = NORMAL');
    for (const connection of opened) connection.setBlockingMs(BLOCKING_MS);
    return { reader, writer, accounts, accountsWriter, passing };
  } catch (error) {
    for (const connection of opened) connection.close();
    throw plain(error);
  }
}

/** Puts errors of the file system, such as a folder without write permission, in plain words. */
function plain(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new StoreUnavailable(`The store cannot be opened: ${error.message}.`, { cause: error });
}
