// Checks the stored bytes of one series: chunks of observed values, and the record of earlier values.

import type { Grid } from '#core/time/grid';
import {
  type CheckCounts,
  isIndex,
  messageOf,
  spanText,
  timeText,
} from '#store/check/check-damage';
import type { CheckSource, Row } from '#store/check/check-source';
import { undoChange } from '#store/codec/change-codec';
import { checksumOf } from '#store/codec/chunk-format';
import { decodeValues } from '#store/codec/decode-values';
import type { SeriesKey } from '#store/series-record';

/** The series that is being checked. */
export interface CheckedSeries {
  readonly source: CheckSource;
  readonly key: SeriesKey;
  readonly grid: Grid;
  /** The points of a chunk. */
  readonly points: number;
  readonly counts: CheckCounts;
  /** The order of sources as it is stored. */
  readonly sourceOrder: string | null;
  /** Reports a damage of this series. */
  say(what: string): void;
}

/** The real ends of the observed values: undefined if damage hides them, null without a value. */
export interface RealExtent {
  readonly first: number | null | undefined;
  readonly last: number | null | undefined;
}

const isValue = (value: number): boolean => !Number.isNaN(value);

/** Calls `onRow` for each row. True if all were read; otherwise says that the rest cannot be read. */
export async function scan(
  { source, key, say }: CheckedSeries,
  table: string,
  order: string,
  what: string,
  onRow: (row: Row) => void,
): Promise<boolean> {
  if (!source.tables.has(table)) return true;
  try {
    const text = `SELECT * FROM ${table} WHERE series_key = $1 ORDER BY ${order}`;
    for await (const row of source.rows(text, key)) onRow(row);
    return true;
  } catch (error) {
    say(`${what} cannot be read to the end: ${messageOf(error)}`);
    return false;
  }
}

const OTHER_BYTES = 'its bytes are not those that were written (the checksum differs)';

const hasOtherChecksum = (bytes: Uint8Array, checksum: unknown): boolean =>
  typeof checksum === 'number' && checksum !== checksumOf(bytes);

/** Decodes stored bytes to `into`. Returns what is wrong with them, or undefined. */
export function faultOfBytes(
  bytes: unknown,
  checksum: unknown,
  into: Float64Array,
): string | undefined {
  if (!(bytes instanceof Uint8Array)) return 'there are no bytes';
  if (hasOtherChecksum(bytes, checksum)) return OTHER_BYTES;
  try {
    const length = decodeValues(bytes, into, 0);
    return length === into.length ? undefined : `${length} values instead of ${into.length}`;
  } catch (error) {
    return messageOf(error);
  }
}

/** Counts a row that was stored without a checksum: it is null, or the column does not exist yet. */
export const countUnverified = (counts: CheckCounts, { checksum = null }: Row): void => {
  if (checksum === null) counts.unverified++;
};

export async function checkChunks(series: CheckedSeries): Promise<RealExtent> {
  const { grid, points, counts, say } = series;
  const values = new Float64Array(points);
  let first: number | null | undefined = null;
  let last: number | null | undefined = null;
  const isWhole = await scan(series, 'chunk', 'chunk', 'its chunks', (row) => {
    counts.chunks++;
    countUnverified(counts, row);
    const { chunk } = row;
    let fault = isIndex(chunk) ? undefined : 'its number makes no sense';
    fault ??= faultOfBytes(row.bytes, row.checksum, values);
    const from = values.findIndex(isValue);
    if (fault === undefined && from < 0) fault = 'it holds nothing but gaps';
    const start = (chunk as number) * points;
    if (fault !== undefined) {
      say(`chunk ${chunk} (${spanText(grid, start, start + points)}): ${fault}`);
      if (first === null) first = undefined;
      last = undefined;
      return;
    }
    if (first === null) first = start + from;
    last = start + values.findLastIndex(isValue);
  });
  return isWhole ? { first, last } : { first, last: undefined };
}

export async function checkChanges(series: CheckedSeries): Promise<void> {
  const { grid, points, counts, say } = series;
  const values = new Float64Array(points);
  let before = { recordedAt: Number.NaN, lastChunk: 0 };
  await scan(series, 'point_change', 'recorded_at, chunk', 'the record of its changes', (row) => {
    counts.changes++;
    countUnverified(counts, row);
    const [chunk, lastChunk, recordedAt] = [row.chunk, row.last_chunk, row.recorded_at] as number[];
    const fault = faultOfChange(row, values, points);
    const isTwice = recordedAt === before.recordedAt && chunk! <= before.lastChunk;
    before = { recordedAt: recordedAt!, lastChunk: lastChunk! };
    if (fault === undefined && !isTwice) return;
    const span = spanText(grid, chunk! * points, (lastChunk! + 1) * points);
    say(
      `the change recorded at ${timeText(recordedAt)}, chunk ${chunk} (${span}): ${fault ?? 'a chunk has two records of one instant'}`,
    );
  });
}

function faultOfChange(row: Row, values: Float64Array, points: number): string | undefined {
  const { chunk, last_chunk: lastChunk, bytes, checksum } = row;
  if (!isIndex(chunk) || !isIndex(lastChunk) || lastChunk < chunk)
    return 'its chunks make no sense';
  if (!(bytes instanceof Uint8Array)) return 'there are no bytes';
  if (hasOtherChecksum(bytes, checksum)) return OTHER_BYTES;
  if (lastChunk > chunk && bytes.length > 0) return 'it spans chunks that were not empty';
  try {
    undoChange(bytes, points, values, 0);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
