// One file of observed values into a store, all or nothing. Memory is bounded by the point buffer:
// a file that fits is parsed before the transaction begins, which is short then. A larger one is stored
// bufferful by bufferful inside one transaction.

import type { Instant } from '#core/time/instant';
import { type PointSource, type RowMeaning, RowPoints } from '#importers/point-source';
import type { RuleCounts } from '#importers/points/write-by-rule';
import { CsvRows } from '#importers/rows/csv-rows';
import type { RowReader } from '#importers/rows/row-reader';
import { PointStorer } from '#importers/store-points';
import type { EntryFacts } from '#store/journal-entry';
import type { Store } from '#store/store';

/** The most points in the buffer: 20 bytes each, 80 MB. */
const MAX_BUFFERED = 4_000_000;
const DENSE_POINTS_PER_SERIES = 1_000;

export interface PointImportOptions extends RowMeaning {
  readonly now: Instant;
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
 * Imports a CSV from its bytes, or another file from its rows or points. Throws an ImportFault and stores
 * nothing if a row is bad. The definitions are made in the same transaction, before the points.
 */
export async function importPoints(
  store: Store,
  file: AsyncIterable<Uint8Array> | RowReader | PointSource,
  options: PointImportOptions,
): Promise<PointImport> {
  const { now, definitions = [], entry, maxBuffered = MAX_BUFFERED } = options;
  const source = sourceOf(store, file, options);
  const storer = new PointStorer(source.series, now, source.place);
  const fill = async (): Promise<boolean> => {
    const isLast = await source.fill(Math.min(source.densePoints, maxBuffered));
    return isLast || isDense(source) ? isLast : source.fill(maxBuffered);
  };
  try {
    let isLast = await fill();
    await store.write(async (writer) => {
      for (const definition of definitions) await writer.defineSeries(definition, now);
      for (;;) {
        await storer.store(source.buffer, writer, isLast);
        if (isLast) return;
        isLast = await fill();
      }
    }, entry);
  } finally {
    await source.close();
  }
  const { counts, repeats } = storer;
  const { rows, skipped, series } = source;
  return { rows, repeats, skipped, series: series.length, ...counts };
}

/** Whether few series share the buffer: more of their points would not be stored faster together. */
const isDense = ({ buffer, series }: PointSource): boolean =>
  buffer.count >= DENSE_POINTS_PER_SERIES * buffer.countSeries(series.length);

function sourceOf(
  store: Store,
  file: AsyncIterable<Uint8Array> | RowReader | PointSource,
  meaning: RowMeaning,
): PointSource {
  if ('fill' in file) return file;
  return new RowPoints('readHeader' in file ? file : new CsvRows(file), store, meaning);
}
