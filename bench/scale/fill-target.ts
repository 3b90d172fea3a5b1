// What filling a store asks of an engine: rows in bulk, past the store's own writer.

import type { SqlValue } from '#store/sql/sql-session';

export interface FillTarget {
  /** The engine's type of bytes, and its text for bytes of length 0. */
  readonly bytesType: string;
  readonly noBytes: string;
  /** Rows of one table, in one transaction. */
  addRows(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<void>;
  /** One statement, with $1, $2 … for whole numbers. */
  run(text: string, ...values: number[]): Promise<void>;
  /** What an operator's store would come to in time: logs folded in, statistics made. */
  settle(): Promise<void>;
  /** Bytes on disk of everything the store has. */
  countBytes(): Promise<number>;
  close(): Promise<void>;
}
