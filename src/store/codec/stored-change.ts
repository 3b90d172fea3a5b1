// A change as it is stored, and undoing it in the values of a span: arrays only, no SQL.

import { damagedChange, undoChange } from '#store/codec/change-codec';
import { requireChecksum } from '#store/codec/chunk-format';
import { StoreDamaged } from '#store/store';

/** The first and last chunk, the bytes of change-codec.ts and their checksum, which older rows lack. */
export type ChangeColumns = readonly [
  chunk: number,
  lastChunk: number,
  bytes: Uint8Array,
  checksum: number | null,
];

/** Throws, with the chunk's number, if the bytes of a change are not those that were written. */
export function requireSoundChange([chunk, , bytes, checksum]: ChangeColumns): void {
  namingChunk(chunk, () => requireChecksum(bytes, checksum, damagedChange));
}

/** Sets the values from index `start` on to what they were before a change, and marks those in `isTouched`. */
export function undoStoredChange(
  change: ChangeColumns,
  points: number,
  values: Float64Array,
  start: number,
  isTouched?: Uint8Array,
): void {
  requireSoundChange(change);
  const [chunk, lastChunk, bytes] = change;
  const all = (lastChunk - chunk + 1) * points;
  namingChunk(chunk, () => undoChange(bytes, all, values, chunk * points - start, isTouched));
}

function namingChunk(chunk: number, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new StoreDamaged(`chunk ${chunk}: ${(error as Error).message}`, { cause: error });
  }
}
