// The two ways to use PostgreSQL: single statements, each on any connection, or one transaction.

import type { QueryResult } from 'pg';
import {
  isConnectionLost,
  isUniqueViolation,
  translatePostgresError,
  translateWriteError,
} from '#store/engines/postgres/postgres-errors';
import type { PostgresConnection, PostgresPool } from '#store/engines/postgres/postgres-pool';
import { forRows, rowsPerStatement, toPostgres } from '#store/engines/postgres/postgres-values';
import { parametersOf, type SqlSession, type SqlValue } from '#store/sql/sql-session';

/** The most statements with a name. statements.ts has few texts; a search has one for each number of words. */
const MOST_NAMES = 250;
/** The most tries of a process that chose the same next number as another. */
const MOST_TRIES = 50;
/** Amounts to some megabytes of chunks. */
const MOST_UNDER_WAY = 32;

interface Prepared {
  readonly text: string;
  /** The name under which a connection keeps the statement ready; one without a name is planned each time. */
  readonly name: string | undefined;
}

const prepared = new Map<string, Prepared>();

function prepare(text: string): Prepared {
  const known = prepared.get(text);
  if (known) return known;
  const name = prepared.size < MOST_NAMES ? `gridtide_${prepared.size}` : undefined;
  const made = { text: toPostgres(text), name };
  if (name !== undefined) prepared.set(text, made);
  return made;
}

type Rows = QueryResult<Record<string, unknown>>;

function ask(
  connection: PostgresConnection,
  text: string,
  values: readonly SqlValue[],
  rowMode?: 'array',
): Promise<Rows> {
  const { text: own, name } = prepare(text);
  return connection.query<Rows>({
    text: own,
    ...(name === undefined ? {} : { name }),
    ...(rowMode ? { rowMode } : {}),
    values: parametersOf(values),
  } as never);
}

/** The statements that both kinds of session share, made of `ask`. */
abstract class AskingSession implements SqlSession {
  readonly engine = 'postgres';

  protected abstract ask(
    text: string,
    values: readonly SqlValue[],
    rowMode?: 'array',
  ): Promise<Rows>;

  async all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]> {
    return (await this.ask(text, values)).rows as Row[];
  }

  async table<Row extends readonly SqlValue[]>(
    text: string,
    ...values: SqlValue[]
  ): Promise<Row[]> {
    return (await this.ask(text, values, 'array')).rows as unknown as Row[];
  }

  async run(text: string, ...values: SqlValue[]): Promise<number> {
    return (await this.ask(text, values)).rowCount ?? 0;
  }

  async put(text: string, ...values: SqlValue[]): Promise<void> {
    await this.ask(text, values);
  }

  async runEach(text: string, lists: readonly (readonly SqlValue[])[]): Promise<void> {
    const width = lists[0]?.length ?? 0;
    const most = rowsPerStatement(text, width);
    for (let at = 0; at < lists.length; ) {
      const rows = stepOf(Math.min(most, lists.length - at));
      const values = lists.slice(at, at + rows).flat();
      await this.put(rows === 1 ? text : forRows(text, width, rows), ...values);
      at += rows;
    }
  }
}

/** The largest power of two that is at most `rows`, so that few texts serve every number of rows. */
const stepOf = (rows: number): number => 2 ** Math.floor(Math.log2(rows));

const isRead = (text: string): boolean => /^\s*(?:SELECT|WITH)\b/.test(text);

/** Runs statements that are each a transaction of their own. */
export class PostgresSession extends AskingSession {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super();
    this.#pool = pool;
  }

  protected async ask(text: string, values: readonly SqlValue[], rowMode?: 'array'): Promise<Rows> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#pool.lend((connection) => ask(connection, text, values, rowMode));
      } catch (error) {
        if (this.#isWorthAnotherTry(error, text, tries)) continue;
        throw isRead(text) ? translatePostgresError(error) : translateWriteError(error);
      }
    }
  }

  #isWorthAnotherTry(error: unknown, text: string, tries: number): boolean {
    // Another process added a row with the same next number first.
    if (isUniqueViolation(error)) return tries < MOST_TRIES;
    // An idle connection may have ended when the server restarted. A read can be repeated.
    return tries === 1 && isRead(text) && isConnectionLost(error) && !this.#pool.isDown;
  }
}

/** Runs the statements of one open transaction. */
export class PostgresTransaction extends AskingSession {
  readonly #connection: PostgresConnection;
  /** Changes that were sent and not answered yet, as a write does not wait for each trip to the server. */
  readonly #underWay = new Set<Promise<void>>();
  #isOver = false;
  /** The engine's first error. After it the transaction cannot be whole. */
  failure: unknown;

  constructor(connection: PostgresConnection) {
    super();
    this.#connection = connection;
  }

  protected async ask(text: string, values: readonly SqlValue[], rowMode?: 'array'): Promise<Rows> {
    return this.#guarded(() => ask(this.#connection, text, values, rowMode));
  }

  override async put(text: string, ...values: SqlValue[]): Promise<void> {
    if (this.#underWay.size >= MOST_UNDER_WAY) await Promise.race(this.#underWay);
    this.#assertOpen();
    if (this.failure !== undefined) throw this.failure;
    // An error is kept in `failure`, which the next call throws.
    const sent = this.ask(text, values).then(
      () => {},
      () => {},
    );
    this.#underWay.add(sent);
    void sent.then(() => this.#underWay.delete(sent));
  }

  /** Resolves when all changes are answered; throws the first error. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
    if (this.failure !== undefined) throw this.failure;
  }

  /** Runs any number of statements without values, one after the other. */
  async script(text: string): Promise<void> {
    await this.#guarded(() => this.#connection.query(text));
  }

  async #guarded<T>(action: () => Promise<T>): Promise<T> {
    this.#assertOpen();
    try {
      return await action();
    } catch (error) {
      const translated = translatePostgresError(error);
      this.failure ??= translated;
      throw translated;
    }
  }

  end(): void {
    this.#isOver = true;
  }

  #assertOpen(): void {
    if (this.#isOver) throw new Error('this transaction is over: its writer cannot be used again');
  }
}
