// Opening the tables of a store by its URL, for work on everything in it, on either engine.

import { existsSync } from 'node:fs';
import type { Engine, MigrationGroup } from '#store/engine';
import type { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';
import { type Connections, connectAll } from '#store/engines/sqlite/sqlite-connections';
import { commitAfter, retryWhileBusy } from '#store/engines/sqlite/sqlite-session';
import { filesOf, StoreFilesFault } from '#store/engines/sqlite/store-files';
import { finishRestore } from '#store/engines/sqlite/swap-files';
import type { SqlSession } from '#store/sql/sql-session';
import type { OpenTablesOptions, TableStore } from '#store/sql/table-store';
import { TABLE_WRITE_WAIT_MS } from '#store/sql/table-store';
import { isPostgresUrl } from '#store/store-address';

/** Opens the tables of a store and brings its schema up to date. One task at a time may use them. */
export async function openTables(url: string, options: OpenTablesOptions): Promise<TableStore> {
  if (isPostgresUrl(url)) {
    // Imported here, so that a store on SQLite does not wait for the driver to load.
    const { openPostgresTables } = await import('#store/engines/postgres/postgres-tables');
    return openPostgresTables(url, options);
  }
  const { series } = filesOf(url);
  await finishRestore(series);
  if (!options.create && !existsSync(series)) {
    throw new StoreFilesFault(`There is no store at ${series}.`);
  }
  return openFileTables(series);
}

/** Opens the tables of the store whose series are in a file, and makes it if it does not exist. */
export const openFileTables = async (seriesPath: string): Promise<TableStore> =>
  new SqliteTables(await connectAll(seriesPath));

class SqliteTables implements TableStore {
  readonly engine: Engine = 'sqlite';
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  read<T>(group: MigrationGroup, work: (session: SqlSession) => Promise<T>): Promise<T> {
    const { reader, accounts } = this.#connections;
    return inTransaction(group === 'series' ? reader : accounts, 'BEGIN', work);
  }

  transact<T>(group: MigrationGroup, work: (session: SqlSession) => Promise<T>): Promise<T> {
    const { writer, accounts } = this.#connections;
    return inTransaction(group === 'series' ? writer : accounts, 'BEGIN IMMEDIATE', work);
  }

  async close(): Promise<void> {
    const { writer, ...others } = this.#connections;
    // The writer comes last, because it folds the write-ahead log into the file.
    for (const connection of [...Object.values(others), writer]) connection.close();
  }
}

async function inTransaction<T>(
  connection: SqliteConnection,
  begin: string,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  await retryWhileBusy(TABLE_WRITE_WAIT_MS, () => connection.exec(begin));
  return commitAfter(connection, work);
}
