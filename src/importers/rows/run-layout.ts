// The layout of forecast runs: `series,analyzed,time,value`, with columns in any order.

import type { Instant } from '#core/time/instant';
import { DATE, TimeReader } from '#importers/bytes/parse-time';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import type { RepeatedTimes } from '#importers/rows/market-clock';
import { placeTime } from '#importers/rows/place-time';
import { LEFT_OUT } from '#importers/rows/rename-columns';
import { type LayoutParts, loadSeriesAt, type RowLayout } from '#importers/rows/row-layout';
import type { RowReader } from '#importers/rows/row-reader';
import type { ImportSeries } from '#importers/rows/series-table';

const COLUMNS = ['series', 'analyzed', 'time', 'value'] as const;

/** One run of the file. */
export interface ImportRun {
  /** Counts from 0 in the order the file names its runs. */
  readonly number: number;
  readonly series: ImportSeries;
  readonly analyzedAt: Instant;
  readonly repeated: RepeatedTimes;
  /** Whether the run is in the transaction: nothing can be added any more. */
  isStored: boolean;
}

/** The columns of a header by name; throws if it is no header of runs. */
export function findRunColumns(
  header: readonly string[],
  { headWord, line, place }: RowReader,
): Record<string, number> {
  const names = header.map((name) => name.toLowerCase());
  const read = names.filter((name) => name !== LEFT_OUT);
  if (read.length !== COLUMNS.length || !COLUMNS.every((name) => read.includes(name))) {
    const reason = `the ${headWord} must be series,analyzed,time,value`;
    throw new ImportFault(reason, line, undefined, place, 'columns');
  }
  return Object.fromEntries(COLUMNS.map((name) => [name, names.indexOf(name)]));
}

export class RunLayout implements RowLayout {
  /** The runs by `number`. */
  readonly runs: ImportRun[] = [];
  /** The run of the row taken last. */
  open: ImportRun | undefined;
  readonly #bySeries = new Map<ImportSeries, Map<Instant, ImportRun>>();
  readonly #time = new TimeReader();
  readonly #analyzed = new TimeReader();
  readonly #columns: Readonly<Record<string, number>>;
  /** How many fields a row has. */
  readonly #count: number;
  readonly #parts: LayoutParts;

  constructor(columns: Readonly<Record<string, number>>, count: number, parts: LayoutParts) {
    this.#columns = columns;
    this.#count = count;
    this.#parts = parts;
  }

  take(): Promise<unknown> | undefined {
    const { rows, table, clock, buffer } = this.#parts;
    rows.checkCount(this.#count);
    let column = 'series';
    try {
      const series = rows.findSeries(this.#columns.series!, table);
      if (!series) return loadSeriesAt(this.#columns.series!, this.#parts);
      column = 'analyzed';
      const analyzedAt = this.#readAnalyzed();
      if (Number.isNaN(analyzedAt)) return undefined;
      const run = this.#runOf(series, analyzedAt);
      column = 'time';
      rows.readTime(this.#columns.time!, this.#time);
      const instant = clock.instantOf(this.#time, run.repeated);
      if (Number.isNaN(instant)) return undefined;
      const index = placeTime(this.#time, instant, series.grid, clock.zone);
      column = 'value';
      const value = rows.readValue(this.#columns.value!);
      buffer.add(run.number, index, value, rows.line!);
    } catch (fault) {
      throw locateFault(fault, rows.line, column, rows.place);
    }
    return undefined;
  }

  /** When the row's run was made; NaN if the clock skips that time and such rows are left out. */
  #readAnalyzed(): Instant {
    const { rows, clock } = this.#parts;
    const analyzed = this.#analyzed;
    rows.readTime(this.#columns.analyzed!, analyzed);
    if (analyzed.form < DATE) throw new ImportFault('write the time in full');
    // A run's rows all repeat its analyzed time, so the file's order cannot tell two hours apart.
    return clock.instantOf(analyzed);
  }

  #runOf(series: ImportSeries, analyzedAt: Instant): ImportRun {
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
}
