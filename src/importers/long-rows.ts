// Rows of a long file: `series,time,value`, columns in any order.

import { type TakenRow, takeAlike } from '#importers/alike-rows';
import type { CsvReader } from '#importers/csv-reader';
import { TimeReader } from '#importers/csv-time';
import { locateFault } from '#importers/import-fault';
import type { MarketClock } from '#importers/market-clock';
import { placeTime } from '#importers/place-time';
import type { PointBuffer } from '#importers/point-buffer';
import { checkFieldCount, readTime, readValue, takesComma } from '#importers/row-fields';
import type { RowTaker } from '#importers/row-source';
import type { SeriesTable } from '#importers/series-table';

const COLUMNS = ['series', 'time', 'value'] as const;

export const isLongHeader = (header: readonly string[]): boolean =>
  header.length === COLUMNS.length && COLUMNS.every((column) => header.includes(column));

export class LongRows implements RowTaker {
  readonly #reader: CsvReader;
  readonly #table: SeriesTable;
  readonly #clock: MarketClock;
  readonly #buffer: PointBuffer;
  readonly #series: number;
  readonly #time: number;
  readonly #value: number;
  readonly #takesComma: boolean;
  readonly #timeReader = new TimeReader();
  /** Columns in the order of `COLUMNS`, as most files have them. */
  readonly #isUsual: boolean;
  readonly #taken: { -readonly [Field in keyof TakenRow]: TakenRow[Field] };

  constructor(
    header: readonly string[],
    reader: CsvReader,
    table: SeriesTable,
    clock: MarketClock,
    buffer: PointBuffer,
  ) {
    this.#reader = reader;
    this.#table = table;
    this.#clock = clock;
    this.#buffer = buffer;
    this.#series = header.indexOf('series');
    this.#time = header.indexOf('time');
    this.#value = header.indexOf('value');
    this.#takesComma = takesComma(reader);
    this.#isUsual = COLUMNS.every((column, field) => header[field] === column);
    this.#taken = { series: 0, index: 0, time: this.#timeReader, stepMs: undefined };
  }

  take(): Promise<void> | undefined {
    const reader = this.#reader;
    checkFieldCount(reader, COLUMNS.length);
    const start = reader.starts[this.#series]!;
    const series = this.#table.find(reader, start, reader.ends[this.#series]!);
    if (!series) return this.#loadSeries();
    let column = 'time';
    try {
      const time = this.#timeReader;
      readTime(reader, this.#time, time);
      const instant = this.#clock.instantOf(time, series.repeated);
      const index = placeTime(time, instant, series.grid, this.#clock.zone);
      column = 'value';
      const value = readValue(reader, this.#value, this.#takesComma);
      this.#buffer.add(series.number, index, value, reader.line);
      this.#taken.series = series.number;
      this.#taken.index = index;
      this.#taken.stepMs = series.grid.resolution.stepMs;
    } catch (fault) {
      throw locateFault(fault, reader.line, column);
    }
    return undefined;
  }

  takeAlike(most: number): number {
    if (!this.#isUsual) return 0;
    const taken = this.#taken;
    return takeAlike(this.#reader, this.#buffer, taken, this.#clock, this.#takesComma, most);
  }

  async #loadSeries(): Promise<void> {
    const { bytes, starts, ends, line } = this.#reader;
    try {
      await this.#table.load(bytes.subarray(starts[this.#series], ends[this.#series]));
    } catch (fault) {
      throw locateFault(fault, line, 'series');
    }
  }
}
