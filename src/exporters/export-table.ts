// The table that every writer is given: rows of times and values in batches, so that memory stays bounded
// for any number of rows.

import type { Points } from '#core/values/column';

/** The most rows of a batch; fewer if a table is very wide. In long form 20 bytes a row: 1.3 MB. */
export const BATCH_ROWS = 65_536;

/** Rows in order. The arrays are reused: a batch is valid until the next one is read. */
export interface RowBatch {
  /** The number of rows; the arrays may be longer. */
  readonly length: number;
  /** Long form: the index of each row's code in the table. Empty in wide form. */
  readonly series: Int32Array;
  /** Instants. */
  readonly times: Float64Array;
  /** One array for each value column. A value that is not finite is a gap. */
  readonly values: readonly Float64Array[];
}

/** What the numbers of a column are: values, instants, or places in the table's list of names. */
export type ColumnKind = 'number' | 'time' | 'name';

export interface ExportTable {
  /** Long form (`series,time,value`): the codes of the series. Undefined in wide form (`time,…`). */
  readonly codes: readonly string[] | undefined;
  /** Names of the value columns; `value` alone in long form. */
  readonly columns: readonly string[];
  /** The kinds of the value columns; left out if all are numbers. */
  readonly kinds?: readonly ColumnKind[];
  /** What the numbers of a column of names stand for. */
  readonly names?: readonly string[];
  /** Whether a row may lack a value. Rows of the long form never do. */
  readonly hasGaps: boolean;
  readonly batches: AsyncIterable<RowBatch>;
}

const NO_SERIES = new Int32Array(0);

/** Returns the names of all columns of a table, in order. */
export const headerOf = ({ codes, columns }: ExportTable): string[] =>
  codes === undefined ? ['time', ...columns] : ['series', 'time', ...columns];

/** The kind of a value column. */
export const kindOf = ({ kinds }: Pick<ExportTable, 'kinds'>, column: number): ColumnKind =>
  kinds?.[column] ?? 'number';

/** Returns points in memory as a table of `time,value`. */
export const tableOfPoints = (points: Points): ExportTable => ({
  codes: undefined,
  columns: ['value'],
  hasGaps: true,
  batches: batchesOf(points.times, [points.values]),
});

/** Returns columns in memory as a table of `time` and them. */
export const tableOfColumns = (
  times: Float64Array,
  columns: readonly { name: string; kind: ColumnKind; values: Float64Array }[],
  names: readonly string[],
): ExportTable => ({
  codes: undefined,
  columns: columns.map(({ name }) => name),
  kinds: columns.map(({ kind }) => kind),
  names,
  hasGaps: true,
  batches: batchesOf(
    times,
    columns.map(({ values }) => values),
  ),
});

async function* batchesOf(
  times: Float64Array,
  columns: readonly Float64Array[],
): AsyncGenerator<RowBatch> {
  for (let from = 0; from < times.length; from += BATCH_ROWS) {
    const to = Math.min(times.length, from + BATCH_ROWS);
    const values = columns.map((column) => column.subarray(from, to));
    const part = { times: times.subarray(from, to), values };
    yield { length: to - from, series: NO_SERIES, ...part };
  }
}
