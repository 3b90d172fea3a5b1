// One connection to one SQLite file: prepared statements, plain errors.

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SqlValue } from '#store/sql-session';
import { translateSqliteError } from '#store/sqlite-errors';

const MAX_STATEMENTS_HELD = 200;

/** SQLite takes $1 for a name; ?1 is its numbered placeholder. */
export const toSqlite = (text: string): string => text.replace(/\$(\d+)/g, '?$1');

export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    this.#database = translated(() => new DatabaseSync(path));
  }

  /** How long a statement may block this process while another process holds a lock. */
  setBlockingMs(blockingMs: number): void {
    this.exec(`PRAGMA busy_timeout = ${blockingMs}`);
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(text: string): void {
    translated(() => this.#database.exec(text));
  }

  all<Row>(text: string, values: readonly SqlValue[] = []): Row[] {
    return translated(() => this.#prepared(text).all(...values) as Row[]);
  }

  /** A number that changes whenever any other connection, of this process or another, has committed. */
  dataVersion(): number {
    return translated(() => {
      const row = this.#prepared('PRAGMA data_version').get() as { data_version: number };
      return row.data_version;
    });
  }

  run(text: string, values: readonly SqlValue[] = []): number {
    return translated(() => Number(this.#prepared(text).run(...values).changes));
  }

  /** Never throws: it follows an error that matters more. SQLite ends some transactions itself. */
  rollBack(): void {
    try {
      if (this.isInTransaction) this.exec('ROLLBACK');
    } catch {
      // The next BEGIN tries again.
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) translated(() => this.#database.close());
  }

  #prepared(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#database.prepare(toSqlite(text));
      if (this.#statements.size >= MAX_STATEMENTS_HELD) this.#statements.clear();
      this.#statements.set(text, statement);
    }
    return statement;
  }
}

function translated<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw translateSqliteError(error);
  }
}
