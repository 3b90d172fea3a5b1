// Rows of a wide file: `time,CODE,CODE…`, one series a column.

import type { CsvReader } from '#importers/csv-reader';
import { TimeReader } from '#importers/csv-time';
import { ImportFault, locateFault } from '#importers/import-fault';
import type { MarketClock, RepeatedTimes } from '#importers/market-clock';
import { fitsForm, indexAt, placeTime } from '#importers/place-time';
import type { PointBuffer } from '#importers/point-buffer';
import { checkFieldCount, readTime, readValue, takesComma } from '#importers/row-fields';
import type { RowTaker } from '#importers/row-source';
import type { ImportSeries, SeriesTable } from '#importers/series-table';

export const isWideHeader = (header: readonly string[]): boolean =>
  header.length > 1 && header[0] === 'time';

/** The series of each column but the first; the reader stands on the header. */
export async function loadColumns(reader: CsvReader, table: SeriesTable): Promise<ImportSeries[]> {
  const columns: ImportSeries[] = [];
  for (let field = 1; field < reader.count; field++) {
    const name = reader.text(field);
    if (name === '') throw new ImportFault(`column ${field + 1} has no name`, reader.line);
    const bytes = reader.bytes.subarray(reader.starts[field], reader.ends[field]);
    try {
      const series = await table.load(bytes);
      if (columns.includes(series)) throw new ImportFault('the column is there twice');
      columns.push(series);
    } catch (fault) {
      throw locateFault(fault, reader.line, name);
    }
  }
  return columns;
}

export class WideRows implements RowTaker {
  readonly #reader: CsvReader;
  readonly #columns: readonly ImportSeries[];
  readonly #clock: MarketClock;
  readonly #buffer: PointBuffer;
  readonly #takesComma: boolean;
  readonly #timeReader = new TimeReader();
  /** A row's time is the same for every column, so the file as a whole meets it. */
  readonly #repeated: RepeatedTimes = new Map();

  constructor(
    columns: readonly ImportSeries[],
    reader: CsvReader,
    clock: MarketClock,
    buffer: PointBuffer,
  ) {
    this.#reader = reader;
    this.#columns = columns;
    this.#clock = clock;
    this.#buffer = buffer;
    this.#takesComma = takesComma(reader);
  }

  take(): undefined {
    const reader = this.#reader;
    const columns = this.#columns;
    checkFieldCount(reader, columns.length + 1);
    let column = 'time';
    try {
      const time = this.#timeReader;
      readTime(reader, 0, time);
      const instant = this.#clock.instantOf(time, this.#repeated);
      for (let field = 1; field <= columns.length; field++) {
        const series = columns[field - 1]!;
        column = series.code;
        const value = readValue(reader, field, this.#takesComma);
        // Beside an hourly column a daily one is empty most of the time: that says nothing.
        if (Number.isNaN(value) && !this.#isPlace(series, instant)) continue;
        const index = placeTime(time, instant, series.grid, this.#clock.zone);
        this.#buffer.add(series.number, index, value, reader.line);
      }
    } catch (fault) {
      throw locateFault(fault, reader.line, column);
    }
    return undefined;
  }

  #isPlace({ grid }: ImportSeries, instant: number): boolean {
    return (
      fitsForm(this.#timeReader.form, grid.resolution) && !Number.isNaN(indexAt(grid, instant))
    );
  }
}
