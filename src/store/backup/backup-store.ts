// Makes a backup: both files of a store at one moment, in one file with a manifest.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, type ZstdOptions } from 'node:zlib';
import type { Clock } from '#core/time/instant';
import { packArchive } from '#store/backup/backup-archive';
import { copyDatabase } from '#store/backup/backup-database';
import {
  type BackupPart,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  PART_NAMES,
  type PartName,
} from '#store/backup/backup-manifest';
import { type CopiedPart, copySnapshot } from '#store/backup/backup-snapshot';
import type { CheckCounts, OnDamage } from '#store/check/check-damage';
import { checkFiles } from '#store/check/check-store';
import {
  type OnProgress,
  type StoreFiles,
  StoreFilesFault,
  syncFolder,
} from '#store/engines/sqlite/store-files';
import type { TableStore } from '#store/sql/table-store';

const PIECE_BYTES = 1 << 20;
const ZSTD: ZstdOptions = {
  chunkSize: PIECE_BYTES,
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

export interface BackupOptions {
  readonly productVersion: string;
  readonly now: Clock;
  /** Whether an existing file may be replaced. */
  readonly force: boolean;
  /** The name that a backup of a damaged store gets; left out: the same as that of a good one. */
  readonly nameIfDamaged?: string;
  readonly onProgress?: OnProgress;
  /** Called for each damage found in the copy. The backup is made all the same. */
  readonly onDamage: OnDamage;
}

export interface Backup {
  readonly manifest: Manifest;
  readonly fileBytes: number;
  readonly checked: CheckCounts;
}

/** The store to back up: two files, or a database. */
export type BackupSource = StoreFiles | TableStore;

/** Makes a backup of a store that may be in use. `file` is compressed if its name ends in `.zst`. */
export async function backupStore(
  source: BackupSource,
  file: string,
  options: BackupOptions,
): Promise<Backup> {
  const { force, onProgress = () => {} } = options;
  await refuseTarget(source, file, force);
  // Beside the file, so that it can be renamed. mkdtemp makes a folder for its owner only.
  const folder = await makeFolder(file);
  try {
    const { manifest, checked } = await copyAndDescribe(source, folder, options, onProgress);
    const packed = join(folder, 'backup');
    const fileBytes = await pack(manifest, folder, packed, /\.zst$/i.test(file), onProgress);
    const name = checked.damages === 0 ? file : (options.nameIfDamaged ?? file);
    // Checked again, as copying may have taken minutes.
    await refuseTarget(source, name, force);
    await rename(packed, name);
    await syncFolder(dirname(file));
    return { manifest, fileBytes, checked };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseTarget(source: BackupSource, file: string, force: boolean): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return;
  if (!found.isFile()) throw new StoreFilesFault(`${file} is not a file.`);
  const files = 'series' in source ? [source.series, source.accounts] : [];
  for (const own of files.flatMap((path) => [path, `${path}-wal`])) {
    const ownStat = await stat(own).catch(() => undefined);
    if (ownStat?.ino === found.ino && ownStat.dev === found.dev) {
      throw new StoreFilesFault(`${file} is a file of the store itself.`);
    }
  }
  if (!force) throw new StoreFilesFault(`${file} exists already; --force replaces it.`);
}

async function makeFolder(file: string): Promise<string> {
  try {
    return await mkdtemp(`${file}.making-`);
  } catch (error) {
    throw new StoreFilesFault(`${file} cannot be written: ${(error as Error).message}.`);
  }
}

async function copyAndDescribe(
  source: BackupSource,
  folder: string,
  { productVersion, now, onDamage }: BackupOptions,
  onProgress: OnProgress,
): Promise<{ manifest: Manifest; checked: CheckCounts }> {
  const snapshot =
    'series' in source
      ? await copySnapshot(source, folder, now, onProgress)
      : await copyDatabase(source, folder, now, onProgress);
  const { series, accounts, marketZone, takenAt } = snapshot;
  const copy = { series: series.path, accounts: accounts.path };
  // The operator should learn of damage tonight, not on the day the backup is needed.
  const checked = await checkFiles(copy, { onDamage, onProgress });
  const total = (await stat(copy.series)).size + (await stat(copy.accounts)).size;
  const parts: BackupPart[] = [];
  let done = 0;
  for (const [i, part] of [series, accounts].entries()) {
    const before = done;
    const described = await describePart(PART_NAMES[i]!, part, (bytes) =>
      onProgress('summing', before + bytes, total),
    );
    parts.push(described);
    done += described.sizeBytes;
  }
  const madeAt = new Date(takenAt).toISOString();
  const head = { format: FORMAT, formatVersion: FORMAT_VERSION, productVersion } as const;
  return { manifest: { ...head, madeAt, marketZone, parts }, checked };
}

async function describePart(
  name: PartName,
  { path, schema }: CopiedPart,
  onBytes: (bytes: number) => void,
): Promise<BackupPart> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    hash.update(piece as Buffer);
    onBytes((sizeBytes += (piece as Buffer).length));
  }
  return { name, sizeBytes, sha256: hash.digest('hex'), schema };
}

/** Writes the archive, makes it durable, and resolves to its size. */
async function pack(
  manifest: Manifest,
  folder: string,
  path: string,
  isCompressed: boolean,
  onProgress: OnProgress,
): Promise<number> {
  const total = manifest.parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let done = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    const bytesOf = (part: string) =>
      createReadStream(join(folder, part), { highWaterMark: PIECE_BYTES });
    for await (const piece of packArchive(manifest, bytesOf)) {
      yield piece;
      onProgress('packing', (done += piece.length), total);
    }
  }
  // `flush` makes the file durable before it gets its name.
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  if (isCompressed) await pipeline(counted, createZstdCompress(ZSTD), file);
  else await pipeline(counted, file);
  return (await stat(path)).size;
}
