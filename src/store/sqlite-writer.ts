// A connection of an SQLite file that writes, one transaction after the other.

import type { SqlSession } from '#store/sql-session';
import type { SqliteConnection } from '#store/sqlite-connection';
import { commitAfter, retryWhileBusy } from '#store/sqlite-session';
import { StoreUnavailable } from '#store/store';
import { WriteTurns } from '#store/write-turns';

export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #waitMs: number;
  readonly #turns = new WriteTurns();
  #isClosed = false;

  /** `waitMs`: how long a transaction waits for its turn, and for other processes, before it is StoreBusy. */
  constructor(connection: SqliteConnection, waitMs: number) {
    this.#connection = connection;
    this.#waitMs = waitMs;
  }

  async transact<T>(work: (transaction: SqlSession) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable('The store is closed.');
    const startedAt = performance.now();
    const endTurn = await this.#turns.take(this.#waitMs);
    try {
      this.#connection.rollBack(); // of a transaction whose own rollback failed, if there is one
      const waitMs = this.#waitMs - (performance.now() - startedAt);
      await retryWhileBusy(waitMs, () => this.#connection.exec('BEGIN IMMEDIATE'));
      return await commitAfter(this.#connection, work);
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
