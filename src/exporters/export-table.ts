// What every writer is given: rows of times and values in batches, so that memory stays bounded however
// many rows there are.

import type { Points } from '#core/values/column';

/** Rows of a batch at most, unless a table is very wide: 20 bytes a row in long form, 1.3 MB. */
export const BATCH_ROWS = 65_536;

/** Rows in order. The arrays are used again: a batch is good until the next one is asked for. */
export interface RowBatch {
  /** Rows; the arrays may be longer. */
  readonly length: number;
  /** Long form: which of the table's codes each row belongs to. Empty in wide form. */
  readonly series: Int32Array;
  /** Instants. */
  readonly times: Float64Array;
  /** One array a value column. What is not finite is a gap. */
  readonly values: readonly Float64Array[];
}

export interface ExportTable {
  /** Long form (`series,time,value`): the codes that rows name. Undefined in wide form (`time,…`). */
  readonly codes: readonly string[] | undefined;
  /** Names of the value columns; `value` alone in long form. */
  readonly columns: readonly string[];
  /** Whether a row may lack a value. Rows of the long form never do. */
  readonly hasGaps: boolean;
  readonly batches: AsyncIterable<RowBatch>;
}

const NO_SERIES = new Int32Array(0);

/** The columns of a table in their order, as headers name them. */
export const headerOf = ({ codes, columns }: ExportTable): string[] =>
  codes === undefined ? ['time', ...columns] : ['series', 'time', ...columns];

/** Points that are in memory already, as `time,value`. */
export const tableOfPoints = (points: Points): ExportTable => ({
  codes: undefined,
  columns: ['value'],
  hasGaps: true,
  batches: batchesOf(points),
});

async function* batchesOf({ times, values }: Points): AsyncGenerator<RowBatch> {
  for (let from = 0; from < times.length; from += BATCH_ROWS) {
    const to = Math.min(times.length, from + BATCH_ROWS);
    const part = { times: times.subarray(from, to), values: [values.subarray(from, to)] };
    yield { length: to - from, series: NO_SERIES, ...part };
  }
}
