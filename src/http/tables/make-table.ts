// Makes the file of a table, from one state of the store: first a digest of its rows, which names the file and is its
// ETag, then the file itself, unless the spool has it. So a file is made once for each content, and a write of today
// leaves the files of earlier years alone. Rows are read twice, which takes a tenth of the time of writing them.

import { createHash } from 'node:crypto';
import { Refusal } from '#core/errors';
import type { Zone } from '#core/time/zone';
import type { ExportTable } from '#exporters/export-table';
import { historyTable } from '#exporters/history-table';
import { longTable } from '#exporters/long-table';
import { runTable } from '#exporters/run-table';
import { type SeriesFacts, writeSeriesParquet } from '#exporters/write-series-parquet';
import { writeTableParquet } from '#exporters/write-table-parquet';
import { type FileSpool, type SpooledFile, SpoolTooSmall } from '#http/tables/file-spool';
import {
  type SettledTable,
  settleTable,
  type TableOrder,
  type TableSeries,
  tooLarge,
} from '#service/tables/settle-table';
import type { SnapshotReader, Store } from '#store/store';

/** The version of the file's form. Change it with everything that changes the bytes of a file with the same rows. */
const FORMAT = 'gridtide table 2';
/** Series of one row group of the table of series. */
const SERIES_PAGE = 10_000;
/** The states of series whose digest is remembered. */
const MOST_DIGESTS = 1_000;

export interface MadeTable extends SpooledFile {
  /** The file's name in the spool; without its ending the digest of its rows. */
  readonly name: string;
  /** A text that differs for every state of the store that the table may depend on. */
  readonly state: string;
}

/** The rows of a table, which can be read once. */
type Rows = { readonly table: ExportTable } | { readonly facts: readonly SeriesFacts[] };

export class TableMaker {
  readonly #store: Pick<Store, 'snapshot'>;
  readonly #zone: Zone;
  readonly #spool: FileSpool;
  readonly #digests = new Map<string, string>();

  constructor(store: Pick<Store, 'snapshot'>, zone: Zone, spool: FileSpool) {
    this.#store = store;
    this.#zone = zone;
    this.#spool = spool;
  }

  make(order: TableOrder): Promise<MadeTable> {
    return this.#store.snapshot(async (reader) => {
      const state = await stateOf(reader);
      const settled = await settleTable(order, reader, this.#zone);
      const tag = `${settled.tag} ${order.mostPoints} ${await reader.historyFrom()}`;
      const open = (): Rows => openRows(order, settled, reader);
      const name = `${this.#digests.get(tag) ?? (await this.#digest(tag, open()))}.parquet`;
      const file = (await this.#spool.find(name)) ?? (await this.#write(name, open()));
      return { ...file, name, state };
    });
  }

  async #write(name: string, rows: Rows): Promise<SpooledFile> {
    try {
      return await this.#spool.put(name, write(rows));
    } catch (error) {
      if (error instanceof SpoolTooSmall) throw tooManyBytes(this.#spool.mostBytes);
      throw error;
    }
  }

  async #digest(tag: string, rows: Rows): Promise<string> {
    const digest = await digestOf(rows);
    if (this.#digests.size >= MOST_DIGESTS) this.#digests.clear();
    this.#digests.set(tag, digest);
    return digest;
  }
}

/** Tables depend on series, and the history also on what was forgotten. */
export async function stateOf(
  reader: Pick<SnapshotReader, 'readCatalogState' | 'historyFrom'>,
): Promise<string> {
  const { version, updatedAt } = await reader.readCatalogState();
  return `${version} ${updatedAt} ${await reader.historyFrom()}`;
}

function openRows(order: TableOrder, settled: SettledTable, reader: SnapshotReader): Rows {
  const { series, span } = settled;
  let rows = 0;
  const count = (more: number): void => {
    rows += more;
    if (rows > order.mostPoints) throw tooLarge(order);
  };
  switch (order.name) {
    case 'values':
      return { table: longTable(reader, series, () => {}, true) };
    case 'history':
      return { table: historyTable(reader, series, count) };
    case 'runs':
      return { table: runTable(reader, series, span, count) };
    case 'series':
      return { facts: series.map(factsOf) };
  }
}

function factsOf({ series, grid }: TableSeries): SeriesFacts {
  const { description, unit, resolution, area, category, firstIndex, lastIndex } = series;
  const timeOf = (index: number | null) => (index === null ? null : grid.startOf(index));
  return {
    ...{ series: series.code, description, unit, resolution, area, category },
    first: timeOf(firstIndex),
    last: timeOf(lastIndex),
    run: series.newestRunAt,
    updated: series.updatedAt,
  };
}

async function digestOf(rows: Rows): Promise<string> {
  const hash = createHash('sha256').update(FORMAT);
  if ('facts' in rows) return hash.update(JSON.stringify(rows.facts)).digest('base64url');
  const { codes, columns, kinds, names, batches } = rows.table;
  hash.update(JSON.stringify([codes, columns, kinds]));
  for await (const { length, series, times, values } of batches) {
    for (const array of [series, times, ...values]) {
      const { buffer, byteOffset, BYTES_PER_ELEMENT: width } = array;
      hash.update(new Uint8Array(buffer, byteOffset, length * width));
    }
  }
  // The names are known when all rows were read.
  return hash.update(JSON.stringify(names ?? null)).digest('base64url');
}

function write(rows: Rows): AsyncIterable<Uint8Array> {
  if ('table' in rows) return writeTableParquet(rows.table);
  const { facts } = rows;
  const pages = Array.from({ length: Math.ceil(facts.length / SERIES_PAGE) }, (_, i) =>
    facts.slice(i * SERIES_PAGE, (i + 1) * SERIES_PAGE),
  );
  return writeSeriesParquet(pages);
}

const tooManyBytes = (most: number): Refusal =>
  new Refusal(
    'too_many_points',
    `the file would have more than ${most} bytes, which is all that SPOOL_MB allows; ask for fewer series with a narrower pattern, or for one year`,
  );
