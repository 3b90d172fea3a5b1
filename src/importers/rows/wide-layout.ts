// Rows of a wide file: `time,CODE,CODE…`, one series a column.

import { TimeReader } from '#importers/bytes/parse-time';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import type { PointBuffer } from '#importers/points/point-buffer';
import type { MarketClock, RepeatedTimes } from '#importers/rows/market-clock';
import { fitsForm, indexAt, placeTime } from '#importers/rows/place-time';
import type { RowLayout } from '#importers/rows/point-filler';
import type { RowReader } from '#importers/rows/row-reader';
import type { ImportSeries, SeriesTable } from '#importers/rows/series-table';

/**
 * The names in lower case. Data frames write their index last, so `time` need not be the first; but a
 * long file with a column too many is no wide one.
 */
export const isWideHeader = (header: readonly string[]): boolean =>
  header.length > 1 &&
  (header[0] === 'time' ||
    (header.includes('time') && !header.includes('series') && !header.includes('value')));

/** In the place of a name: the column is not read. */
export const LEFT_OUT = ' ';

/** A column of values, and the field it is. */
interface WideColumn {
  readonly field: number;
  readonly series: ImportSeries;
}

/** The series of each column but the first that is `time`. The names are as written. */
export async function loadColumns(
  header: readonly string[],
  rows: RowReader,
  table: SeriesTable,
): Promise<WideColumn[]> {
  const columns: WideColumn[] = [];
  const time = timeField(header);
  for (const [field, name] of header.entries()) {
    if (field === time || name === LEFT_OUT) continue;
    if (name === '') {
      throw new ImportFault(`column ${field + 1} has no name`, rows.line, undefined, rows.place);
    }
    try {
      const series = await table.loadText(name);
      if (columns.some((column) => column.series === series)) {
        throw new ImportFault('the column is given twice');
      }
      columns.push({ field, series });
    } catch (fault) {
      throw locateFault(fault, rows.line, name, rows.place);
    }
  }
  return columns;
}

export const timeField = (header: readonly string[]): number =>
  header.findIndex((name) => name.toLowerCase() === 'time');

export class WideLayout implements RowLayout {
  readonly #rows: RowReader;
  /** How many fields a row has. */
  readonly #count: number;
  readonly #time: number;
  readonly #columns: readonly WideColumn[];
  readonly #clock: MarketClock;
  readonly #buffer: PointBuffer;
  readonly #timeReader = new TimeReader();
  /** A row's time is the same for every column, so the file as a whole meets it. */
  readonly #repeated: RepeatedTimes = new Map();

  constructor(
    count: number,
    time: number,
    columns: readonly WideColumn[],
    rows: RowReader,
    clock: MarketClock,
    buffer: PointBuffer,
  ) {
    this.#count = count;
    this.#time = time;
    this.#columns = columns;
    this.#rows = rows;
    this.#clock = clock;
    this.#buffer = buffer;
  }

  take(): undefined {
    const rows = this.#rows;
    const columns = this.#columns;
    rows.checkCount(this.#count);
    let column = 'time';
    try {
      const time = this.#timeReader;
      rows.readTime(this.#time, time);
      const instant = this.#clock.instantOf(time, this.#repeated);
      if (Number.isNaN(instant)) return undefined;
      for (let at = 0; at < columns.length; at++) {
        const { field, series } = columns[at]!;
        column = series.code;
        const value = rows.readValue(field);
        // Beside an hourly column a daily one is empty most of the time: that says nothing.
        if (Number.isNaN(value) && !this.#isPlace(series, instant)) continue;
        const index = placeTime(time, instant, series.grid, this.#clock.zone);
        this.#buffer.add(series.number, index, value, rows.line!);
      }
    } catch (fault) {
      throw locateFault(fault, rows.line, column, rows.place);
    }
    return undefined;
  }

  #isPlace({ grid }: ImportSeries, instant: number): boolean {
    return (
      fitsForm(this.#timeReader.form, grid.resolution) && !Number.isNaN(indexAt(grid, instant))
    );
  }
}
