// The points of a file, bufferful by bufferful: parsed in this thread here, or in one of its own (points-apart.ts).

import { quoteGiven } from '#core/nearest';
import type { Zone } from '#core/time/zone';
import { ImportFault, type Place } from '#importers/files/import-fault';
import type { PointBuffer } from '#importers/points/point-buffer';
import { isLongHeader, LongLayout } from '#importers/rows/long-layout';
import { MarketClock } from '#importers/rows/market-clock';
import type { LayoutParts, RowLayout } from '#importers/rows/row-layout';
import { type ColumnNames, PointFiller, renameColumns } from '#importers/rows/row-layout';
import type { RowReader } from '#importers/rows/row-reader';
import { type ImportSeries, type SeriesFinder, SeriesTable } from '#importers/rows/series-table';
import { isWideHeader, loadColumns, WideLayout } from '#importers/rows/wide-layout';
import type { SeriesDefinition } from '#store/series-record';

export interface PointSource {
  readonly buffer: PointBuffer;
  /** The most points of a bufferful if few series share them, as in a file sorted by series. */
  readonly densePoints: number;
  /** The series that were named so far, by number. */
  readonly series: readonly ImportSeries[];
  readonly place: Place;
  /** How many rows were read, without the header and blank lines. */
  readonly rows: number;
  /** How many rows were left out because the market's clock skips their hour. */
  readonly skipped: number;
  /** Reads until the buffer holds `limit` points, or nearly (false), or the file is at its end (true). */
  fill(limit: number): Promise<boolean>;
  close(): Promise<void>;
}

/** How the rows of a file become points. */
export interface RowMeaning {
  /** The market's zone: for times without one, and for the grids of days and longer. */
  readonly zone: Zone;
  /** Series that the import makes before it stores points. */
  readonly definitions?: readonly SeriesDefinition[] | undefined;
  /** What the columns of a wide file mean: `time`, a code, or '' to leave one out. */
  readonly columns?: ColumnNames | undefined;
  /** Whether rows of an hour that the market's clock skips are left out instead of refused. */
  readonly skipsMissingHours?: boolean | undefined;
}

export class RowPoints implements PointSource {
  /** More would not be faster. */
  readonly densePoints = 1_000_000;
  readonly #table: SeriesTable;
  readonly #clock: MarketClock;
  readonly #filler: PointFiller;
  readonly #rows: RowReader;

  constructor(rows: RowReader, finder: SeriesFinder, meaning: RowMeaning) {
    const { zone, definitions = [], columns, skipsMissingHours } = meaning;
    const byCode = new Map(definitions.map((definition) => [definition.code, definition]));
    const table = new SeriesTable(finder, zone, byCode);
    const clock = new MarketClock(zone, skipsMissingHours);
    this.#table = table;
    this.#clock = clock;
    this.#rows = rows;
    this.#filler = new PointFiller(rows, (header, buffer) =>
      openLayout(header, columns, { rows, table, clock, buffer }),
    );
  }

  get buffer(): PointBuffer {
    return this.#filler.buffer;
  }

  get series(): readonly ImportSeries[] {
    return this.#table.all;
  }

  get place(): Place {
    return this.#rows.place;
  }

  get rows(): number {
    return this.#filler.rows;
  }

  get skipped(): number {
    return this.#clock.skipped;
  }

  fill(limit: number): Promise<boolean> {
    return this.#filler.fill(limit);
  }

  close(): Promise<void> {
    return this.#filler.close();
  }
}

async function openLayout(
  given: readonly string[],
  columns: ColumnNames | undefined,
  parts: LayoutParts,
): Promise<RowLayout> {
  const header = renameColumns(given, parts.rows, columns);
  const names = header.map((name) => name.toLowerCase());
  if (isLongHeader(names)) return new LongLayout(names, parts);
  if (isWideHeader(names)) {
    return new WideLayout(header, given, await loadColumns(header, parts), parts);
  }
  const { headWord, line, place } = parts.rows;
  const shown = quoteGiven(names.join(','));
  const reason = `the ${headWord} must be series,time,value or time,CODE,CODE… but is ${shown}`;
  throw new ImportFault(reason, line, undefined, place, 'columns');
}
