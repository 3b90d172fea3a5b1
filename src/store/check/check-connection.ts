// A connection that only reads, and goes on after a part of the file that cannot be read.

import { DatabaseSync } from 'node:sqlite';
import type { CheckSource, Row } from '#store/check/check-source';
import { toSqlite } from '#store/engines/sqlite/sqlite-connection';
import { translateSqliteError } from '#store/engines/sqlite/sqlite-errors';
import type { AppliedMigration } from '#store/sql/migrate';
import type { SqlValue } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

const BLOCKING_MS = 5_000;
/** The most faults of a file that SQLite's own check names. */
const MOST_FAULTS = 100;

export class CheckConnection implements CheckSource {
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

  get tables(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#tables;
  }

  *rows(text: string, ...values: SqlValue[]): Generator<Row> {
    try {
      yield* this.#database.prepare(toSqlite(text)).iterate(...values) as Iterable<Row>;
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  async first(text: string, ...values: SqlValue[]): Promise<Row | undefined> {
    try {
      return this.#database.prepare(toSqlite(text)).get(...values) as Row | undefined;
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  async atOneMoment(work: () => Promise<void>): Promise<void> {
    this.#database.exec('BEGIN');
    try {
      await work();
    } finally {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    }
  }

  /** Yields what SQLite's own check of the whole file finds. */
  *faults(): Generator<string> {
    for (const row of this.rows(`PRAGMA integrity_check(${MOST_FAULTS})`)) {
      const text = String(row.integrity_check);
      if (text !== 'ok') yield text.replaceAll('\n', '; ');
    }
  }

  async applied(): Promise<AppliedMigration[]> {
    return [...this.rows(sql.LIST_APPLIED)] as never;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
