// The tables of a store on PostgreSQL.

import type { Engine, MigrationGroup } from '#store/engine';
import { translatePostgresError } from '#store/engines/postgres/postgres-errors';
import { PostgresPool } from '#store/engines/postgres/postgres-pool';
import { hasSchema, migratePostgres } from '#store/engines/postgres/postgres-schema';
import { PostgresSession, PostgresTransaction } from '#store/engines/postgres/postgres-session';
import { SERIES_LOCK } from '#store/engines/postgres/postgres-transaction';
import { PostgresWriter } from '#store/engines/postgres/postgres-writer';
import type { SqlSession } from '#store/sql/sql-session';
import {
  type OpenTablesOptions,
  TABLE_WRITE_WAIT_MS,
  type TableStore,
} from '#store/sql/table-store';

/** One connection reads, one writes, and one may be on its way back. */
const CONNECTIONS = 3;

type Work<T> = (session: SqlSession) => Promise<T>;

export async function openPostgresTables(
  url: string,
  options: OpenTablesOptions,
): Promise<TableStore> {
  const pool = new PostgresPool(url, CONNECTIONS);
  try {
    if (!options.create && !(await hasSchema(new PostgresSession(pool)))) {
      throw new Error('There is no store in this database.');
    }
    await migratePostgres(pool);
    return new PostgresTables(pool);
  } catch (error) {
    await pool.close();
    throw error;
  }
}

class PostgresTables implements TableStore {
  readonly engine: Engine = 'postgres';
  readonly #pool: PostgresPool;
  readonly #writer: PostgresWriter;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
    this.#writer = new PostgresWriter(pool, SERIES_LOCK, TABLE_WRITE_WAIT_MS);
  }

  read<T>(_group: MigrationGroup, work: Work<T>): Promise<T> {
    return readSnapshot(this.#pool, work);
  }

  transact<T>(_group: MigrationGroup, work: Work<T>): Promise<T> {
    return this.#writer.transact(work);
  }

  /** One transaction sees both groups, as they are in one database. */
  atOneMoment<T>(work: (store: TableStore) => Promise<T>): Promise<T> {
    return readSnapshot(this.#pool, (session) =>
      work({
        engine: this.engine,
        read: (_group, read) => read(session),
        transact: () => Promise.reject(new Error('a store as it was cannot be written to')),
        atOneMoment: (again) => this.atOneMoment(again),
        close: async () => {},
      }),
    );
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Runs `work` so that each of its statements sees what was committed before the first one. */
function readSnapshot<T>(pool: PostgresPool, work: Work<T>): Promise<T> {
  return pool.lend(async (connection) => {
    let isOpen = false;
    const session = new PostgresTransaction(connection);
    try {
      await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      isOpen = true;
      return await work(session);
    } catch (error) {
      throw isOpen ? error : translatePostgresError(error);
    } finally {
      session.end();
      await connection.query('ROLLBACK').catch(() => {
        connection.isBroken = true;
      });
    }
  });
}
