// What the columns of a file mean: a layout takes row after row and adds points to the buffer. The filler has it take a
// bufferful at a time. All imports use it.

import { quoteGiven } from '#core/nearest';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import { PointBuffer } from '#importers/points/point-buffer';
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

/** What the columns of a file mean, by their names; '' is the name of a column without one. */
export type ColumnNames = ReadonlyMap<string, string>;

/** Takes the place of the name of a column that is not read. A blank cannot be a name of a file: names are trimmed. */
export const LEFT_OUT = ' ';

/** The names that `columns` gives; throws if it names a column that the file does not have. */
export function renameColumns(
  header: readonly string[],
  { line, place, headWord }: RowReader,
  columns: ColumnNames | undefined,
): readonly string[] {
  if (!columns) return header;
  for (const name of columns.keys()) {
    if (header.includes(name)) continue;
    const shown = name === '' ? 'column without a name' : `column ${quoteGiven(name)}`;
    const reason = `the ${headWord} has no ${shown}, only ${header.join(', ')}`;
    throw new ImportFault(reason, line, undefined, place);
  }
  return header.map((name) => (columns.has(name) ? columns.get(name) || LEFT_OUT : name));
}

/** Makes the layout that a header shows; throws if the header is not one of the import's. */
export type OpenLayout = (header: readonly string[], buffer: PointBuffer) => Promise<RowLayout>;

export class PointFiller {
  readonly buffer = new PointBuffer();
  /** How many rows were taken, without the header and blank lines. */
  rows = 0;
  readonly #reader: RowReader;
  readonly #openLayout: OpenLayout;
  #layout: RowLayout | undefined;
  #isEnded = false;

  constructor(reader: RowReader, openLayout: OpenLayout) {
    this.#reader = reader;
    this.#openLayout = openLayout;
  }

  /** Reads until the buffer holds `limit` points (false) or the file is at its end (true). */
  async fill(limit: number): Promise<boolean> {
    while (!(await this.#takeRows(limit))) {
      if (this.#isEnded) {
        if (!this.#layout) throw new ImportFault('the file is empty');
        return true;
      }
      this.#isEnded = !(await this.#reader.more());
    }
    return false;
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  /** Takes the rows that the reader has; true if the buffer is full before all are taken. */
  async #takeRows(limit: number): Promise<boolean> {
    const reader = this.#reader;
    if (!this.#layout) {
      const header = reader.readHeader();
      if (!header) return false;
      this.#layout = await this.#openLayout(header, this.buffer);
    }
    const layout = this.#layout;
    while (this.buffer.count < limit) {
      if (!reader.next()) return false;
      for (let waiting = layout.take(); waiting; waiting = layout.take()) await waiting;
      this.rows++;
      if (layout.takeSimilarRows) this.rows += layout.takeSimilarRows(limit - this.buffer.count);
    }
    return true;
  }
}
