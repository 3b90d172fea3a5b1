// One file of observed values into a store, all or nothing. Memory is bounded by the point buffer:
// a file that fits is parsed before the transaction begins, which is short then. A larger one is stored
// bufferful by bufferful inside one transaction.

import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { ImportFault } from '#importers/files/import-fault';
import type { RuleCounts } from '#importers/points/write-by-rule';
import { CsvRows } from '#importers/rows/csv-rows';
import { isLongHeader, LongLayout } from '#importers/rows/long-layout';
import { MarketClock } from '#importers/rows/market-clock';
import { PointFiller } from '#importers/rows/point-filler';
import { type ColumnNames, renameColumns } from '#importers/rows/rename-columns';
import type { LayoutParts, RowLayout } from '#importers/rows/row-layout';
import type { RowReader } from '#importers/rows/row-reader';
import { SeriesTable } from '#importers/rows/series-table';
import { isWideHeader, loadColumns, WideLayout } from '#importers/rows/wide-layout';
import { PointStorer } from '#importers/store-points';
import type { EntryFacts } from '#store/journal-entry';
import type { SeriesDefinition } from '#store/series-record';
import type { Store } from '#store/store';

/** The most points in the buffer: 20 bytes each, 80 MB. */
const MAX_BUFFERED = 4_000_000;
/** The most points if few series share them, as in a file sorted by series: more would not be faster. */
const DENSE_BUFFERED = 1_000_000;
const DENSE_POINTS_PER_SERIES = 1_000;

export interface PointImportOptions {
  /** The market's zone: for times without one, and for the grids of days and longer. */
  readonly zone: Zone;
  readonly now: Instant;
  /** Series to make in the same transaction, before the points. */
  readonly definitions?: readonly SeriesDefinition[];
  /** What the columns of a wide file mean: `time`, a code, or '' to leave one out. */
  readonly columns?: ColumnNames | undefined;
  /** Whether rows of an hour that the market's clock skips are left out instead of refused. */
  readonly skipsMissingHours?: boolean;
  /** The entry of the journal. */
  readonly entry?: EntryFacts;
  readonly maxBuffered?: number;
}

export interface PointImport extends RuleCounts {
  /** How many rows were read, without the header and blank lines. */
  readonly rows: number;
  /** How many points were left out because an earlier line says the same. */
  readonly repeats: number;
  /** How many rows were left out because the market's clock skips their hour. */
  readonly skipped: number;
  readonly series: number;
}

/**
 * Imports a long or wide CSV, given as its bytes, or any other file, given as its rows. Throws an
 * ImportFault, and stores nothing, if a row is bad.
 */
export async function importPoints(
  store: Store,
  file: AsyncIterable<Uint8Array> | RowReader,
  options: PointImportOptions,
): Promise<PointImport> {
  const { zone, now, definitions = [], entry, maxBuffered = MAX_BUFFERED } = options;
  const byCode = new Map(definitions.map((definition) => [definition.code, definition]));
  const table = new SeriesTable(store, zone, byCode);
  const rows = 'readHeader' in file ? file : new CsvRows(file);
  const clock = new MarketClock(zone, options.skipsMissingHours);
  const filler = new PointFiller(rows, (header, buffer) =>
    openLayout(header, options.columns, { rows, table, clock, buffer }),
  );
  const storer = new PointStorer(table.all, now, rows.place);
  const fill = async (): Promise<boolean> => {
    const isLast = await filler.fill(Math.min(DENSE_BUFFERED, maxBuffered));
    const isDense = filler.buffer.count >= DENSE_POINTS_PER_SERIES * table.all.length;
    return isLast || isDense ? isLast : filler.fill(maxBuffered);
  };
  try {
    let isLast = await fill();
    await store.write(async (writer) => {
      for (const definition of definitions) await writer.defineSeries(definition, now);
      for (;;) {
        await storer.store(filler.buffer, writer, isLast);
        if (isLast) return;
        isLast = await fill();
      }
    }, entry);
  } finally {
    await filler.close();
  }
  const { counts, repeats } = storer;
  const { rows: count } = filler;
  return { rows: count, repeats, skipped: clock.skipped, series: table.all.length, ...counts };
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
