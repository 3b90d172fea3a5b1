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
