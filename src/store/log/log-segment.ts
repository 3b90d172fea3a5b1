// A segment of the copied log: the transactions of both files that were committed within about a second. It ends with
// a checksum, and names the segment before, so that a torn, changed or missing one is never taken for data.

import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Instant } from '#core/time/instant';

export interface SegmentPart {
  readonly pageBytes: number;
  /** Frames as SQLite's log has them. */
  readonly frames: Uint8Array;
}

export interface Segment {
  readonly number: number;
  /** Everything that was acknowledged before this instant is in this segment or an earlier one. */
  readonly since: Instant;
  /** Nothing in it was committed after this instant. */
  readonly until: Instant;
  readonly series: SegmentPart;
  readonly accounts: SegmentPart;
  /** The checksum of the segment before; that of the generation for the first. */
  readonly before: string;
}

interface Head {
  readonly format: 'gridtide-log';
  readonly version: 1;
  readonly number: number;
  readonly since: Instant;
  readonly until: Instant;
  readonly before: string;
  readonly series: { readonly pageBytes: number; readonly bytes: number };
  readonly accounts: { readonly pageBytes: number; readonly bytes: number };
}

const SUM_BYTES = 32;
const sumOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The length of the head in four bytes, the head as JSON, both parts packed with zstd, and the checksum of all. */
export function encodeSegment(segment: Segment): { bytes: Buffer; sum: string } {
  const { series, accounts, ...rest } = segment;
  const sizeOf = ({ pageBytes, frames }: SegmentPart) => ({ pageBytes, bytes: frames.length });
  const head: Head = {
    ...{ format: 'gridtide-log', version: 1, ...rest },
    ...{ series: sizeOf(series), accounts: sizeOf(accounts) },
  };
  const described = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(described.length);
  const packed = zstdCompressSync(Buffer.concat([series.frames, accounts.frames]));
  const body = Buffer.concat([length, described, packed]);
  const sum = sumOf(body);
  return { bytes: Buffer.concat([body, sum]), sum: sum.toString('hex') };
}

/** Undefined if the bytes are not those that were written, or are not the segment that follows. */
export function decodeSegment(
  bytes: Buffer,
  number: number,
  before: string,
): { segment: Segment; sum: string } | undefined {
  if (bytes.length < 4 + SUM_BYTES) return undefined;
  const body = bytes.subarray(0, -SUM_BYTES);
  const sum = sumOf(body);
  if (!sum.equals(bytes.subarray(-SUM_BYTES))) return undefined;
  const end = 4 + body.readUInt32BE(0);
  const head = JSON.parse(body.subarray(4, end).toString()) as Head;
  if (head.number !== number || head.before !== before || head.version !== 1) return undefined;
  const frames = zstdDecompressSync(body.subarray(end));
  const { series, accounts, since, until } = head;
  return {
    sum: sum.toString('hex'),
    segment: {
      ...{ number, since, until, before },
      series: { pageBytes: series.pageBytes, frames: frames.subarray(0, series.bytes) },
      accounts: { pageBytes: accounts.pageBytes, frames: frames.subarray(series.bytes) },
    },
  };
}
