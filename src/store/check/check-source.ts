// What a check needs of a store, and a database that provides it. A file does so in check-connection.ts.

import type { AppliedMigration } from '#store/sql/migrate';
import type { SqlSession, SqlValue } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';
import type { TableStore } from '#store/sql/table-store';

export type Row = Readonly<Record<string, unknown>>;

export interface CheckSource {
  /** The tables and their columns. A store of an older schema lacks the newer ones. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  /** Yields one row after the other. Throws a plain error if the engine cannot read one. */
  rows(text: string, ...values: SqlValue[]): Iterable<Row> | AsyncIterable<Row>;
  first(text: string, ...values: SqlValue[]): Promise<Row | undefined>;
  /** Runs `work` on the store as it is at one moment. */
  atOneMoment(work: () => Promise<void>): Promise<void>;
  applied(): Promise<AppliedMigration[]>;
}

const LIST_COLUMNS = `SELECT table_name AS "table", column_name AS "column"
  FROM information_schema.columns WHERE table_schema = current_schema()`;

/** A store in one database, with both groups of tables. */
export class DatabaseSource implements CheckSource {
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #store: TableStore;
  /** The transaction of `atOneMoment`. */
  #session: SqlSession | undefined;

  private constructor(store: TableStore, tables: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#store = store;
    this.tables = tables;
  }

  static async open(store: TableStore): Promise<DatabaseSource> {
    const columns = await store.read('series', (session) =>
      session.all<{ table: string; column: string }>(LIST_COLUMNS),
    );
    const byTable = Map.groupBy(columns, ({ table }) => table);
    const tables = byTable
      .entries()
      .map(([table, rows]) => [table, new Set(rows.map(({ column }) => column))] as const);
    return new DatabaseSource(store, new Map(tables));
  }

  async *rows(text: string, ...values: SqlValue[]): AsyncGenerator<Row> {
    yield* await this.#ask(text, values);
  }

  async first(text: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.#ask(text, values))[0];
  }

  atOneMoment(work: () => Promise<void>): Promise<void> {
    return this.#store.read('series', async (session) => {
      // Without a savepoint PostgreSQL refuses every statement after one that failed.
      await session.run('SAVEPOINT looking');
      this.#session = session;
      try {
        await work();
      } finally {
        this.#session = undefined;
      }
    });
  }

  applied(): Promise<AppliedMigration[]> {
    return this.#store.read('series', (session) => session.all(sql.LIST_APPLIED));
  }

  async #ask(text: string, values: readonly SqlValue[]): Promise<Row[]> {
    const session = this.#session;
    if (!session) return this.#store.read('series', (own) => own.all<Row>(text, ...values));
    try {
      return await session.all<Row>(text, ...values);
    } catch (error) {
      await session.run('ROLLBACK TO SAVEPOINT looking').catch(() => {});
      throw error;
    }
  }
}
