// The gaps of a series: runs of intervals without a value.

import type { IndexSpan } from '#core/time/span';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** Values read at a time: half a megabyte. */
const BLOCK = 65_536;

/** Finds the gaps between the first and the last value of a series, in order. */
export const findGapsOfSeries = async (
  reader: Pick<SeriesReader, 'readValues'>,
  { key, firstIndex, lastIndex }: SeriesRecord,
): Promise<IndexSpan[]> =>
  firstIndex === null || lastIndex === null
    ? []
    : findGaps(reader, key, { start: firstIndex, end: lastIndex + 1 });

/** Finds the gaps within a span of indices, in order. */
export async function findGaps(
  reader: Pick<SeriesReader, 'readValues'>,
  key: number,
  { start, end }: IndexSpan,
): Promise<IndexSpan[]> {
  const gaps: IndexSpan[] = [];
  let openedAt: number | undefined;
  for (let at = start; at < end; at += BLOCK) {
    const values = await reader.readValues(key, { start: at, end: Math.min(at + BLOCK, end) });
    for (let i = 0; i < values.length; i++) {
      if (Number.isNaN(values[i]!)) openedAt ??= at + i;
      else if (openedAt !== undefined) {
        gaps.push({ start: openedAt, end: at + i });
        openedAt = undefined;
      }
    }
  }
  if (openedAt !== undefined) gaps.push({ start: openedAt, end });
  return gaps;
}
