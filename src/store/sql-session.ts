// What the shared SQL code asks of an engine. Texts use $1, $2 … and live in statements.ts.

export type SqlValue = number | string | null | Uint8Array;

export interface SqlSession {
  /** All rows, columns by their alias; integers arrive as numbers, bytes as Uint8Array. */
  all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** The same, each row as an array of its columns: half the cost where rows are many and short. */
  table<Row extends readonly SqlValue[]>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Resolves to the number of rows inserted, changed or deleted. */
  run(text: string, ...values: SqlValue[]): Promise<number>;
  /** The same statement for each list of values, in order. */
  runEach(text: string, lists: readonly (readonly SqlValue[])[]): Promise<void>;
}
