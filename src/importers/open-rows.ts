// From a file's name, or standard input, to its rows in any format. The readers of the larger formats
// are loaded with the first file that needs them.

import { type FileHandle, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CsvDialect } from '#importers/bytes/csv-dialect';
import {
  type FileFormat,
  type FormatName,
  formatNamed,
  formatOfBytes,
  formatOfFile,
} from '#importers/files/file-formats';
import { ImportFault } from '#importers/files/import-fault';
import { isPacked, openFile, openInput } from '#importers/files/open-input';
import { RandomAccessFile, spool } from '#importers/files/random-access';
import { CsvRows } from '#importers/rows/csv-rows';
import type { RowReader } from '#importers/rows/row-reader';
import { TableRows } from '#importers/rows/table-rows';
import type { Table } from '#importers/tables/table';

const HEAD_BYTES = 8;

export interface RowInput {
  /** The file's name without folders; `stdin` for standard input. */
  readonly name: string;
  /** The size as stored; undefined if it is not known. */
  readonly sizeBytes: number | undefined;
  readonly rows: RowReader;
}

export interface OpenRowsOptions {
  /** The format; else the file's name tells it. */
  readonly format?: FormatName | undefined;
  /** The sheet of a workbook; else its first. */
  readonly sheet?: string | undefined;
  /** How a CSV is written; else the file shows it. */
  readonly dialect?: CsvDialect | undefined;
  /** Called with the number of bytes, as stored, that were read so far. */
  readonly onRead?: (bytes: number) => void;
  /** Whether the file is read in this thread, however large it is. */
  readonly isAlone?: boolean;
}

/** Opens a path, or `stdin` for `-`; throws an ImportFault if it is no file of its format. */
export async function openRows(
  path: string,
  stdin: AsyncIterable<Uint8Array | string>,
  { format: name, sheet, dialect, onRead = () => {}, isAlone = false }: OpenRowsOptions = {},
): Promise<RowInput> {
  const format = name === undefined ? formatOfFile(path === '-' ? '' : path) : formatNamed(name);
  if (sheet !== undefined && format.name !== 'xlsx') {
    throw new ImportFault(`a sheet can be chosen of an Excel file only, not of ${format.title}`);
  }
  if (dialect !== undefined && format.name !== 'csv') {
    throw new ImportFault(`a dialect can be given for a CSV only, not for ${format.title}`);
  }
  if (!format.isStreamed || (await isArrowFile(path, format))) {
    const apart =
      format.name === 'parquet' && !isAlone ? await sizeApart(path, APART_BYTES) : undefined;
    if (apart !== undefined) return openApart(path, apart, onRead);
    return openTable(path, stdin, format, sheet, onRead);
  }
  const input = await openInput(path, stdin, onRead);
  return { ...input, rows: await streamRows(refuseOthers(input.pieces, format), format, dialect) };
}

async function streamRows(
  pieces: AsyncGenerator<Uint8Array>,
  { name }: FileFormat,
  dialect: CsvDialect | undefined,
): Promise<RowReader> {
  if (name === 'csv') return new CsvRows(pieces, dialect);
  if (name === 'ndjson') {
    const { NdjsonRows } = await import('#importers/rows/ndjson-rows');
    return new NdjsonRows(pieces);
  }
  const { openArrowStream } = await import('#importers/tables/arrow/arrow-table');
  const first = await pieces.next();
  const all = prepend(first.done ? new Uint8Array(0) : first.value, pieces);
  const isFile = !first.done && formatOfBytes(first.value)?.name === 'arrow';
  return isFile ? openFileRows(await spool(all), name) : new TableRows(await openArrowStream(all));
}

/** Whether a path is an Arrow file on disk, which is read from its end, and not an Arrow stream. */
async function isArrowFile(path: string, { name }: FileFormat): Promise<boolean> {
  if (name !== 'arrow' || !(await canBeReadTwice(path))) return false;
  const handle = await openFile(path);
  try {
    return formatOfBytes(await readHead(handle))?.name === 'arrow';
  } finally {
    await handle.close();
  }
}

/** Whether a path is a plain file. False also for a missing file: opening it says why. */
async function canBeReadTwice(path: string): Promise<boolean> {
  if (path === '-') return false;
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

async function readHead(handle: FileHandle): Promise<Uint8Array> {
  const head = new Uint8Array(HEAD_BYTES);
  await handle.read(head, 0, HEAD_BYTES, 0);
  return head;
}

async function* prepend(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* rest;
  } finally {
    // A caller may end this generator before it begins with the rest.
    await rest.return(undefined);
  }
}

/** Refuses a file whose first bytes are those of another format. */
async function* refuseOthers(
  pieces: AsyncIterable<Uint8Array>,
  format: FileFormat,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const piece of pieces) {
    const other = isFirst ? formatOfBytes(piece) : undefined;
    if (other && other !== format) {
      throw new ImportFault(
        `this is a file of ${other.title}, not of ${format.title}: name it .${other.endings[0]}, or give --format ${other.name}`,
      );
    }
    isFirst = false;
    yield piece;
  }
}

async function openTable(
  path: string,
  stdin: AsyncIterable<Uint8Array | string>,
  { name }: FileFormat,
  sheet: string | undefined,
  onRead: (bytes: number) => void,
): Promise<RowInput> {
  const file = await openAnywhere(path, stdin, onRead);
  const rows = await openFileRows(file, name, sheet);
  if (path === '-') return { name: 'stdin', sizeBytes: undefined, rows };
  return { name: basename(path), sizeBytes: file.sizeBytes, rows };
}

/** The size from which decoding a file takes longer than starting a thread for it. */
const APART_BYTES = 4 << 20;

/** The size of a plain file that has at least as many bytes; undefined for others. */
async function sizeApart(path: string, atLeast: number): Promise<number | undefined> {
  if (!(await canBeReadTwice(path))) return undefined;
  const handle = await openFile(path);
  try {
    const { size } = await handle.stat();
    return size >= atLeast && !isPacked(await readHead(handle)) ? size : undefined;
  } finally {
    await handle.close();
  }
}

async function openApart(
  path: string,
  sizeBytes: number,
  onRead: (bytes: number) => void,
): Promise<RowInput> {
  const { openParquetApart } = await import('#importers/open-table-apart');
  const rows = new TableRows(await openParquetApart(path, onRead));
  return { name: basename(path), sizeBytes, rows };
}

async function openFileRows(
  file: RandomAccessFile,
  name: FormatName,
  sheet?: string,
): Promise<RowReader> {
  try {
    return new TableRows(await openFileTable(file, name, sheet));
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openFileTable(
  file: RandomAccessFile,
  name: FormatName,
  sheet: string | undefined,
): Promise<Table> {
  if (name === 'parquet')
    return (await import('#importers/tables/parquet/parquet-table')).openParquet(file);
  if (name === 'arrow')
    return (await import('#importers/tables/arrow/arrow-table')).openArrowFile(file);
  return (await import('#importers/tables/xlsx/xlsx-table')).openXlsx(file, sheet);
}

/** Opens a file for reading at any offset. A pipe or compressed file is written to a temporary file first. */
async function openAnywhere(
  path: string,
  stdin: AsyncIterable<Uint8Array | string>,
  onRead: (bytes: number) => void,
): Promise<RandomAccessFile> {
  if (await canBeReadTwice(path)) {
    const handle = await openFile(path);
    const { size } = await handle.stat();
    if (!isPacked(await readHead(handle))) return new RandomAccessFile(handle, size, onRead);
    await handle.close();
  }
  return spool((await openInput(path, stdin)).pieces);
}
