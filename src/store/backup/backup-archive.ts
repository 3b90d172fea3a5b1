// A backup is a tar archive, so that any tar can unpack it in need. It has four files: manifest.json,
// manifest.sha256 (as sha256sum writes it), series.db and accounts.db. All bytes but those of the parts
// follow from the manifest, so a reader knows what to expect.

import { encodeManifest, type Manifest, sha256Of } from '#store/backup/backup-manifest';

export const BLOCK_BYTES = 512;
/** Two empty blocks end an archive. */
export const ARCHIVE_END = Buffer.alloc(2 * BLOCK_BYTES);
/** Sizes from 8 GiB on have more than eleven octal digits and are written in binary, as GNU and BSD tar do. */
const MAX_OCTAL = 8 ** 11;
const OWNER_ONLY = 0o600;

export const MANIFEST_NAME = 'manifest.json';
export const DIGEST_NAME = 'manifest.sha256';

/** The zeros from the end of a file's bytes to the next block. */
export const paddingOf = (sizeBytes: number): Buffer =>
  Buffer.alloc((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES);

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

/** The block before a file, as POSIX ustar. */
export function headerOf(name: string, sizeBytes: number, madeAt: string): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0);
  block.write(octal(OWNER_ONLY, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  if (sizeBytes < MAX_OCTAL) block.write(octal(sizeBytes, 11), 124);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(sizeBytes), 128);
  }
  block.write(octal(Math.max(0, Math.floor(Date.parse(madeAt) / 1000)), 11), 136);
  block.write('        0', 148); // the checksum counts its own field as blanks; type 0 is a file
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\u0000 `, 148);
  return block;
}

/** Reads name and size from a header; undefined if it is not tar's, or the size is not in octal digits. */
export function readHeader(block: Uint8Array): { name: string; sizeBytes: number } | undefined {
  const text = Buffer.from(block).toString('latin1');
  const [, digits] = /^([0-7]{11})\0$/.exec(text.slice(124, 136)) ?? [];
  if (text.slice(257, 262) !== 'ustar' || digits === undefined) return undefined;
  return { name: text.slice(0, 100).split('\0')[0]!, sizeBytes: Number.parseInt(digits, 8) };
}

export const digestLine = (manifest: Uint8Array): Buffer =>
  Buffer.from(`${sha256Of(manifest)}  ${MANIFEST_NAME}\n`);

function* smallFile(name: string, bytes: Buffer, madeAt: string): Generator<Buffer> {
  yield headerOf(name, bytes.length, madeAt);
  yield bytes;
  yield paddingOf(bytes.length);
}

/** Yields the bytes of an archive in pieces; `bytesOf` yields those of a part. */
export async function* packArchive(
  manifest: Manifest,
  bytesOf: (part: string) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { madeAt, parts } = manifest;
  const described = encodeManifest(manifest);
  yield* smallFile(MANIFEST_NAME, described, madeAt);
  yield* smallFile(DIGEST_NAME, digestLine(described), madeAt);
  for (const { name, sizeBytes } of parts) {
    yield headerOf(name, sizeBytes, madeAt);
    yield* bytesOf(name);
    yield paddingOf(sizeBytes);
  }
  yield ARCHIVE_END;
}
