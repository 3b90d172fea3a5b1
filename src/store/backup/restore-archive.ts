// Unpacks a backup. Nothing in it is used before its checksum was compared.

import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import {
  ARCHIVE_END,
  BLOCK_BYTES,
  DIGEST_NAME,
  digestLine,
  headerOf,
  MANIFEST_NAME,
  paddingOf,
  readHeader,
} from '#store/backup/backup-archive';
import {
  type BackupPart,
  decodeManifest,
  type Manifest,
  type PartName,
} from '#store/backup/backup-manifest';
import { ByteSource, CutOff } from '#store/backup/restore-bytes';
import { type OnProgress, StoreFilesFault } from '#store/engines/sqlite/store-files';

const PIECE_BYTES = 1 << 20;
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const MAX_MANIFEST_BYTES = 1 << 20;

const NOT_OURS = 'it is not a backup that gridtide made';
const DAMAGED = 'it is damaged';

export interface Unpacking {
  /** Called before anything is unpacked; may throw a refusal. */
  onManifest(manifest: Manifest): void | Promise<void>;
  /** The path to unpack a part to, at which no file exists yet. */
  pathOf(part: PartName): string;
  readonly onProgress: OnProgress;
}

/** Unpacks a backup and resolves to its manifest. Each fault is a StoreFilesFault that names the file. */
export async function unpackBackup(path: string, unpacking: Unpacking): Promise<Manifest> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StoreFilesFault(`${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`);
  }
  try {
    if (!(await file.stat()).isFile()) throw new StoreFilesFault('it is not a file');
    return await unpack(await openBytes(file, unpacking.onProgress), unpacking);
  } catch (error) {
    throw blame(path, error);
  } finally {
    await file.close();
  }
}

function blame(path: string, error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (error instanceof CutOff)
    return new StoreFilesFault(`${path}: it is cut off: it ends within ${message}`);
  if (error instanceof StoreFilesFault) return new StoreFilesFault(`${path}: ${message}`);
  if (/^(?:ZSTD_|Z_|ERR_ZLIB|ERR_BUFFER)/.test(code)) {
    return new StoreFilesFault(`${path}: its zstd data are damaged or cut off (${message})`);
  }
  return error;
}

/** The archive's bytes, decompressed if the first bytes are zstd's, whatever the file's name. */
async function openBytes(file: FileHandle, onProgress: OnProgress): Promise<ByteSource> {
  const { size } = await file.stat();
  const head = Buffer.alloc(ZSTD_MAGIC.length);
  await file.read(head, 0, head.length, 0);
  const raw = file.createReadStream({ start: 0, highWaterMark: PIECE_BYTES, autoClose: false });
  let read = 0;
  raw.on('data', (piece) => onProgress('reading', (read += piece.length), size));
  raw.pause();
  if (!head.equals(ZSTD_MAGIC)) return new ByteSource(raw);
  return new ByteSource(
    // Iterating the decoder reports errors. The pipeline only ends both streams together.
    pipeline(raw, createZstdDecompress({ chunkSize: PIECE_BYTES }), () => {}),
  );
}

async function unpack(source: ByteSource, unpacking: Unpacking): Promise<Manifest> {
  try {
    const manifest = await readManifest(source);
    await unpacking.onManifest(manifest);
    for (const part of manifest.parts) {
      await expect(source, headerOf(part.name, part.sizeBytes, manifest.madeAt), part.name);
      await unpackPart(source, part, unpacking.pathOf(part.name));
    }
    await expect(source, ARCHIVE_END, 'its end');
    if (!(await source.isAtEnd()))
      throw new StoreFilesFault(`${DAMAGED}: it goes on after its end`);
    return manifest;
  } finally {
    await source.close();
  }
}

async function readManifest(source: ByteSource): Promise<Manifest> {
  const block = await source.take(BLOCK_BYTES, 'its first block').catch((error) => {
    throw error instanceof CutOff ? new StoreFilesFault(NOT_OURS) : error;
  });
  const head = readHeader(block);
  if (head?.name !== MANIFEST_NAME) throw new StoreFilesFault(NOT_OURS);
  if (head.sizeBytes > MAX_MANIFEST_BYTES)
    throw new StoreFilesFault(`${DAMAGED}: its manifest is too long`);
  const bytes = await source.take(head.sizeBytes, MANIFEST_NAME);
  await expect(source, paddingOf(bytes.length), MANIFEST_NAME);
  const line = digestLine(bytes);
  const digestBlock = await source.take(BLOCK_BYTES, DIGEST_NAME);
  if (!(await source.take(line.length, DIGEST_NAME)).equals(line)) {
    throw new StoreFilesFault(`${DAMAGED}: its manifest does not have the checksum beside it`);
  }
  await expect(source, paddingOf(line.length), DIGEST_NAME);
  const manifest = decodeManifest(bytes);
  const isExpected =
    block.equals(headerOf(MANIFEST_NAME, bytes.length, manifest.madeAt)) &&
    digestBlock.equals(headerOf(DIGEST_NAME, line.length, manifest.madeAt));
  if (!isExpected) throw new StoreFilesFault(`${DAMAGED}: its manifest has the wrong head`);
  return manifest;
}

async function expect(source: ByteSource, bytes: Buffer, part: string): Promise<void> {
  if ((await source.take(bytes.length, part)).equals(bytes)) return;
  throw new StoreFilesFault(`${DAMAGED}: the bytes around ${part} are not those of a backup`);
}

async function unpackPart(source: ByteSource, part: BackupPart, path: string): Promise<void> {
  const { name, sizeBytes, sha256 } = part;
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of source.stream(sizeBytes, name)) {
      hash.update(piece);
      await file.writeFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (hash.digest('hex') !== sha256) {
    throw new StoreFilesFault(`${DAMAGED}: ${name} does not have the checksum of the manifest`);
  }
  await expect(source, paddingOf(sizeBytes), name);
}
