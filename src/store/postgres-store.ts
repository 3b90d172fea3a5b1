// The store for more than one machine: one PostgreSQL database, and replicas of it to read from.

import type { AccountStore } from '#store/account-store';
import { PostgresJobLocks } from '#store/postgres-job-locks';
import type { PostgresPool } from '#store/postgres-pool';
import { PostgresSession } from '#store/postgres-session';
import { transactInTurn } from '#store/postgres-transaction';
import { SqlAccountStore } from '#store/sql-account-store';
import type { SqlSession } from '#store/sql-session';
import { SqlStore } from '#store/sql-store';
import * as sql from '#store/statements';
import { type Store, StoreUnavailable } from '#store/store';
import { WriteTurns } from '#store/write-turns';

export interface StoreParts {
  readonly pool: PostgresPool;
  readonly writeWaitMs: number;
}

export class PostgresStore extends SqlStore {
  readonly accounts: AccountStore;
  protected readonly jobLocks: PostgresJobLocks;
  readonly #pool: PostgresPool;
  readonly #writeWaitMs: number;
  /** The database would queue them as well, but each on a connection of its own. */
  readonly #turns = new WriteTurns();
  #isClosed = false;

  constructor({ pool, writeWaitMs }: StoreParts) {
    super(new PostgresSession(pool));
    this.accounts = new SqlAccountStore(new PostgresSession(pool));
    this.jobLocks = new PostgresJobLocks(pool);
    this.#pool = pool;
    this.#writeWaitMs = writeWaitMs;
  }

  protected async transact<T>(work: (transaction: SqlSession) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable('The store is closed.');
    const startedAt = performance.now();
    const endTurn = await this.#turns.take(this.#writeWaitMs);
    try {
      const waitMs = this.#writeWaitMs - (performance.now() - startedAt);
      return await transactInTurn(this.#pool, waitMs, work);
    } finally {
      endTurn();
    }
  }

  /** One statement, which does not wait for those who write series. */
  protected change<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return work(this.session);
  }

  state(): ReturnType<NonNullable<Store['state']>> {
    const { open, idle } = this.#pool.connections;
    return { isUp: !this.#pool.isDown, openConnections: open, idleConnections: idle };
  }

  async ping(): Promise<void> {
    await this.session.all(sql.LIST_APPLIED);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const endTurn = await this.#turns.take(2 ** 31 - 1);
    endTurn();
    this.jobLocks.close();
    await this.#pool.close();
  }
}
