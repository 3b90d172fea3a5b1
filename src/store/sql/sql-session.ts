// What the shared SQL code needs of an engine. Texts use $1, $2 … and are in files named *statements.ts.

import type { Engine } from '#store/engine';

export type SqlValue = number | string | null | Uint8Array;

/**
 * A text that any engine stores. PostgreSQL refuses a NUL, and SQLite's searches stop at one. So a NUL
 * becomes the replacement character, as half a surrogate pair does anyway.
 */
const textOf = (value: SqlValue): SqlValue =>
  typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;

const hasNul = (value: SqlValue): boolean => typeof value === 'string' && value.includes('\0');

/** The values that an engine gets for $1, $2 … */
export const parametersOf = (values: readonly SqlValue[]): readonly SqlValue[] =>
  values.some(hasNul) ? values.map(textOf) : values;

export interface SqlSession {
  /** The engine, for the few statements that differ by it. */
  readonly engine: Engine;
  /** All rows, columns by their alias. Integers arrive as numbers, bytes as Uint8Array. */
  all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Like `all`, each row as an array of its columns: half the cost of many short rows. */
  table<Row extends readonly SqlValue[]>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Resolves to the number of rows inserted, changed or deleted. */
  run(text: string, ...values: SqlValue[]): Promise<number>;
  /**
   * Like `run`, without the number of rows. In a transaction its error may come only with a later
   * statement, or in place of the commit.
   */
  put(text: string, ...values: SqlValue[]): Promise<void>;
  /** Like `put`, once for each list of values, in order. */
  runEach(text: string, lists: readonly (readonly SqlValue[])[]): Promise<void>;
}
