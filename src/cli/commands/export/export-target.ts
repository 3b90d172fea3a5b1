// The target of an export: a file, whose name may tell its format and compression, or standard output.
// A file gets its name only when it is whole.

import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { CommandFault, misuse, type Output } from '#cli/command/command';
import { didYouMean, quoteGiven } from '#core/nearest';
import { EXPORT_FORMATS, type ExportFormat, findExportFormat } from '#exporters/export-formats';

const COMPRESSIONS: Readonly<Record<string, () => Transform>> = {
  gz: () => createGzip(),
  zst: () => createZstdCompress(),
};

export interface ExportTarget {
  /** A path, or `-` for standard output. */
  readonly path: string;
  readonly format: ExportFormat;
  /** Makes the compressor; undefined if the file is not compressed. */
  readonly compress: (() => Transform) | undefined;
}

/** Reads `--out` and `--format`; without `--format` the file's name tells the format. */
export function readTarget(path: string, formatName: string | undefined): ExportTarget {
  const [, bare = path, packing] = /^(.*)\.(gz|zst)$/i.exec(path) ?? [];
  const extension = /\.([^./\\]+)$/.exec(bare)?.[1]?.toLowerCase();
  const byName = EXPORT_FORMATS.find(({ extensions }) => extensions.includes(extension ?? ''));
  const format =
    formatName === undefined ? (path === '-' ? EXPORT_FORMATS[0] : byName) : named(formatName);
  if (!format) {
    throw misuse(`--format missing: the name of ${quoteGiven(path)} says none (${formatNames()})`);
  }
  if (packing !== undefined && !format.isText) {
    throw misuse(`${format.name} files are not compressed again: leave .${packing} out`);
  }
  return { path, format, compress: COMPRESSIONS[packing?.toLowerCase() ?? ''] };
}

const formatNames = (): string => EXPORT_FORMATS.map(({ name }) => name).join(', ');

function named(given: string): ExportFormat {
  const found = findExportFormat(given.trim().toLowerCase());
  if (found) return found;
  const names = EXPORT_FORMATS.map(({ name }) => name);
  throw misuse(
    `unknown format ${quoteGiven(given)}${didYouMean(given, names)}; there are ${formatNames()}`,
  );
}

/** Standard output as it takes bytes and tells when it can take more. */
interface ByteOutput {
  write(bytes: Uint8Array | string): unknown;
  once?(event: 'drain', listener: () => void): unknown;
}

/** Writes to standard output no faster than its reader reads. */
export async function writeToOutput(slices: AsyncIterable<Buffer>, output: Output): Promise<void> {
  const bytes: ByteOutput = output;
  for await (const slice of slices) {
    if (bytes.write(slice) !== false || !bytes.once) continue;
    await new Promise<void>((resolve) => bytes.once!('drain', resolve));
  }
}

/** Writes a file under another name in the same folder, and renames it when it is whole. */
export async function writeToFile(
  slices: AsyncIterable<Buffer>,
  { path, compress }: Pick<ExportTarget, 'path' | 'compress'>,
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  // A pipe or a device is written to directly: a rename would replace it.
  const isPlain = await stat(target).then(
    (found) => found.isFile() || refuseFolder(found.isDirectory(), path),
    () => true,
  );
  const beside = isPlain ? `${target}.${process.pid}.part` : target;
  const source = Readable.from(slices, { objectMode: false });
  const file = createWriteStream(beside, { flush: isPlain });
  try {
    await (compress ? pipeline(source, compress(), file) : pipeline(source, file));
    if (isPlain) await rename(beside, target);
  } catch (error) {
    if (isPlain) await rm(beside, { force: true });
    throw explain(error, path);
  }
}

function refuseFolder(isFolder: boolean, path: string): false {
  if (isFolder) throw new CommandFault(`${path}: this is a folder, not a file`);
  return false;
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  EACCES: 'the file may not be written',
  ENOSPC: 'the disk is full',
};

/** Faults of the file get its name; others, such as the store's, stay as they are. */
function explain(error: unknown, path: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  return new CommandFault(`${path}: ${FAULTS[code ?? ''] ?? message}`);
}
