// One file of observed values into a store, all or nothing. Memory is bounded by the point buffer:
// a file that fits is parsed before the transaction begins, so that it is short; a larger one is
// stored bufferful by bufferful inside one transaction.

import type { Instant } from '#core/instant';
import { quoteGiven } from '#core/nearest';
import type { Zone } from '#core/zone';
import type { CsvReader } from '#importers/csv-reader';
import { ImportFault } from '#importers/import-fault';
import { isLongHeader, LongRows } from '#importers/long-rows';
import { MarketClock } from '#importers/market-clock';
import type { PointBuffer } from '#importers/point-buffer';
import { readHeader } from '#importers/row-fields';
import { RowSource, type RowTaker } from '#importers/row-source';
import { SeriesTable } from '#importers/series-table';
import { PointStorer } from '#importers/store-points';
import { isWideHeader, loadColumns, WideRows } from '#importers/wide-rows';
import type { SeriesDefinition, Store, WriteCounts } from '#store/store';

/** Points held at most: 20 bytes each, 80 MB. */
const MAX_BUFFERED = 4_000_000;
/** Points held where few series share them, as in a file sorted by series: more would not be faster. */
const DENSE_BUFFERED = 1_000_000;
const DENSE_POINTS_PER_SERIES = 1_000;

export interface PointImportOptions {
  /** The market's zone: for times without one, and for the grids of days and longer. */
  readonly zone: Zone;
  readonly now: Instant;
  /** Series to make in the same transaction, before the points. */
  readonly definitions?: readonly SeriesDefinition[];
  readonly maxBuffered?: number;
}

export interface PointImport extends WriteCounts {
  /** Rows read, without the header and blank lines. */
  readonly rows: number;
  /** Points left out because an earlier line says the same. */
  readonly repeats: number;
  readonly series: number;
}

/** Imports a long or wide CSV; throws an ImportFault, and stores nothing, where a line is bad. */
export async function importPoints(
  store: Store,
  pieces: AsyncIterable<Uint8Array>,
  { zone, now, definitions = [], maxBuffered = MAX_BUFFERED }: PointImportOptions,
): Promise<PointImport> {
  const byCode = new Map(definitions.map((definition) => [definition.code, definition]));
  const table = new SeriesTable(store, zone, byCode);
  const source = new RowSource(pieces, (reader, buffer) => openRows(reader, buffer, table, zone));
  const storer = new PointStorer(table.all, now);
  const fill = async (): Promise<boolean> => {
    const isLast = await source.fill(Math.min(DENSE_BUFFERED, maxBuffered));
    const isDense = source.buffer.count >= DENSE_POINTS_PER_SERIES * table.all.length;
    return isLast || isDense ? isLast : source.fill(maxBuffered);
  };
  try {
    let isLast = await fill();
    await store.write(async (writer) => {
      for (const definition of definitions) await writer.defineSeries(definition);
      for (;;) {
        await storer.store(source.buffer, writer, isLast);
        if (isLast) return;
        isLast = await fill();
      }
    });
  } finally {
    await source.close();
  }
  const { counts, repeats } = storer;
  return { rows: source.rows, repeats, series: table.all.length, ...counts };
}

async function openRows(
  reader: CsvReader,
  buffer: PointBuffer,
  table: SeriesTable,
  zone: Zone,
): Promise<RowTaker> {
  const header = readHeader(reader);
  const clock = new MarketClock(zone);
  if (isLongHeader(header)) return new LongRows(header, reader, table, clock, buffer);
  if (isWideHeader(header)) {
    return new WideRows(await loadColumns(reader, table), reader, clock, buffer);
  }
  throw new ImportFault(
    `the header must be series,time,value or time,CODE,CODE… but is ${quoteGiven(header.join(','))}`,
    reader.line,
  );
}
