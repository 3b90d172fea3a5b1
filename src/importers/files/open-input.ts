// A file or standard input as pieces of bytes; gzip and zstd are recognised by their first bytes.

import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { type FormatName, formatOfFile } from '#importers/files/file-formats';
import { ImportFault } from '#importers/files/import-fault';
import { checkRatio } from '#importers/files/unpack-limits';

/** The size of one piece. */
const PIECE_BYTES = 1 << 20;
const HEAD_BYTES = 4;

interface Compression {
  readonly name: string;
  readonly magic: readonly number[];
  open(): Transform;
}

/** Whether bytes begin like a compressed file. */
export const isPacked = (head: Uint8Array): boolean => findCompression(head) !== undefined;

const findCompression = (head: Uint8Array): Compression | undefined =>
  COMPRESSIONS.find(({ magic }) => magic.every((byte, i) => byte === head[i]));

const COMPRESSIONS: readonly Compression[] = [
  { name: 'gzip', magic: [0x1f, 0x8b], open: () => createGunzip({ chunkSize: PIECE_BYTES }) },
  {
    name: 'zstd',
    magic: [0x28, 0xb5, 0x2f, 0xfd],
    open: () => createZstdDecompress({ chunkSize: PIECE_BYTES }),
  },
];

export interface Input {
  /** The file's name without folders; `stdin` for standard input. */
  readonly name: string;
  /** The size as stored, that is compressed; undefined if it is not known. */
  readonly sizeBytes: number | undefined;
  /** The content, decompressed. To be read once; ending early closes the file. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** Opens a path, or `stdin` for `-`. `onRead` is called with the bytes, as stored, that were read so far. */
export async function openInput(
  path: string,
  stdin: AsyncIterable<Uint8Array | string>,
  onRead: (bytes: number) => void = () => {},
): Promise<Input> {
  if (path === '-') {
    return { name: 'stdin', sizeBytes: undefined, pieces: decompress(count(stdin, onRead)) };
  }
  const file = await openFile(path);
  const { size } = await file.stat();
  const raw = file.createReadStream({ highWaterMark: PIECE_BYTES });
  return { name: basename(path), sizeBytes: size, pieces: decompress(count(raw, onRead)) };
}

const FAULTS = {
  ENOENT: 'there is no such file',
  EACCES: 'the file may not be read',
  EISDIR: 'this is a folder, not a file',
};

export async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path);
    if (!(await file.stat()).isDirectory()) return file;
    await file.close();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new ImportFault((FAULTS as Record<string, string>)[code] ?? message);
  }
  throw new ImportFault(FAULTS.EISDIR);
}

async function* count(
  source: AsyncIterable<Uint8Array | string>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const piece of source) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    onRead((total += bytes.length));
    yield bytes;
  }
}

async function* decompress(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    let head: Uint8Array = new Uint8Array(0);
    while (head.length < HEAD_BYTES) {
      const { value: piece, done } = await source.next();
      if (done) break;
      head = Buffer.concat([head, piece]);
    }
    const compression = findCompression(head);
    if (compression) {
      yield* unpack(compression, prepend(head, source));
    } else {
      yield head;
      yield* source;
    }
  } finally {
    await source.return(undefined);
  }
}

async function* prepend(
  head: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

async function* unpack(
  { name, open: openDecoder }: Compression,
  source: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let packedBytes = 0;
  let unpackedBytes = 0;
  const packed = count(source, (bytes) => {
    packedBytes = bytes;
  });
  // Iterating the decoder throws its errors; the pipeline only ends both streams together.
  const decoder = pipeline(Readable.from(packed, { objectMode: false }), openDecoder(), () => {});
  try {
    for await (const piece of decoder) {
      checkRatio(packedBytes, (unpackedBytes += piece.length), `the ${name} data`);
      yield piece;
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!/^(?:Z_|ZSTD_|ERR_ZLIB|ERR_BUFFER)/.test(code)) throw error;
    throw new ImportFault(`the ${name} data are damaged or cut off (${message})`);
  }
}

/** The files that are large enough for a thread of their own. From this size on, reading a file takes longer than starting a thread for it. Packed formats have more rows a byte. */
const LARGE_BYTES: Readonly<Record<FormatName, number>> = {
  csv: 16 << 20,
  ndjson: 16 << 20,
  arrow: 16 << 20,
  parquet: 4 << 20,
  xlsx: 2 << 20,
};

/** The size of a large file; undefined for any other, for standard input, and for what is no plain file. */
export async function largeFileSize(
  path: string,
  format: FormatName | undefined,
): Promise<number | undefined> {
  if (path === '-') return undefined;
  try {
    const file = await stat(path);
    const name = format ?? formatOfFile(path).name;
    return file.isFile() && file.size >= LARGE_BYTES[name] ? file.size : undefined;
  } catch {
    // Opening the file says why it cannot be read.
    return undefined;
  }
}
