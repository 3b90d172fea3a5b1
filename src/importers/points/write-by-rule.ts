// Points into a store by way of their series' rule: points that it does not allow are held for review.

import type { Instant } from '#core/time/instant';
import { NEIGHBOUR_REACH, type SiftedPoints, sift } from '#core/values/value-rules';
import { refuseComputed } from '#importers/points/refuse-computed';
import type { ValueRule } from '#store/held-value';
import type { WriteCounts } from '#store/journal-entry';
import type { SeriesKey } from '#store/series-record';
import type { SeriesWriter } from '#store/series-store';

/** Points of one series; the indices are strictly ascending. */
export interface SeriesPoints {
  readonly key: SeriesKey;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

export interface RuleCounts extends WriteCounts {
  /** How many points were held, or were held before with the same value. */
  readonly held: number;
}

/** Intervals that are judged together: their stored values are in memory, 2 MB. */
const STRETCH = 1 << 18;

/**
 * Like `writer.writePoints`, but points that the series' rule does not allow are held instead. A point
 * that passes releases a held one of its time. `onHeld` is told the index of each held point. A series that a
 * formula computes is refused.
 */
export async function writeByRule(
  writer: SeriesWriter,
  points: SeriesPoints,
  now: Instant,
  onHeld?: (index: number) => void,
): Promise<RuleCounts> {
  const { key, indices, values } = points;
  await refuseComputed(writer, key);
  const rule = await writer.findRule(key);
  const hasHeld = (await writer.listHeld({ key, limit: 1 })).length > 0;
  if (!rule && !hasHeld)
    return { ...(await writer.writePoints(key, indices, values, now)), held: 0 };
  const total = { added: 0, changed: 0, same: 0, held: 0 };
  for (const { from, end } of stretchesOf(indices)) {
    const part = cut(points, from, end);
    const { passed, held } = await siftPart(writer, part, indices[end], rule ?? ANY);
    const written = held.length === 0 ? part : pick(part, passed);
    // Written before the next stretch is judged: these are its left neighbours.
    const counts = await writer.writePoints(key, written.indices, written.values, now);
    if (hasHeld) await writer.releaseHeld(key, Array.from(written.indices));
    if (held.length > 0) await writer.holdValues(key, held, now);
    for (const { index } of held) onHeld?.(index);
    total.added += counts.added;
    total.changed += counts.changed;
    total.same += counts.same;
    total.held += held.length;
  }
  return total;
}

const ANY: ValueRule = { lowest: null, highest: null, largestStep: null };

/** Cuts ascending indices so that each part spans at most `STRETCH` intervals. */
function* stretchesOf(indices: Int32Array): Generator<{ from: number; end: number }> {
  for (let from = 0; from < indices.length; ) {
    let end = from + 1;
    while (end < indices.length && indices[end]! - indices[from]! < STRETCH) end++;
    yield { from, end };
    from = end;
  }
}

/** `next` is the first index of the next stretch: what that will overwrite is no neighbour. */
async function siftPart(
  writer: SeriesWriter,
  { key, indices, values }: SeriesPoints,
  next: number | undefined,
  rule: ValueRule,
): Promise<SiftedPoints> {
  const start = indices[0]! - NEIGHBOUR_REACH;
  const end = Math.min(indices.at(-1)! + NEIGHBOUR_REACH + 1, next ?? Number.POSITIVE_INFINITY);
  const stored = { start, values: await writer.readValues(key, { start, end }) };
  return sift(indices, values, rule, stored);
}

const cut = ({ key, indices, values }: SeriesPoints, from: number, end: number): SeriesPoints => ({
  key,
  indices: indices.subarray(from, end),
  values: values.subarray(from, end),
});

const pick = (
  { key, indices, values }: SeriesPoints,
  positions: readonly number[],
): SeriesPoints => ({
  key,
  indices: Int32Array.from(positions, (at) => indices[at]!),
  values: Float64Array.from(positions, (at) => values[at]!),
});
