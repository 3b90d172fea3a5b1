// A connection that only looks, and goes on where a part of the file cannot be read.

import { DatabaseSync } from 'node:sqlite';
import type { SqlValue } from '#store/sql-session';
import { translateSqliteError } from '#store/sqlite-errors';
import * as sql from '#store/statements';

const BLOCKING_MS = 5_000;
/** SQLite's own check names so many faults of a file at most. */
const MOST_FAULTS = 100;

export type Row = Readonly<Record<string, unknown>>;

export class CheckConnection {
  readonly #database: DatabaseSync;
  readonly #tables = new Map<string, ReadonlySet<string>>();

  constructor(path: string) {
    try {
      this.#database = new DatabaseSync(path);
    } catch (error) {
      throw translateSqliteError(error);
    }
    try {
      this.#database.exec(`PRAGMA query_only = 1; PRAGMA busy_timeout = ${BLOCKING_MS}`);
      for (const { name, column } of this.rows(
        `SELECT t.name, c.name AS column FROM sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table'`,
      )) {
        const columns = this.#tables.get(name as string) ?? new Set<string>();
        this.#tables.set(name as string, new Set([...columns, column as string]));
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Tables and their columns: a store of an older schema lacks the newer ones. */
  get tables(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#tables;
  }

  /** One row after the other; what SQLite cannot read throws a plain error. */
  *rows(text: string, ...values: SqlValue[]): Generator<Row> {
    try {
      yield* this.#database.prepare(text).iterate(...values) as Iterable<Row>;
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  first(text: string, ...values: SqlValue[]): Row | undefined {
    try {
      return this.#database.prepare(text).get(...values) as Row | undefined;
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  /** Runs `work` on the store as it is at one moment. */
  atOneMoment(work: () => void): void {
    this.#database.exec('BEGIN');
    try {
      work();
    } finally {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    }
  }

  /** What SQLite's own check of the whole file finds. */
  *faults(): Generator<string> {
    for (const row of this.rows(`PRAGMA integrity_check(${MOST_FAULTS})`)) {
      const text = String(row.integrity_check);
      if (text !== 'ok') yield text.replaceAll('\n', '; ');
    }
  }

  applied(): { number: number; name: string; checksum: string }[] {
    return [...this.rows(sql.LIST_APPLIED)] as never;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
