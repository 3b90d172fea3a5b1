// The layout of forecast runs: `series,analyzed,time,value`, and `source` if rows name it, with columns in any
// order.

import type { Instant } from '#core/time/instant';
import { isSourceName, MOST_SOURCE_CHARACTERS } from '#core/values/source-order';
import { DATE, TimeReader } from '#importers/bytes/parse-time';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import type { RepeatedTimes } from '#importers/rows/market-clock';
import { indexOfTime } from '#importers/rows/market-clock';
import {
  type LayoutParts,
  LEFT_OUT,
  loadSeriesAt,
  type RowLayout,
} from '#importers/rows/row-layout';
import type { RowReader } from '#importers/rows/row-reader';
import type { ImportSeries } from '#importers/rows/series-table';

const COLUMNS: readonly string[] = ['series', 'analyzed', 'time', 'value'];
const SOURCE = 'source';

/** One run of the file. */
export interface ImportRun {
  /** Counts from 0 in the order the file names its runs. */
  readonly number: number;
  readonly series: ImportSeries;
  readonly analyzedAt: Instant;
  /** Undefined if the file has no column for it. */
  readonly source: string | undefined;
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
  const hasSource = read.includes(SOURCE);
  const wanted = hasSource ? [...COLUMNS, SOURCE] : COLUMNS;
  if (read.length !== wanted.length || !COLUMNS.every((name) => read.includes(name))) {
    const reason = `the ${headWord} must be series,analyzed,time,value, and source if rows name it`;
    throw new ImportFault(reason, line, undefined, place, 'columns');
  }
  return Object.fromEntries(wanted.map((name) => [name, names.indexOf(name)]));
}

export class RunLayout implements RowLayout {
  /** The runs by `number`. */
  readonly runs: ImportRun[] = [];
  /** The run of the row taken last. */
  open: ImportRun | undefined;
  readonly #bySeries = new Map<ImportSeries, Map<string, ImportRun>>();
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
      column = SOURCE;
      const source = this.#readSource();
      column = 'analyzed';
      const run = this.#runOf(series, analyzedAt, source);
      column = 'time';
      rows.readTime(this.#columns.time!, this.#time);
      const instant = clock.instantOf(this.#time, run.repeated);
      if (Number.isNaN(instant)) return undefined;
      const index = indexOfTime(this.#time, instant, series.grid, clock.zone);
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

  #readSource(): string | undefined {
    const field = this.#columns[SOURCE];
    if (field === undefined) return undefined;
    const source = this.#parts.rows.readText(field);
    if (isSourceName(source)) return source;
    throw new ImportFault(`a source is a name of 1 to ${MOST_SOURCE_CHARACTERS} characters`);
  }

  #runOf(series: ImportSeries, analyzedAt: Instant, source: string | undefined): ImportRun {
    const { open } = this;
    if (open?.series === series && open.analyzedAt === analyzedAt && open.source === source)
      return open;
    let runs = this.#bySeries.get(series);
    if (!runs) this.#bySeries.set(series, (runs = new Map()));
    const name = `${analyzedAt} ${source ?? ''}`;
    let run = runs.get(name);
    if (!run) {
      const number = this.runs.length;
      run = { number, series, analyzedAt, source, repeated: new Map(), isStored: false };
      this.runs.push(run);
      runs.set(name, run);
    }
    if (run.isStored) {
      throw new ImportFault(
        'the run goes on after others: sort a file this large by series, analyzed and source',
      );
    }
    this.open = run;
    return run;
  }
}
