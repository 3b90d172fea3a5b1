// An Arrow IPC stream or file as a table, record batch by record batch.

import { zstdDecompressSync } from 'node:zlib';
import type { RecordBatch } from 'apache-arrow';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import type { RandomAccessFile } from '#importers/files/random-access';
import { checkColumnBytes } from '#importers/files/unpack-limits';
import { arrowColumn } from '#importers/tables/arrow/arrow-column';
import { fileMessages, streamMessages } from '#importers/tables/arrow/arrow-messages';
import { MAX_BATCH_BYTES } from '#importers/tables/arrow/arrow-metadata';
import { Lz4TooLong, unpackLz4Frame } from '#importers/tables/lz4';
import type { Table, TableBatch } from '#importers/tables/table';

/** The most rows that are converted at a time, however large a record batch is. */
const SLICE_ROWS = 1 << 16;
const PLACE = { noun: 'row' } as const;

type Arrow = typeof import('apache-arrow');

export async function openArrowStream(pieces: AsyncIterable<Uint8Array>): Promise<Table> {
  const arrow = await import('apache-arrow');
  return openMessages(arrow, streamMessages(pieces, resetUnpackedBytes));
}

export async function openArrowFile(file: RandomAccessFile): Promise<Table> {
  const arrow = await import('apache-arrow');
  const table = await openMessages(arrow, fileMessages(arrow, file, resetUnpackedBytes));
  return {
    ...table,
    async close() {
      await table.close();
      await file.close();
    },
  };
}

async function openMessages(arrow: Arrow, messages: AsyncGenerator<Uint8Array>): Promise<Table> {
  registerCodecs(arrow);
  totals = { packed: 0, unpacked: 0 };
  try {
    const reader = await explained(async () => {
      const opened = await arrow.RecordBatchReader.from(messages);
      return opened.open();
    });
    if (!reader.schema) throw new ImportFault('the file is empty');
    return {
      names: reader.schema.fields.map(({ name }) => `${name}`),
      headWord: 'columns',
      place: PLACE,
      headLine: undefined,
      batches: readBatches(arrow, reader as AsyncIterable<RecordBatch>),
      close: async () => {
        await messages.return(undefined);
      },
    };
  } catch (error) {
    await messages.return(undefined);
    throw error;
  }
}

/** Puts the library's errors about a damaged file into plain words. */
async function explained<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportFault) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined && !/^(?:Z_|ZSTD_|ERR_)/.test(code)) throw error;
    throw new ImportFault(`the Arrow data are damaged or cut off (${message})`);
  }
}

/** The unpacked bytes of the message being read, which are bounded like the message itself. */
let unpackedBytes = 0;
/** The bytes of all compressed buffers of the table, as stored and unpacked. */
let totals = { packed: 0, unpacked: 0 };

function resetUnpackedBytes(): void {
  unpackedBytes = 0;
}

/** Unpacks bytes to at most `most` bytes. */
type Unpack = (bytes: Uint8Array, most: number) => Uint8Array;

const unpackZstd: Unpack = (bytes, maxOutputLength) =>
  zstdDecompressSync(bytes, { maxOutputLength });

/** Makes the library unpack zstd by Node, and the lz4 of data frames by our own code. */
function registerCodecs({ compressionRegistry, CompressionType }: Arrow): void {
  for (const [type, unpack] of [
    [CompressionType.ZSTD, unpackZstd],
    [CompressionType.LZ4_FRAME, unpackLz4Frame],
  ] as const) {
    const decode = (bytes: Uint8Array) => unpackBuffer(bytes, unpack);
    compressionRegistry.set(type, { ...compressionRegistry.get(type), decode });
  }
}

function unpackBuffer(bytes: Uint8Array, unpack: Unpack): Uint8Array {
  const most = MAX_BATCH_BYTES - unpackedBytes;
  try {
    if (most < 1) throw new Lz4TooLong();
    const unpacked = unpack(bytes, most);
    unpackedBytes += unpacked.length;
    totals.packed += bytes.length;
    totals.unpacked += unpacked.length;
    checkColumnBytes(totals.packed, totals.unpacked);
    // Numbers of a column must begin at a multiple of their size.
    return unpacked.byteOffset % 8 === 0 ? unpacked : Uint8Array.from(unpacked);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!(error instanceof Lz4TooLong) && code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw new ImportFault(
      `a record batch has more than ${MAX_BATCH_BYTES} bytes when decompressed: write smaller batches`,
    );
  }
}

async function* readBatches(
  arrow: Arrow,
  reader: AsyncIterable<RecordBatch>,
): AsyncGenerator<TableBatch> {
  const batches = reader[Symbol.asyncIterator]();
  let firstLine = 1;
  for (;;) {
    const { value: batch, done } = await explained(() => batches.next());
    if (done) return;
    const slicers = batch.schema.fields.map(({ name }, at) =>
      inColumn(`${name}`, () => arrowColumn(arrow, batch.getChildAt(at)!)),
    );
    for (let start = 0; start < batch.numRows; start += SLICE_ROWS) {
      const end = Math.min(start + SLICE_ROWS, batch.numRows);
      const line = firstLine + start;
      const columns = slicers.map((slice, at) =>
        inColumn(`${batch.schema.fields[at]!.name}`, () => slice(start, end)),
      );
      yield { count: end - start, columns, lineOf: (row) => line + row, firstLine: line };
    }
    firstLine += batch.numRows;
  }
}

function inColumn<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (fault) {
    throw locateFault(fault, undefined, name, PLACE);
  }
}
