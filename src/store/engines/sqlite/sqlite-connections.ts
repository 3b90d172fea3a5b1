// The connections of an embedded store: two on the series' file, three on the accounts' file.

import { format, parse } from 'node:path';
import type { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';
import { connect, makePrivateFile, openFile } from '#store/engines/sqlite/sqlite-file';
import { StoreUnavailable } from '#store/store';

/** Blocking stops every request of this process: beyond this, waiting is done without. */
const BLOCKING_MS = 10;

/**
 * Pages of the series' file that their reader keeps, beyond which it reads them anew. SQLite's own 2 MB are
 * less than ten series of ten years: what is asked again was then always read again, a quarter of the time
 * that reading a series takes. A commit empties it.
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
  /** Statement by statement. */
  readonly accounts: SqliteConnection;
  /** The same file, for several statements at once: others of this process must not get in between. */
  readonly accountsWriter: SqliteConnection;
  /** The accounts' file again, for what need not survive a power cut: its commits wait for no disk. */
  readonly passing: SqliteConnection;
}

/** Opens both files of a store, makes what is missing of them, and brings them up to date. */
export async function connectAll(path: string): Promise<Connections> {
  const opened: SqliteConnection[] = [];
  const keep = (connection: SqliteConnection): SqliteConnection => {
    opened.push(connection);
    return connection;
  };
  try {
    const writer = keep(await openFile(path, 'series'));
    const reader = keep(connect(path));
    reader.exec(`PRAGMA query_only = 1; PRAGMA cache_size = ${-READER_KB}`);
    // Accounts have a file of their own because SQLite has one write lock a file: a long import
    // holds that of the series, and signing in, which stores a token, must not wait for it.
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

/** Errors of the file system, such as a folder that may not be written. */
function plain(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new StoreUnavailable(`The store cannot be opened: ${error.message}.`, { cause: error });
}
