// The ways to use a connection: statement by statement, within one transaction, or as the one writer.

import { setImmediate, setTimeout } from 'node:timers/promises';
import type { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';
import { WriterQueue } from '#store/sql/in-order';
import type { SqlSession, SqlValue } from '#store/sql/sql-session';
import { StoreBusy } from '#store/store';

const LONGEST_PAUSE_MS = 50;
/** How long a transaction may keep the event loop before other requests are served. */
const TURN_MS = 5;

/** Tries again until another process releases its lock, without blocking this process. */
export async function retryWhileBusy<T>(waitMs: number, action: () => T): Promise<T> {
  const deadline = performance.now() + waitMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof StoreBusy) || performance.now() + pauseMs > deadline) throw error;
    }
    await setTimeout(pauseMs);
  }
}

/** Runs statements that are each a transaction of their own. */
export class SqliteSession implements SqlSession {
  readonly engine = 'sqlite';
  readonly #connection: SqliteConnection;
  readonly #waitMs: number;

  constructor(connection: SqliteConnection, waitMs: number) {
    this.#connection = connection;
    this.#waitMs = waitMs;
  }

  all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]> {
    return retryWhileBusy(this.#waitMs, () => this.#connection.all<Row>(text, values));
  }

  table<Row extends readonly SqlValue[]>(text: string, ...values: SqlValue[]): Promise<Row[]> {
    return retryWhileBusy(this.#waitMs, () => this.#connection.table<Row>(text, values));
  }

  run(text: string, ...values: SqlValue[]): Promise<number> {
    return retryWhileBusy(this.#waitMs, () => this.#connection.run(text, values));
  }

  async put(text: string, ...values: SqlValue[]): Promise<void> {
    await this.run(text, ...values);
  }

  async runEach(text: string, lists: readonly (readonly SqlValue[])[]): Promise<void> {
    for (const values of lists) await this.run(text, ...values);
  }
}

/** Runs the statements of one open transaction. */
export class SqliteTransaction implements SqlSession {
  readonly engine = 'sqlite';
  readonly #connection: SqliteConnection;
  #isOver = false;
  #turnEndsAt = performance.now() + TURN_MS;
  /** The engine's first error. After it the transaction cannot be trusted to be whole. */
  failure: unknown;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#inTurn(() => this.#connection.all<Row>(text, values));
  }

  table<Row extends readonly SqlValue[]>(text: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#inTurn(() => this.#connection.table<Row>(text, values));
  }

  run(text: string, ...values: SqlValue[]): Promise<number> {
    return this.#inTurn(() => this.#connection.run(text, values));
  }

  async put(text: string, ...values: SqlValue[]): Promise<void> {
    await this.run(text, ...values);
  }

  async runEach(text: string, lists: readonly (readonly SqlValue[])[]): Promise<void> {
    for (const values of lists) await this.run(text, ...values);
  }

  end(): void {
    this.#isOver = true;
  }

  async #inTurn<T>(action: () => T): Promise<T> {
    // Statements are synchronous, so a long import would not pause by itself.
    if (performance.now() > this.#turnEndsAt) {
      await setImmediate();
      this.#turnEndsAt = performance.now() + TURN_MS;
    }
    if (this.#isOver) throw new Error('this transaction is over: its writer cannot be used again');
    try {
      return action();
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}

/** Runs `work` in the transaction that was begun, then commits it. If `work` fails, nothing is stored. */
export async function commitAfter<T>(
  connection: SqliteConnection,
  work: (transaction: SqliteTransaction) => Promise<T>,
): Promise<T> {
  const transaction = new SqliteTransaction(connection);
  try {
    const result = await work(transaction);
    // Work that went on after an engine error may have written half of something.
    if (transaction.failure !== undefined) throw transaction.failure;
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    connection.rollBack();
    throw error;
  } finally {
    transaction.end();
  }
}

/** Runs `work` in a transaction that reads the state of its beginning. */
export async function readOnce<T>(
  connection: SqliteConnection,
  waitMs: number,
  work: (transaction: SqlSession) => Promise<T>,
): Promise<T> {
  const transaction = new SqliteTransaction(connection);
  try {
    connection.exec('BEGIN');
    // The transaction reads the state of its first statement, which alone can meet a lock.
    await retryWhileBusy(waitMs, () => connection.all('SELECT COUNT(*) FROM setting'));
    return await work(transaction);
  } finally {
    transaction.end();
    connection.rollBack();
  }
}

/** Writes through one connection, one transaction after the other. */
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
