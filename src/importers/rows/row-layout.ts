// What the columns of a file mean: a layout takes row after row and adds points to the buffer.

import { locateFault } from '#importers/files/import-fault';
import type { PointBuffer } from '#importers/points/point-buffer';
import type { MarketClock } from '#importers/rows/market-clock';
import type { RowReader } from '#importers/rows/row-reader';
import type { SeriesTable } from '#importers/rows/series-table';

/** Takes the row that the reader stands on into the buffer. */
export interface RowLayout {
  /** Undefined if the row is taken; else what to wait for before it is tried again. */
  take(): Promise<unknown> | undefined;
  /** Takes at most `most` rows that follow and are much like the one just taken; returns how many. */
  takeSimilarRows?(most: number): number;
}

/** What every layout reads from and writes to. */
export interface LayoutParts {
  readonly rows: RowReader;
  readonly table: SeriesTable;
  readonly clock: MarketClock;
  readonly buffer: PointBuffer;
}

/** Loads the series that a field of the row names; a fault names the row. */
export async function loadSeriesAt(field: number, { rows, table }: LayoutParts): Promise<void> {
  try {
    await rows.loadSeries(field, table);
  } catch (fault) {
    throw locateFault(fault, rows.line, 'series', rows.place);
  }
}
