// Writes through one connection to an SQLite file, one transaction after the other.

import type { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';
import { commitAfter, retryWhileBusy } from '#store/engines/sqlite/sqlite-session';
import { WriterQueue } from '#store/engines/writer-queue';
import type { SqlSession } from '#store/sql/sql-session';

export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #waitMs: number;
  readonly #queue = new WriterQueue();

  /** `waitMs`: how long a transaction waits for others, here and in other processes, before StoreBusy. */
  constructor(connection: SqliteConnection, waitMs: number) {
    this.#connection = connection;
    this.#waitMs = waitMs;
  }

  transact<T>(work: (transaction: SqlSession) => Promise<T>): Promise<T> {
    return this.#queue.run(this.#waitMs, async (leftMs) => {
      this.#connection.rollBack(); // the rollback of the transaction before may have failed
      await retryWhileBusy(leftMs, () => this.#connection.exec('BEGIN IMMEDIATE'));
      return commitAfter(this.#connection, work);
    });
  }

  end(): Promise<void> {
    return this.#queue.end();
  }
}
