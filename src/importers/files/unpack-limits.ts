// When compressed bytes are a bomb: far more comes out than any file of values would give.

import { ImportFault } from '#importers/files/import-fault';

/** Files of values shrink to a twentieth, seldom to a fiftieth. */
export const MAX_RATIO = 100;
/** Small files may shrink as they like: so little does no harm. */
const FREE_BYTES = 1 << 20;

/** Throws where `unpacked` bytes are more than `packed` ones may hold; `what` is named in the fault. */
export function checkRatio(packed: number, unpacked: number, what: string): void {
  if (unpacked <= FREE_BYTES || unpacked <= MAX_RATIO * packed) return;
  throw new ImportFault(
    `${what} unpack to more than ${MAX_RATIO} times their size (${packed} bytes to ${unpacked}): this may be a zip bomb`,
  );
}
