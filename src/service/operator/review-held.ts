// Held values after somebody has looked at them: into the series after all, or forgotten.

import type { Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import type { WriteCounts } from '#store/journal-entry';
import type { HeldValue, SeriesKey, SeriesReader, SeriesWriter } from '#store/series-store';

/** So many are looked at together; of more, the earliest. */
export const MOST_REVIEWED = 1_000_000;

/** The held values of a series whose indices lie in a span; either end may be infinite. */
export async function findHeldIn(
  reader: SeriesReader,
  key: SeriesKey,
  { start, end }: IndexSpan,
): Promise<HeldValue[]> {
  const held = await reader.listHeld({ key, limit: MOST_REVIEWED });
  return held.filter(({ index }) => index >= start && index < end);
}

/** Writes held values, whatever the series' rule says of them. */
export async function acceptHeld(
  writer: SeriesWriter,
  key: SeriesKey,
  held: readonly HeldValue[],
  now: Instant,
): Promise<WriteCounts> {
  await rejectHeld(writer, key, held);
  const indices = Int32Array.from(held, ({ index }) => index);
  const values = Float64Array.from(held, ({ value }) => value);
  return writer.writePoints(key, indices, values, now);
}

/** Throws a plain Error, so that nothing changes, where one of them is not what was looked at any more. */
export async function rejectHeld(
  writer: SeriesWriter,
  key: SeriesKey,
  held: readonly HeldValue[],
): Promise<void> {
  const released = await writer.releaseHeld(
    key,
    held.map(({ index }) => index),
  );
  const values = new Map(released.map(({ index, value }) => [index, value]));
  if (held.every(({ index, value }) => values.get(index) === value)) return;
  throw new Error('held values changed meanwhile: look at them again');
}
