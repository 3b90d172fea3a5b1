// What the shared SQL code asks of an engine. Texts use $1, $2 … and live in statements.ts.

import type { Engine } from '#store/engine';

export type SqlValue = number | string | null | Uint8Array;

/**
 * A text for any engine. PostgreSQL has none with a NUL in it, and SQLite's searches stop at one; so it
 * becomes the sign for what cannot be shown, as half a surrogate pair does by itself.
 */
const textOf = (value: SqlValue): SqlValue =>
  typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;

const hasNul = (value: SqlValue): boolean => typeof value === 'string' && value.includes('\0');

/** What is handed to an engine for $1, $2 … */
export const parametersOf = (values: readonly SqlValue[]): readonly SqlValue[] =>
  values.some(hasNul) ? values.map(textOf) : values;

export interface SqlSession {
  /** For the few questions that engines answer by different means. */
  readonly engine: Engine;
  /** All rows, columns by their alias; integers arrive as numbers, bytes as Uint8Array. */
  all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** The same, each row as an array of its columns: half the cost where rows are many and short. */
  table<Row extends readonly SqlValue[]>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Resolves to the number of rows inserted, changed or deleted. */
  run(text: string, ...values: SqlValue[]): Promise<number>;
  /**
   * A change of which nobody needs to know how many rows it concerned. Within a transaction its error may
   * come only with a later statement, or in place of the commit.
   */
  put(text: string, ...values: SqlValue[]): Promise<void>;
  /** The same for each list of values, in order. */
  runEach(text: string, lists: readonly (readonly SqlValue[])[]): Promise<void>;
}
