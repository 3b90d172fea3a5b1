// Transactions of one kind, of which no two overlap, on any machine.

import type { PostgresPool } from '#store/postgres-pool';
import { transactInTurn, type WriteLock } from '#store/postgres-transaction';
import type { SqlSession } from '#store/sql-session';
import { StoreUnavailable } from '#store/store';
import { WriteTurns } from '#store/write-turns';

export class PostgresWriter {
  readonly #pool: PostgresPool;
  readonly #lock: WriteLock;
  readonly #waitMs: number;
  /** The database would queue them as well, but each on a connection of its own. */
  readonly #turns = new WriteTurns();
  #isClosed = false;

  constructor(pool: PostgresPool, lock: WriteLock, waitMs: number) {
    this.#pool = pool;
    this.#lock = lock;
    this.#waitMs = waitMs;
  }

  async transact<T>(work: (transaction: SqlSession) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable('The store is closed.');
    const startedAt = performance.now();
    const endTurn = await this.#turns.take(this.#waitMs);
    try {
      const waitMs = this.#waitMs - (performance.now() - startedAt);
      return await transactInTurn(this.#pool, this.#lock, waitMs, work);
    } finally {
      endTurn();
    }
  }

  /** Resolves when what is under way has ended; nothing begins after that. */
  async end(): Promise<void> {
    this.#isClosed = true;
    const endTurn = await this.#turns.take(2 ** 31 - 1);
    endTurn();
  }
}
