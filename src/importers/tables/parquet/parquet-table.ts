// A Parquet file as a table: row group by row group, with the pages of its columns side by side.

import type { ColumnMetaData, FileMetaData, RowGroup } from 'hyparquet/src/types.js';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import type { RandomAccessFile } from '#importers/files/random-access';
import { checkColumnBytes } from '#importers/files/unpack-limits';
import { type ParquetColumn, parquetColumn } from '#importers/tables/parquet/parquet-column';
import { loadParquet, type Parquet } from '#importers/tables/parquet/parquet-library';
import { PageReader, type ParquetPage } from '#importers/tables/parquet/parquet-pages';
import { checkThrift } from '#importers/tables/parquet/thrift-check';
import type { Table, TableBatch, TableColumn } from '#importers/tables/table';

/** The largest footer. It lists every column of every row group, tens of thousands of them. */
const MAX_FOOTER_BYTES = 16 << 20;
const TAIL_BYTES = 8;
/** The most bytes of the pages in memory, which are one of each column. */
const MAX_PAGES_BYTES = 256 << 20;
/** The most rows that are converted at a time, however large the pages are. */
const MAX_BATCH_ROWS = 1 << 15;
const PLACE = { noun: 'row' } as const;

export async function openParquet(file: RandomAccessFile): Promise<Table> {
  const parquet = await loadParquet();
  const metadata = await explained(async () => readMetadata(parquet, file));
  const columns = await explained(async () => columnsOf(metadata));
  return {
    names: columns.map(({ name }) => name),
    headWord: 'columns',
    place: PLACE,
    headLine: undefined,
    batches: readBatches(parquet, file, metadata, columns),
    close: () => file.close(),
  };
}

/** Puts the library's errors about a damaged file into plain words. */
async function explained<T>(work: () => Promise<T>, column?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportFault) throw locateFault(error, undefined, column, PLACE);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined && !/^(?:Z_|ZSTD_|ERR_)/.test(code)) throw error;
    throw new ImportFault(`the Parquet data are damaged (${message})`, undefined, column, PLACE);
  }
}

async function readMetadata(parquet: Parquet, file: RandomAccessFile): Promise<FileMetaData> {
  const { sizeBytes } = file;
  const tail = Buffer.from(await file.read(Math.max(0, sizeBytes - TAIL_BYTES), sizeBytes));
  const magic = tail.toString('latin1', 4);
  if (magic === 'PARE') throw new ImportFault('the Parquet file is encrypted');
  if (magic !== 'PAR1') throw new ImportFault('this is not a Parquet file, or it is cut off');
  const footerBytes = tail.readUInt32LE(0);
  if (footerBytes > MAX_FOOTER_BYTES) {
    throw new ImportFault(
      `the footer has ${footerBytes} bytes; the most is ${MAX_FOOTER_BYTES}: write larger row groups`,
    );
  }
  const footer = await file.read(sizeBytes - TAIL_BYTES - footerBytes, sizeBytes);
  checkThrift(footer);
  const metadata = parquet.parquetMetadata(footer.buffer, { geoparquet: false });
  // Columns that share bytes would be read again and again.
  const chunks = metadata.row_groups.flatMap(({ columns }) => columns);
  const chunkBytes = chunks.reduce((sum, { meta_data: meta }) => sum + sizeOf(meta), 0);
  if (!(chunkBytes <= sizeBytes)) throw new RangeError(`columns of ${chunkBytes} bytes`);
  return metadata;
}

/** The bytes of a column of a row group. A size below 0 makes the sum of all useless. */
function sizeOf(meta: ColumnMetaData | undefined): number {
  const size = Number(meta?.total_compressed_size ?? 0);
  return size >= 0 ? size : Number.NaN;
}

function columnsOf({ schema: [, ...elements] }: FileMetaData): ParquetColumn[] {
  return elements.map((element) => {
    try {
      if (element.type === undefined || element.repetition_type === 'REPEATED') {
        throw new ImportFault('holds lists or records: columns must be flat');
      }
      return parquetColumn(element);
    } catch (fault) {
      throw locateFault(fault, undefined, element.name, PLACE);
    }
  });
}

async function* readBatches(
  parquet: Parquet,
  file: RandomAccessFile,
  metadata: FileMetaData,
  columns: readonly ParquetColumn[],
): AsyncGenerator<TableBatch> {
  let firstLine = 1;
  let earlierBytes = 0;
  for (const group of metadata.row_groups) {
    const readers: ColumnReader[] = [];
    for (const column of columns) {
      const open = async () => new ColumnReader(parquet, file, column, group);
      readers.push(await explained(open, column.name));
    }
    let rest = Number(group.num_rows);
    while (rest > 0) {
      for (const reader of readers) await reader.fill();
      checkPages(readers);
      checkColumnBytes(file.sizeBytes, earlierBytes + totalOf(readers));
      const count = Math.min(rest, MAX_BATCH_ROWS, ...readers.map(({ ready }) => ready));
      const line = firstLine;
      const taken = await Promise.all(readers.map((reader) => reader.take(count)));
      yield { count, columns: taken, lineOf: (row) => line + row, firstLine: line };
      firstLine += count;
      rest -= count;
    }
    earlierBytes += totalOf(readers);
  }
}

const totalOf = (readers: readonly ColumnReader[]): number =>
  readers.reduce((sum, { totalBytes }) => sum + totalBytes, 0);

function checkPages(readers: readonly ColumnReader[]): void {
  const bytes = readers.reduce((sum, { pageBytes }) => sum + pageBytes, 0);
  if (bytes <= MAX_PAGES_BYTES) return;
  throw new ImportFault(
    `one page of each of the ${readers.length} columns makes ${bytes} bytes; the most is ${MAX_PAGES_BYTES}: write smaller pages, or fewer columns`,
  );
}

/** The cells of one column of a row group; pages of different columns end at different rows. */
class ColumnReader {
  readonly #pages: PageReader;
  readonly #column: ParquetColumn;
  #page: ParquetPage | undefined;

  constructor(
    parquet: Parquet,
    file: RandomAccessFile,
    column: ParquetColumn,
    { columns }: RowGroup,
  ) {
    const chunk = columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === column.name);
    const meta = chunk?.meta_data;
    if (!meta || chunk.file_path) throw new ImportFault('is not in the file itself');
    this.#column = column;
    this.#pages = new PageReader(parquet, file, column, meta);
  }

  /** How many cells of the page are not taken yet. */
  get ready(): number {
    return this.#page?.rest ?? 0;
  }

  get pageBytes(): number {
    return this.#pages.pageBytes;
  }

  get totalBytes(): number {
    return this.#pages.totalBytes;
  }

  /** Reads the next page if no cell is left; throws if the column ends before its rows do. */
  async fill(): Promise<void> {
    const { name } = this.#column;
    while (this.ready === 0) {
      this.#page = await explained(() => this.#pages.next(), name);
      if (!this.#page) throw new ImportFault('has fewer values than rows', undefined, name, PLACE);
    }
  }

  take(count: number): Promise<TableColumn> {
    const { name } = this.#column;
    return explained(async () => this.#column.toColumn(this.#page!.take(count)), name);
  }
}
