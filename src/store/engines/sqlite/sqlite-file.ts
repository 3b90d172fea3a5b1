// Opening one SQLite file of a store: checks that it is ours, sets it up and migrates it.

import { accessSync, constants, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MigrationGroup } from '#store/engine';
import { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';
import { isNotADatabase, isReadOnly } from '#store/engines/sqlite/sqlite-errors';
import { retryWhileBusy } from '#store/engines/sqlite/sqlite-session';
import { makeFolder } from '#store/make-folder';
import {
  type AppliedMigration,
  loadMigrations,
  type MigrationTarget,
  migrate,
} from '#store/sql/migrate';
import * as sql from '#store/sql/statements';
import { StoreBusy, StoreUnavailable } from '#store/store';

/** The number in the file's header ("GTse", "GTac") that marks a file as ours. */
const APPLICATION_IDS: Readonly<Record<MigrationGroup, number>> = {
  series: 0x47547365,
  accounts: 0x47546163,
};

/** Used only while opening, when there are no requests yet that blocking could delay. */
const OPENING_BLOCKING_MS = 2_000;
const OPENING_WAIT_MS = 30_000;
/** A log that a large import has stretched is cut back to this size. */
const WAL_BYTES_KEPT = 64 * 2 ** 20;

// FULL, because NORMAL lost acknowledged writes in five of six simulated power cuts, and FULL in none.
const DURABLE = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  PRAGMA journal_size_limit = ${WAL_BYTES_KEPT}`;

/** Makes the folder of a store, and returns the highest folder that it made. */
export function makeStoreFolder(folder: string, mode?: number): string | undefined {
  try {
    return makeFolder(folder, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreUnavailable(`The store’s folder cannot be made: ${folder} (${code}).`, {
      cause: error,
    });
  }
}

/**
 * Makes an empty file that only its owner can read, unless the file exists already. SQLite gives the files beside
 * it the same mode.
 */
export async function makePrivateFile(path: string): Promise<void> {
  makeStoreFolder(dirname(path));
  if (existsSync(path)) return;
  await (await open(path, 'a', 0o600)).close();
}

/** Opens a further connection to a file that `openFile` has prepared. */
export function connect(path: string): SqliteConnection {
  const connection = new SqliteConnection(path);
  try {
    connection.setBlockingMs(OPENING_BLOCKING_MS);
    connection.exec(DURABLE);
    requireWritable(connection, path);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Opens a file, or makes it, and brings it to the newest schema of its group. */
export async function openFile(path: string, group: MigrationGroup): Promise<SqliteConnection> {
  makeStoreFolder(dirname(path));
  const migrations = await loadMigrations();
  const connection = new SqliteConnection(path);
  try {
    connection.setBlockingMs(OPENING_BLOCKING_MS);
    const isNew = checkOwner(connection, path, group);
    // 16 KiB pages suit month chunks best. Only a file without tables can still choose its page size.
    if (isNew) connection.exec('PRAGMA page_size = 16384');
    await retryWhileBusy(OPENING_WAIT_MS, () => connection.exec(DURABLE));
    requireWritable(connection, path);
    await migrate(new SqliteMigrationTarget(connection, group), [group], migrations);
    if (isNew) dropFreePages(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Makes a new file small: later migrations leave the pages of tables that they replace. */
function dropFreePages(connection: SqliteConnection): void {
  try {
    connection.exec('VACUUM');
  } catch (error) {
    // Another process may be using the store already, which needs no smaller file.
    if (!(error instanceof StoreBusy)) throw error;
  }
}

/**
 * Refuses a connection that cannot write although the process may. If opening for writing fails once,
 * SQLite silently opens for reading, and a server would refuse every write until it is restarted.
 */
function requireWritable(connection: SqliteConnection, path: string): void {
  connection.setBlockingMs(0); // busy is writable
  try {
    // Not BEGIN IMMEDIATE: here SQLite would silently begin a read transaction.
    connection.exec('BEGIN; PRAGMA user_version = 1');
  } catch (error) {
    if (isReadOnly(error) && mayWrite(path)) {
      throw new StoreUnavailable(
        `The store’s file could not be opened for writing, as if its disk had failed for a moment: ${path}.`,
        { cause: error },
      );
    }
  } finally {
    connection.rollBack();
    connection.setBlockingMs(OPENING_BLOCKING_MS);
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the file is new, and refuses one that is not ours. Runs before anything is written. */
function checkOwner(connection: SqliteConnection, path: string, group: MigrationGroup): boolean {
  let id: number;
  let tables: number;
  // One transaction for both reads: another process may be making the store at this moment.
  connection.exec('BEGIN');
  try {
    id = connection.all<{ application_id: number }>('PRAGMA application_id')[0]!.application_id;
    tables = connection.all<{ n: number }>('SELECT COUNT(*) AS n FROM sqlite_schema')[0]!.n;
  } catch (error) {
    if (!isNotADatabase(error)) throw error;
    throw new Error(`${path} is not a database. Name another file, or one that does not exist.`);
  } finally {
    connection.rollBack();
  }
  if (id === APPLICATION_IDS[group]) return false;
  if (id === 0 && tables === 0) return true;
  if (group === 'series' && id === APPLICATION_IDS.accounts) {
    throw new Error(`${path} holds the accounts of a store. Name the store’s other file.`);
  }
  throw new Error(`${path} is a database of another program, not a Gridtide store.`);
}

class SqliteMigrationTarget implements MigrationTarget {
  readonly #connection: SqliteConnection;
  readonly #group: MigrationGroup;

  constructor(connection: SqliteConnection, group: MigrationGroup) {
    this.#connection = connection;
    this.#group = group;
  }

  async listApplied(): Promise<AppliedMigration[]> {
    const tables = this.#connection.all(
      `SELECT name FROM sqlite_schema WHERE name = 'applied_migration'`,
    );
    return tables.length === 0 ? [] : this.#connection.all<AppliedMigration>(sql.LIST_APPLIED);
  }

  async apply({
    number,
    name,
    checksum,
    text,
  }: AppliedMigration & { text: string }): Promise<void> {
    this.#connection.exec(sql.MAKE_MIGRATION_TABLE);
    this.#connection.exec(`PRAGMA application_id = ${APPLICATION_IDS[this.#group]}`);
    this.#connection.exec(text);
    this.#connection.run(sql.ADD_APPLIED, [number, name, checksum]);
  }

  async transact(work: () => Promise<void>): Promise<void> {
    await retryWhileBusy(OPENING_WAIT_MS, () => this.#connection.exec('BEGIN IMMEDIATE'));
    try {
      await work();
      this.#connection.exec('COMMIT');
    } catch (error) {
      this.#connection.rollBack();
      throw error;
    }
  }
}
