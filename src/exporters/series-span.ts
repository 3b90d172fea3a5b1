// The values that an export reads: series in order of code, each with its own indices.

import type { Grid } from '#core/time/grid';
import { type IndexSpan, lengthOf } from '#core/time/span';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

export interface SeriesSpan {
  readonly series: Pick<SeriesRecord, 'key' | 'code'>;
  readonly grid: Grid;
  /** Indices of observed values only; empty if the span misses the series. */
  readonly indices: IndexSpan;
}

/** Reads observed values, which is all that an export needs of a store. */
export type ValueSource = Pick<SeriesReader, 'readValues'>;

/** Called after each read with the number of values it read. */
export type OnRead = (count: number, code: string) => void;

/** Returns how many values an export reads, gaps included. */
export const countIndices = (spans: readonly SeriesSpan[]): number =>
  spans.reduce((sum, { indices }) => sum + lengthOf(indices), 0);
