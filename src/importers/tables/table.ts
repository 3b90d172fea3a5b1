// A file of typed columns as a table, read in batches, column by column.

import type { CLOCK, DATE } from '#importers/bytes/parse-time';
import type { Place } from '#importers/files/import-fault';

/**
 * A date in a column of mixed cells: milliseconds since 1970-01-01T00:00, of UTC with `hasZone`, else
 * of the market's clock.
 */
export interface DateCell {
  readonly wallMs: number;
  readonly hasZone: boolean;
}

export type MixedCell = string | number | boolean | DateCell | null | undefined;

/** The cells of one column of a batch, one a row. Null and undefined are empty cells. */
export type TableColumn =
  | { readonly kind: 'text'; readonly cells: ArrayLike<string | null | undefined> }
  /** NaN is an empty cell too. As a time, a number is milliseconds since 1970 UTC. */
  | { readonly kind: 'number'; readonly cells: ArrayLike<number | null | undefined> }
  /** Milliseconds since 1970-01-01T00:00: of UTC with `hasZone`, else of the market's clock. */
  | {
      readonly kind: 'time';
      readonly cells: ArrayLike<number | null | undefined>;
      readonly form: typeof DATE | typeof CLOCK;
      readonly hasZone: boolean;
    }
  /** Cells of any kinds, as in a sheet. */
  | { readonly kind: 'mixed'; readonly cells: ArrayLike<MixedCell> };

export interface TableBatch {
  readonly count: number;
  /** The columns in the order of the table's names; each has at least `count` cells. */
  readonly columns: readonly TableColumn[];
  /** The number in the file, from 1, of a row of the batch. */
  lineOf(row: number): number;
  /** The number of the first row, if the others follow it one by one. */
  readonly firstLine?: number;
}

/** A table being read. Memory is bounded by its largest batch. */
export interface Table {
  readonly names: readonly string[];
  readonly headWord: string;
  readonly place: Place;
  /** The row that holds the names; undefined if they are not in a row. */
  readonly headLine: number | undefined;
  /** The batches, to be read once; ending early closes the file. */
  readonly batches: AsyncIterable<TableBatch>;
  close(): Promise<void>;
}
