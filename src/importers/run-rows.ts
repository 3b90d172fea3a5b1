// Rows of a file of forecast runs: `series,analyzed,time,value`, columns in any order.

import type { Instant } from '#core/instant';
import type { CsvReader } from '#importers/csv-reader';
import { DATE, TimeReader } from '#importers/csv-time';
import { ImportFault, locateFault } from '#importers/import-fault';
import type { MarketClock, RepeatedTimes } from '#importers/market-clock';
import { placeTime } from '#importers/place-time';
import type { PointBuffer } from '#importers/point-buffer';
import { checkFieldCount, readTime, readValue, takesComma } from '#importers/row-fields';
import type { RowTaker } from '#importers/row-source';
import type { ImportSeries, SeriesTable } from '#importers/series-table';

const COLUMNS = ['series', 'analyzed', 'time', 'value'] as const;

/** One run of the file. */
export interface ImportRun {
  /** Counts from 0 in the order the file names its runs. */
  readonly number: number;
  readonly series: ImportSeries;
  readonly analyzedAt: Instant;
  readonly repeated: RepeatedTimes;
  /** Already in the transaction: nothing can be added any more. */
  isStored: boolean;
}

/** Columns of a header by name; throws where it is no header of runs. */
export function findRunColumns(header: readonly string[], line: number): Record<string, number> {
  if (header.length !== COLUMNS.length || !COLUMNS.every((name) => header.includes(name))) {
    throw new ImportFault('the header must be series,analyzed,time,value', line);
  }
  return Object.fromEntries(header.map((name, at) => [name, at]));
}

export class RunRows implements RowTaker {
  /** By `number`. */
  readonly runs: ImportRun[] = [];
  /** The run of the row taken last. */
  open: ImportRun | undefined;
  readonly #bySeries = new Map<ImportSeries, Map<Instant, ImportRun>>();
  readonly #time = new TimeReader();
  readonly #analyzed = new TimeReader();
  readonly #reader: CsvReader;
  readonly #columns: Readonly<Record<string, number>>;
  readonly #table: SeriesTable;
  readonly #clock: MarketClock;
  readonly #buffer: PointBuffer;
  readonly #takesComma: boolean;

  constructor(
    columns: Readonly<Record<string, number>>,
    reader: CsvReader,
    table: SeriesTable,
    clock: MarketClock,
    buffer: PointBuffer,
  ) {
    this.#columns = columns;
    this.#reader = reader;
    this.#table = table;
    this.#clock = clock;
    this.#buffer = buffer;
    this.#takesComma = takesComma(reader);
  }

  take(): Promise<void> | undefined {
    const reader = this.#reader;
    checkFieldCount(reader, COLUMNS.length);
    const field = this.#columns.series!;
    const series = this.#table.find(reader, reader.starts[field]!, reader.ends[field]!);
    if (!series) return this.#loadSeries(field);
    let column = 'analyzed';
    try {
      const run = this.#runOf(series);
      column = 'time';
      readTime(reader, this.#columns.time!, this.#time);
      const instant = this.#clock.instantOf(this.#time, run.repeated);
      const index = placeTime(this.#time, instant, series.grid, this.#clock.zone);
      column = 'value';
      const value = readValue(reader, this.#columns.value!, this.#takesComma);
      this.#buffer.add(run.number, index, value, reader.line);
    } catch (fault) {
      throw locateFault(fault, reader.line, column);
    }
    return undefined;
  }

  #runOf(series: ImportSeries): ImportRun {
    const analyzed = this.#analyzed;
    readTime(this.#reader, this.#columns.analyzed!, analyzed);
    if (analyzed.form < DATE) throw new ImportFault('write the time in full');
    // A run's rows all repeat its analyzed time, so the file's order cannot tell two hours apart.
    const analyzedAt = this.#clock.instantOf(analyzed);
    if (this.open?.series === series && this.open.analyzedAt === analyzedAt) return this.open;
    let runs = this.#bySeries.get(series);
    if (!runs) this.#bySeries.set(series, (runs = new Map()));
    let run = runs.get(analyzedAt);
    if (!run) {
      const number = this.runs.length;
      run = { number, series, analyzedAt, repeated: new Map(), isStored: false };
      this.runs.push(run);
      runs.set(analyzedAt, run);
    }
    if (run.isStored) {
      throw new ImportFault(
        'the run goes on after others: sort a file this large by series and analyzed',
      );
    }
    this.open = run;
    return run;
  }

  async #loadSeries(field: number): Promise<void> {
    const { bytes, starts, ends, line } = this.#reader;
    try {
      await this.#table.load(bytes.subarray(starts[field], ends[field]));
    } catch (fault) {
      throw locateFault(fault, line, 'series');
    }
  }
}
