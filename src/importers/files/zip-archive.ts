// The members of a zip archive, all checked before any is read.

import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { quoteGiven } from '#core/nearest';
import { ImportFault } from '#importers/files/import-fault';
import type { RandomAccessFile } from '#importers/files/random-access';
import { checkRatio } from '#importers/files/unpack-limits';

const MAX_MEMBERS = 10_000;

export interface ZipMember {
  readonly sizeBytes: number;
  readonly packedBytes: number;
  /** Yields the member's bytes, decompressed; to be called once. */
  read(): AsyncGenerator<Uint8Array>;
}

/** Whether bytes begin like a zip archive. */
export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);

// The library refuses absolute names and names with ".." or "\".
const OPTIONS = { autoClose: false, lazyEntries: true, strictFileNames: true };

/**
 * The members by name of an archive in a file or in memory. Throws an ImportFault if a name, a size or
 * the archive itself is not to be trusted.
 */
export async function openZip(archive: RandomAccessFile | Buffer): Promise<Map<string, ZipMember>> {
  const { fromBufferPromise, fromFdPromise } = await import('yauzl');
  return explained(async () => {
    const zip = await (Buffer.isBuffer(archive)
      ? fromBufferPromise(archive, OPTIONS)
      : fromFdPromise(archive.fd, OPTIONS));
    const members = new Map<string, ZipMember>();
    for await (const entry of zip.eachEntry()) addMember(members, zip, entry);
    return members;
  });
}

function addMember(members: Map<string, ZipMember>, zip: ZipFile, entry: Entry): void {
  const { fileName, compressedSize, uncompressedSize } = entry;
  if (members.size === MAX_MEMBERS) {
    throw new ImportFault(`the archive has more than ${MAX_MEMBERS} members`);
  }
  if (members.has(fileName)) {
    throw new ImportFault(`the archive has two members ${quoteGiven(fileName)}`);
  }
  if (entry.isEncrypted()) throw new ImportFault('the file is protected by a password');
  checkRatio(compressedSize, uncompressedSize, `the data of ${quoteGiven(fileName)}`);
  members.set(fileName, {
    sizeBytes: uncompressedSize,
    packedBytes: compressedSize,
    read: () => readMember(zip, entry),
  });
}

/** The library checks the sizes; the checksum is compared here. */
async function* readMember(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream: Readable = await explained(() => zip.openReadStreamPromise(entry));
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let checksum = 0;
  try {
    for (;;) {
      const { value, done } = await explained(() => pieces.next());
      if (done) break;
      checksum = crc32(value, checksum);
      yield value;
    }
  } finally {
    stream.destroy();
  }
  if (checksum !== entry.crc32) {
    throw new ImportFault(`the data of ${quoteGiven(entry.fileName)} are damaged (checksum)`);
  }
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportFault) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined && !/^(?:Z_|ERR_)/.test(code)) throw error;
    throw new ImportFault(`the zip archive is damaged or not to be trusted (${message})`);
  }
}
