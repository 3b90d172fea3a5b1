// The interface of a store as tables: for work that goes over everything in a store, on either engine.

import type { Engine, MigrationGroup } from '#store/engine';
import type { SqlSession } from '#store/sql/sql-session';

export interface TableStore {
  readonly engine: Engine;
  /** Reads a group's tables as they are at one moment, whatever is written meanwhile. */
  read<T>(group: MigrationGroup, work: (session: SqlSession) => Promise<T>): Promise<T>;
  /** One transaction on a group's tables, in turn with every other writer. */
  transact<T>(group: MigrationGroup, work: (session: SqlSession) => Promise<T>): Promise<T>;
  /** Reads everything, both groups, as it is at one moment; undefined where the engine has no way to. */
  atOneMoment?<T>(work: (store: TableStore) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface OpenTablesOptions {
  /** Whether to make a store that is not there. */
  readonly create: boolean;
}

/** How long a transaction waits for an import of another process. */
export const TABLE_WRITE_WAIT_MS = 30_000;
