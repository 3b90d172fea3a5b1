// The store for more than one machine: one PostgreSQL database, and replicas of it to read from.

import type { AccountStore } from '#store/account-store';
import { SqlAccountStore } from '#store/accounts/sql-account-store';
import { PostgresJobLocks } from '#store/engines/postgres/postgres-job-locks';
import type { PostgresPool } from '#store/engines/postgres/postgres-pool';
import { PostgresSession } from '#store/engines/postgres/postgres-session';
import { ACCOUNTS_LOCK, readOnce, SERIES_LOCK } from '#store/engines/postgres/postgres-transaction';
import { PostgresWriter } from '#store/engines/postgres/postgres-writer';
import { SqlStore } from '#store/engines/sql-store';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';
import type { Store } from '#store/store';

export interface StoreParts {
  readonly pool: PostgresPool;
  readonly writeWaitMs: number;
}

export class PostgresStore extends SqlStore {
  readonly accounts: AccountStore;
  protected readonly jobLocks: PostgresJobLocks;
  readonly #pool: PostgresPool;
  readonly #writer: PostgresWriter;
  readonly #accountsWriter: PostgresWriter;
  #isClosed = false;

  constructor({ pool, writeWaitMs }: StoreParts) {
    super(new PostgresSession(pool));
    this.#writer = new PostgresWriter(pool, SERIES_LOCK, writeWaitMs);
    this.#accountsWriter = new PostgresWriter(pool, ACCOUNTS_LOCK, writeWaitMs);
    this.accounts = new SqlAccountStore(new PostgresSession(pool), (work) =>
      this.#accountsWriter.transact(work),
    );
    this.jobLocks = new PostgresJobLocks(pool);
    this.#pool = pool;
  }

  protected transact<T>(work: (transaction: SqlSession) => Promise<T>): Promise<T> {
    return this.#writer.transact(work);
  }

  protected readOnly<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return readOnce(this.#pool, work);
  }

  /** Runs outside the series' lock, so that it does not wait for an import. */
  protected change<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return work(this.session);
  }

  state(): ReturnType<NonNullable<Store['state']>> {
    const { open, idle } = this.#pool.connections;
    return { isUp: !this.#pool.isDown, openConnections: open, idleConnections: idle };
  }

  protected async readBytes(): Promise<number> {
    const [size] = await this.session.all<{ bytes: number }>(sql.DATABASE_BYTES);
    return size!.bytes;
  }

  async ping(): Promise<void> {
    await this.session.all(sql.LIST_APPLIED);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#writer.end();
    await this.#accountsWriter.end();
    this.jobLocks.close();
    await this.#pool.close();
  }
}
