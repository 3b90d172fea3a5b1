// Bringing a PostgreSQL database to the newest schema. All tables of a store are in one database.

import { assertCoordinator, distribute } from '#store/engines/postgres/citus';
import { isDuplicateTable } from '#store/engines/postgres/postgres-errors';
import type { PostgresPool } from '#store/engines/postgres/postgres-pool';
import {
  PostgresSession,
  type PostgresTransaction,
} from '#store/engines/postgres/postgres-session';
import { SERIES_LOCK, transactLocked } from '#store/engines/postgres/postgres-transaction';
import { toPostgresSchema } from '#store/engines/postgres/postgres-values';
import {
  type AppliedMigration,
  loadMigrations,
  type MigrationTarget,
  migrate,
} from '#store/sql/migrate';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

const GROUPS = ['series', 'accounts'] as const;
const OPENING_WAIT_MS = 30_000;

const HAS_MIGRATIONS = `SELECT to_regclass('applied_migration') IS NOT NULL AS "hasTable"`;
const READ_ENCODING = 'SHOW server_encoding';

/** Whether the database contains a store. */
export async function hasSchema(session: SqlSession): Promise<boolean> {
  const [row] = await session.all<{ hasTable: boolean }>(HAS_MIGRATIONS);
  return row!.hasTable;
}

export async function migratePostgres(pool: PostgresPool): Promise<void> {
  const session = new PostgresSession(pool);
  const [row] = await session.all<{ server_encoding: string }>(READ_ENCODING);
  if (row!.server_encoding !== 'UTF8') {
    throw new Error(
      `The database’s encoding is ${row!.server_encoding}; a store needs UTF8 (createdb --encoding=UTF8 --template=template0).`,
    );
  }
  await assertCoordinator(pool);
  await migrate(new PostgresMigrationTarget(pool), GROUPS, await loadMigrations('postgres'));
  await distribute(pool);
}

class PostgresMigrationTarget implements MigrationTarget {
  readonly #pool: PostgresPool;
  #transaction: PostgresTransaction | undefined;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async listApplied(): Promise<AppliedMigration[]> {
    const session = this.#transaction ?? new PostgresSession(this.#pool);
    return (await hasSchema(session)) ? session.all<AppliedMigration>(sql.LIST_APPLIED) : [];
  }

  async apply({
    number,
    name,
    checksum,
    text,
  }: AppliedMigration & { text: string }): Promise<void> {
    const transaction = this.#transaction!;
    await transaction.script(toPostgresSchema(sql.MAKE_MIGRATION_TABLE));
    try {
      await transaction.script(toPostgresSchema(text));
    } catch (error) {
      if (!(error instanceof Error) || !isDuplicateTable(error.cause)) throw error;
      throw new Error(
        'The database has tables of another program. Give Gridtide a database of its own (createdb gridtide).',
      );
    }
    await transaction.run(sql.ADD_APPLIED, number, name, checksum);
  }

  async transact(work: () => Promise<void>): Promise<void> {
    const locking = { lock: SERIES_LOCK, waitMs: OPENING_WAIT_MS } as const;
    await transactLocked(this.#pool, locking, async (transaction) => {
      this.#transaction = transaction;
      try {
        await work();
      } finally {
        this.#transaction = undefined;
      }
    });
  }
}
