// Files that are large enough to be read by a thread of their own.

import { stat } from 'node:fs/promises';
import { type FormatName, formatOfFile } from '#importers/files/file-formats';

/**
 * The size by format from which reading a file takes longer than starting a thread for it. Packed formats
 * have more rows a byte.
 */
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
