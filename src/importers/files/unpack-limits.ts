// The limit against zip bombs: far more unpacked bytes than any file of values has.

import { ImportFault } from '#importers/files/import-fault';

/** The largest ratio of unpacked to packed bytes. Files of values have 20, seldom 50. */
export const MAX_RATIO = 100;
/** Below this size any ratio is harmless. */
const FREE_BYTES = 1 << 20;

/** Throws if `unpacked` bytes are too many for `packed` ones; the fault names `what`. */
export function checkRatio(packed: number, unpacked: number, what: string): void {
  if (unpacked <= FREE_BYTES || unpacked <= MAX_RATIO * packed) return;
  throw new ImportFault(
    `${what} unpack to more than ${MAX_RATIO} times their size (${packed} bytes to ${unpacked}): this may be a zip bomb`,
  );
}

/** The same for a file of columns, in which many rows can be one number: files of values have 50. */
const MAX_COLUMN_RATIO = 1_000;
const FREE_COLUMN_BYTES = 256 << 20;

/** Throws if all columns of a file together take too many bytes for its size. */
export function checkColumnBytes(fileBytes: number, unpacked: number): void {
  if (unpacked <= FREE_COLUMN_BYTES || unpacked <= MAX_COLUMN_RATIO * fileBytes) return;
  throw new ImportFault(
    `the columns unpack to more than ${MAX_COLUMN_RATIO} times the size of the file (${fileBytes} bytes to ${unpacked}): this may be a zip bomb`,
  );
}
