// The wide layout: `time,CODE,CODE…`, one series a column.

import { TimeReader } from '#importers/bytes/parse-time';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import type { RepeatedTimes } from '#importers/rows/market-clock';
import { fitsForm, indexAt, indexOfTime } from '#importers/rows/market-clock';
import type { LayoutParts, RowLayout } from '#importers/rows/row-layout';
import { LEFT_OUT } from '#importers/rows/row-layout';
import type { ImportSeries } from '#importers/rows/series-table';

/**
 * Whether names in lower case are the header of a wide file. Data frames write their index last, so
 * `time` need not be the first. A long file with a column too many is not a wide one.
 */
export const isWideHeader = (header: readonly string[]): boolean =>
  header.length > 1 &&
  (header[0] === 'time' ||
    (header.includes('time') && !header.includes('series') && !header.includes('value')));

/** A column of values. */
interface WideColumn {
  readonly field: number;
  readonly series: ImportSeries;
}

/** The series of each column but the first `time`. The names are as written. */
export async function loadColumns(
  header: readonly string[],
  { rows, table }: LayoutParts,
): Promise<WideColumn[]> {
  const columns: WideColumn[] = [];
  const time = timeField(header);
  for (const [field, name] of header.entries()) {
    if (field === time || name === LEFT_OUT) continue;
    if (name === '') {
      const reason = `column ${field + 1} has no name`;
      throw new ImportFault(reason, rows.line, undefined, rows.place, 'columns');
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

const timeField = (header: readonly string[]): number =>
  header.findIndex((name) => name.toLowerCase() === 'time');

export class WideLayout implements RowLayout {
  readonly #parts: LayoutParts;
  /** How many fields a row has. */
  readonly #count: number;
  readonly #time: number;
  /** The file's own name of the column of times. */
  readonly #timeName: string;
  readonly #columns: readonly WideColumn[];
  readonly #timeReader = new TimeReader();
  /** Counted for the whole file, as a row's time is the same for every column. */
  readonly #repeated: RepeatedTimes = new Map();

  constructor(
    header: readonly string[],
    given: readonly string[],
    columns: readonly WideColumn[],
    parts: LayoutParts,
  ) {
    this.#count = header.length;
    this.#time = timeField(header);
    this.#timeName = given[this.#time] || 'time';
    this.#columns = columns;
    this.#parts = parts;
  }

  take(): undefined {
    const { rows, clock, buffer } = this.#parts;
    const columns = this.#columns;
    rows.checkCount(this.#count);
    let column = this.#timeName;
    try {
      const time = this.#timeReader;
      rows.readTime(this.#time, time);
      const instant = clock.instantOf(time, this.#repeated);
      if (Number.isNaN(instant)) return undefined;
      for (let at = 0; at < columns.length; at++) {
        const { field, series } = columns[at]!;
        column = series.code;
        const value = rows.readValue(field);
        // A daily column beside an hourly one is empty most of the time: that is no gap.
        if (Number.isNaN(value) && !this.#isOnGrid(series, instant)) continue;
        const index = indexOfTime(time, instant, series.grid, clock.zone);
        buffer.add(series.number, index, value, rows.line!);
      }
    } catch (fault) {
      throw locateFault(fault, rows.line, column, rows.place);
    }
    return undefined;
  }

  #isOnGrid({ grid }: ImportSeries, instant: number): boolean {
    return (
      fitsForm(this.#timeReader.form, grid.resolution) && !Number.isNaN(indexAt(grid, instant))
    );
  }
}
