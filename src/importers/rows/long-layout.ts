// Rows of a long file: `series,time,value`, columns in any order.

import { TimeReader } from '#importers/bytes/parse-time';
import { takesComma } from '#importers/bytes/read-field';
import { locateFault } from '#importers/files/import-fault';
import type { PointBuffer } from '#importers/points/point-buffer';
import type { MarketClock } from '#importers/rows/market-clock';
import { placeTime } from '#importers/rows/place-time';
import type { RowLayout } from '#importers/rows/point-filler';
import { type TakenRow, takeSimilarRows } from '#importers/rows/repeated-row-path';
import type { RowReader } from '#importers/rows/row-reader';
import type { SeriesTable } from '#importers/rows/series-table';

const COLUMNS = ['series', 'time', 'value'] as const;

/** The names in lower case. */
export const isLongHeader = (header: readonly string[]): boolean =>
  header.length === COLUMNS.length && COLUMNS.every((column) => header.includes(column));

export class LongLayout implements RowLayout {
  readonly #rows: RowReader;
  readonly #table: SeriesTable;
  readonly #clock: MarketClock;
  readonly #buffer: PointBuffer;
  readonly #series: number;
  readonly #time: number;
  readonly #value: number;
  readonly #timeReader = new TimeReader();
  /** Columns in the order of `COLUMNS`, as most files have them. */
  readonly #isUsual: boolean;
  readonly #taken: { -readonly [Field in keyof TakenRow]: TakenRow[Field] };

  constructor(
    header: readonly string[],
    rows: RowReader,
    table: SeriesTable,
    clock: MarketClock,
    buffer: PointBuffer,
  ) {
    this.#rows = rows;
    this.#table = table;
    this.#clock = clock;
    this.#buffer = buffer;
    this.#series = header.indexOf('series');
    this.#time = header.indexOf('time');
    this.#value = header.indexOf('value');
    this.#isUsual = COLUMNS.every((column, field) => header[field] === column);
    const time = this.#timeReader;
    this.#taken = { series: 0, index: 0, time, stepMs: undefined, clock, takesComma: false };
  }

  take(): Promise<unknown> | undefined {
    const rows = this.#rows;
    rows.checkCount(COLUMNS.length);
    let column = 'series';
    try {
      const series = rows.findSeries(this.#series, this.#table);
      if (!series) return this.#loadSeries();
      column = 'time';
      const time = this.#timeReader;
      rows.readTime(this.#time, time);
      const instant = this.#clock.instantOf(time, series.repeated);
      if (Number.isNaN(instant)) return undefined;
      const index = placeTime(time, instant, series.grid, this.#clock.zone);
      column = 'value';
      const value = rows.readValue(this.#value);
      this.#buffer.add(series.number, index, value, rows.line!);
      this.#taken.series = series.number;
      this.#taken.index = index;
      this.#taken.stepMs = series.grid.resolution.stepMs;
    } catch (fault) {
      throw locateFault(fault, rows.line, column, rows.place);
    }
    return undefined;
  }

  takeSimilarRows(most: number): number {
    const { csv } = this.#rows;
    if (!csv || !this.#isUsual) return 0;
    this.#taken.takesComma = takesComma(csv);
    return takeSimilarRows(csv, this.#buffer, this.#taken, most);
  }

  async #loadSeries(): Promise<void> {
    const rows = this.#rows;
    try {
      await rows.loadSeries(this.#series, this.#table);
    } catch (fault) {
      throw locateFault(fault, rows.line, 'series', rows.place);
    }
  }
}
