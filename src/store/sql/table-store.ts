// The interface of a store as tables: for work on everything in a store, on either engine.

import type { Engine, MigrationGroup } from '#store/engine';
import type { SqlSession } from '#store/sql/sql-session';

export interface TableStore {
  readonly engine: Engine;
  /** Reads a group's tables as they are at one moment, whatever is written in the meantime. */
  read<T>(group: MigrationGroup, work: (session: SqlSession) => Promise<T>): Promise<T>;
  /** Runs one transaction on a group's tables, in the queue of writers. */
  transact<T>(group: MigrationGroup, work: (session: SqlSession) => Promise<T>): Promise<T>;
  /** Reads both groups as they are at one moment. An engine that cannot do this lacks the method. */
  atOneMoment?<T>(work: (store: TableStore) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface OpenTablesOptions {
  /** Whether to make a store that does not exist. */
  readonly create: boolean;
}

/** The longest time that a transaction waits for an import of another process. */
export const TABLE_WRITE_WAIT_MS = 30_000;
