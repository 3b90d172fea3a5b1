// Reads the write-ahead log of SQLite as its file format describes it: frames whose checksums and salts follow from
// the header, up to the last one that ends a transaction.

const HEADER_BYTES = 32;
export const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;
const VERSION = 3_007_000;
/** Frames read at a time; at 16 KiB a page that is 16 MB. */
const MOST_FRAMES = 1_024;

/** A place in a log: everything before it is known. Without salts: the beginning of the next log, whatever it is. */
export interface WalPlace {
  readonly salts: readonly [number, number] | undefined;
  readonly frames: number;
  /** The checksum of all bytes before the place. */
  readonly sums: readonly [number, number];
}

export const UNKNOWN_PLACE: WalPlace = { salts: undefined, frames: 0, sums: [0, 0] };

/** The log began again more than once since the place: frames are lost. */
export class WalGap extends Error {
  override readonly name = 'WalGap';
}

export interface WalPiece {
  /** Whole frames of whole transactions. */
  readonly bytes: Uint8Array;
  readonly pageBytes: number;
  readonly place: WalPlace;
}

/** Reads `length` bytes at a place of a file; fewer if it ends before. */
export type ReadAt = (offset: number, length: number) => Uint8Array;

interface Header {
  readonly isBigEndian: boolean;
  readonly pageBytes: number;
  readonly salts: readonly [number, number];
  readonly sums: readonly [number, number];
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** SQLite's checksum: two sums that feed each other, over pairs of 32-bit words. */
function sumOf(
  view: DataView,
  from: number,
  to: number,
  isBigEndian: boolean,
  [first, second]: readonly [number, number],
): [number, number] {
  let [a, b] = [first, second];
  for (let at = from; at < to; at += 8) {
    a = (a + view.getUint32(at, !isBigEndian) + b) >>> 0;
    b = (b + view.getUint32(at + 4, !isBigEndian) + a) >>> 0;
  }
  return [a, b];
}

/** Undefined if the log is empty, or its header is being written. */
function readHeader(bytes: Uint8Array): Header | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const view = viewOf(bytes);
  const magic = view.getUint32(0);
  if ((magic & ~1) >>> 0 !== MAGIC || view.getUint32(4) !== VERSION) return undefined;
  const isBigEndian = (magic & 1) === 1;
  const sums = sumOf(view, 0, 24, isBigEndian, [0, 0]);
  if (view.getUint32(24) !== sums[0] || view.getUint32(28) !== sums[1]) return undefined;
  const salts = [view.getUint32(16), view.getUint32(20)] as const;
  return { isBigEndian, pageBytes: view.getUint32(8), salts, sums };
}

const isSame = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] === b[0] && a[1] === b[1];

/** The place to go on at in the log as it is. A log that begins again counts its first salt up by one. */
function continueIn(header: Header, place: WalPlace): WalPlace {
  const { salts } = place;
  if (salts && isSame(header.salts, salts)) return place;
  if (salts && header.salts[0] !== (salts[0] + 1) >>> 0)
    throw new WalGap('the log of the store began again more than once');
  return { salts: header.salts, frames: 0, sums: header.sums };
}

/** Reads the transactions behind a place; undefined if there is none yet. */
export function readTransactions(readAt: ReadAt, place: WalPlace): WalPiece | undefined {
  const header = readHeader(readAt(0, HEADER_BYTES));
  if (!header) return undefined;
  const start = continueIn(header, place);
  const { pageBytes, isBigEndian, salts } = header;
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const offset = HEADER_BYTES + start.frames * frameBytes;
  // A transaction that is longer than one reading is read again with twice the room.
  for (let most = MOST_FRAMES; ; most *= 2) {
    const bytes = readAt(offset, most * frameBytes);
    const view = viewOf(bytes);
    let { sums } = start;
    let found: WalPiece | undefined;
    let frame = 0;
    for (; (frame + 1) * frameBytes <= bytes.length; frame++) {
      const at = frame * frameBytes;
      if (!isSame([view.getUint32(at + 8), view.getUint32(at + 12)], salts)) break;
      sums = sumOf(view, at, at + 8, isBigEndian, sums);
      sums = sumOf(view, at + FRAME_HEADER_BYTES, at + frameBytes, isBigEndian, sums);
      if (!isSame([view.getUint32(at + 16), view.getUint32(at + 20)], sums)) break;
      if (view.getUint32(at + 4) === 0) continue;
      const frames = start.frames + frame + 1;
      found = {
        bytes: bytes.subarray(0, at + frameBytes),
        pageBytes,
        place: { salts, frames, sums },
      };
    }
    if (found || frame < most) return found ?? emptyAt(start, place, pageBytes);
  }
}

/** A log that began again, but has no transaction yet. */
const emptyAt = (start: WalPlace, before: WalPlace, pageBytes: number): WalPiece | undefined =>
  start === before ? undefined : { bytes: new Uint8Array(0), pageBytes, place: start };

/** Applies frames to the file of a database, as a checkpoint does. */
export function applyFrames(
  bytes: Uint8Array,
  pageBytes: number,
  target: {
    write(page: Uint8Array, offset: number): void;
    resize(length: number): void;
  },
): void {
  const view = viewOf(bytes);
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
    const page = bytes.subarray(at + FRAME_HEADER_BYTES, at + frameBytes);
    target.write(page, (view.getUint32(at) - 1) * pageBytes);
    const pages = view.getUint32(at + 4);
    if (pages > 0) target.resize(pages * pageBytes);
  }
}
