// The review of held values: accepted ones are written to the series, rejected ones are forgotten.

import type { Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import { refuseComputed } from '#importers/points/refuse-computed';
import type { HeldValue } from '#store/held-value';
import type { WriteCounts } from '#store/journal-entry';
import type { SeriesKey } from '#store/series-record';
import type { SeriesReader, SeriesWriter } from '#store/series-store';

/** The most held values in one review; the earliest come first. */
export const MOST_REVIEWED = 1_000_000;

/** Finds the held values of a series in a span; either end may be infinite. */
export async function findHeldIn(
  reader: SeriesReader,
  seriesKey: SeriesKey,
  { start, end }: IndexSpan,
): Promise<HeldValue[]> {
  const held = await reader.listHeld({ key: seriesKey, limit: MOST_REVIEWED });
  return held.filter(({ index }) => index >= start && index < end);
}

/** Writes held values, whatever the series' rule says. */
export async function acceptHeld(
  writer: SeriesWriter,
  seriesKey: SeriesKey,
  held: readonly HeldValue[],
  now: Instant,
): Promise<WriteCounts> {
  await refuseComputed(writer, seriesKey);
  await rejectHeld(writer, seriesKey, held);
  const indices = Int32Array.from(held, ({ index }) => index);
  const values = Float64Array.from(held, ({ value }) => value);
  return writer.writePoints(seriesKey, indices, values, now);
}

/** Forgets held values. Throws a plain Error, so that nothing changes, if one differs from the review. */
export async function rejectHeld(
  writer: SeriesWriter,
  seriesKey: SeriesKey,
  held: readonly HeldValue[],
): Promise<void> {
  const released = await writer.releaseHeld(
    seriesKey,
    held.map(({ index }) => index),
  );
  const values = new Map(released.map(({ index, value }) => [index, value]));
  if (held.every(({ index, value }) => values.get(index) === value)) return;
  throw new Error('held values changed in the meantime: look at them again');
}
