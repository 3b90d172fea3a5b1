// A connection of an SQLite file that writes, one transaction after the other.

import type { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';
import { commitAfter, retryWhileBusy } from '#store/engines/sqlite/sqlite-session';
import { WriterQueue } from '#store/engines/writer-queue';
import type { SqlSession } from '#store/sql/sql-session';

export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #waitMs: number;
  readonly #turns = new WriterQueue();

  /** `waitMs`: how long a transaction waits for its turn, and for other processes, before it is StoreBusy. */
  constructor(connection: SqliteConnection, waitMs: number) {
    this.#connection = connection;
    this.#waitMs = waitMs;
  }

  transact<T>(work: (transaction: SqlSession) => Promise<T>): Promise<T> {
    return this.#turns.run(this.#waitMs, async (leftMs) => {
      this.#connection.rollBack(); // of a transaction whose own rollback failed, if there is one
      await retryWhileBusy(leftMs, () => this.#connection.exec('BEGIN IMMEDIATE'));
      return commitAfter(this.#connection, work);
    });
  }

  end(): Promise<void> {
    return this.#turns.end();
  }
}
