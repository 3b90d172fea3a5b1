// Runs transactions of one kind, of which no two overlap, on any machine.

import { WriteMarks } from '#store/engines/postgres/postgres-commit-outcome';
import type { PostgresPool } from '#store/engines/postgres/postgres-pool';
import { transactLocked, type WriteLock } from '#store/engines/postgres/postgres-transaction';
import { WriterQueue } from '#store/sql/in-order';
import type { SqlSession } from '#store/sql/sql-session';

export class PostgresWriter {
  readonly #pool: PostgresPool;
  readonly #lock: WriteLock;
  readonly #waitMs: number;
  readonly #marks: WriteMarks;
  /** The database queues them as well, but each on a connection of its own. */
  readonly #queue = new WriterQueue();

  constructor(pool: PostgresPool, lock: WriteLock, waitMs: number) {
    this.#pool = pool;
    this.#lock = lock;
    this.#waitMs = waitMs;
    this.#marks = new WriteMarks(lock);
  }

  transact<T>(work: (transaction: SqlSession) => Promise<T>): Promise<T> {
    return this.#queue.run(this.#waitMs, (waitMs) =>
      transactLocked(this.#pool, { lock: this.#lock, waitMs, mark: this.#marks.next() }, work),
    );
  }

  end(): Promise<void> {
    return this.#queue.end();
  }
}
