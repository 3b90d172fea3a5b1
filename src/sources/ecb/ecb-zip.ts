// The history as the ECB packs it: a zip with one CSV file. A zip that unpacks to more than a hundred
// times its size, holds anything else or names paths is refused before or while it is unpacked.

import type { Entry, ZipFile } from 'yauzl';
import { quoteGiven } from '#core/nearest';
import { ImportFault } from '#importers/files/import-fault';

const MAX_RATIO = 100;
/** Below this a high ratio does no harm: a few rows of the same digits may reach it. */
const HARMLESS_BYTES = 1 << 20;
/** The whole history since 1999 is 2 MB. */
const MAX_UNPACKED_BYTES = 64 << 20;

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/** The unpacked bytes of the only file of a zip, piece by piece. */
export async function* unzipOnly(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const { fromBufferPromise } = await import('yauzl');
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await blamingZip(() => fromBufferPromise(packed, { strictFileNames: true }));
  const entry = await blamingZip(() => onlyFile(zip));
  const stream = await blamingZip(() => zip.openReadStreamPromise(entry));
  let unpacked = 0;
  try {
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      // What the zip says of its size may be a lie: what comes out is counted.
      checkSize((unpacked += piece.length), entry);
      yield piece;
    }
  } catch (error) {
    if (error instanceof ImportFault) throw error;
    throw new ImportFault(`the zip is damaged: ${(error as Error).message}`);
  } finally {
    stream.destroy();
  }
}

async function onlyFile(zip: ZipFile): Promise<Entry> {
  if (zip.entryCount !== 1) {
    throw new ImportFault(`the zip must hold one file, but holds ${zip.entryCount}`);
  }
  for await (const entry of zip.eachEntry()) {
    if (!/^[^/]+\.csv$/i.test(entry.fileName)) {
      throw new ImportFault(
        `the zip must hold one CSV file without a folder, but holds ${quoteGiven(entry.fileName)}`,
      );
    }
    if (entry.isEncrypted()) throw new ImportFault('the zip is encrypted');
    checkSize(entry.uncompressedSize, entry);
    return entry;
  }
  throw new ImportFault('the zip holds no file');
}

function checkSize(unpackedBytes: number, { compressedSize, fileName }: Entry): void {
  if (unpackedBytes > MAX_UNPACKED_BYTES) {
    throw new ImportFault(`${fileName} unpacks to more than ${MAX_UNPACKED_BYTES >> 20} MiB`);
  }
  if (unpackedBytes <= HARMLESS_BYTES || unpackedBytes <= MAX_RATIO * compressedSize) return;
  throw new ImportFault(`${fileName} unpacks to more than ${MAX_RATIO} times its size`);
}

async function blamingZip<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportFault) throw error;
    throw new ImportFault(`this is not a sound zip: ${(error as Error).message}`);
  }
}
