// Which values of which series are exported: series in order of code, each with its own indices.

import type { Grid } from '#core/time/grid';
import { type IndexSpan, lengthOf } from '#core/time/span';
import type { SeriesReader, SeriesRecord } from '#store/series-store';

export interface SeriesSpan {
  readonly series: Pick<SeriesRecord, 'key' | 'code'>;
  readonly grid: Grid;
  /** Within what is observed; empty where the span misses the series. */
  readonly indices: IndexSpan;
}

/** Reads observed values: all that an export needs of a store. */
export type ValueSource = Pick<SeriesReader, 'readValues'>;

/** Told how many values were read since it was last told. */
export type OnRead = (count: number, code: string) => void;

/** How many values are read, gaps included. */
export const countIndices = (spans: readonly SeriesSpan[]): number =>
  spans.reduce((sum, { indices }) => sum + lengthOf(indices), 0);
