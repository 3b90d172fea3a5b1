// Points into a store by way of their series' rule: what it does not allow is put aside for review.

import type { Instant } from '#core/time/instant';
import { NEIGHBOUR_REACH, type SiftedPoints, sift } from '#core/values/value-rules';
import type { WriteCounts } from '#store/journal-entry';
import type { SeriesKey, SeriesWriter, ValueRule } from '#store/series-store';

export interface SiftedCounts extends WriteCounts {
  /** Points that were put aside, or are aside already with the same value. */
  readonly held: number;
}

/** Intervals that are looked at together: what is stored of them is in memory, 2 MB. */
const STRETCH = 1 << 18;

/**
 * Like `writer.writePoints`, but points that the series' rule does not allow are held instead; one
 * that passes releases a held one of its time. `onHeld` is told the index of each that is held.
 */
export async function writeSifted(
  writer: SeriesWriter,
  key: SeriesKey,
  indices: Int32Array,
  values: Float64Array,
  now: Instant,
  onHeld?: (index: number) => void,
): Promise<SiftedCounts> {
  const rule = await writer.findRule(key);
  const hasHeld = (await writer.listHeld({ key, limit: 1 })).length > 0;
  if (!rule && !hasHeld)
    return { ...(await writer.writePoints(key, indices, values, now)), held: 0 };
  const total = { added: 0, changed: 0, same: 0, held: 0 };
  for (const { from, end } of stretchesOf(indices)) {
    const part = [indices.subarray(from, end), values.subarray(from, end)] as const;
    const sifted = await siftPart(writer, key, ...part, indices[end], rule ?? ANY);
    const passed = sifted.held.length === 0 ? part : pick(...part, sifted.passed);
    // Before the next stretch is looked at: its left neighbours are these.
    const counts = await writer.writePoints(key, ...passed, now);
    if (hasHeld) await writer.releaseHeld(key, Array.from(passed[0]));
    if (sifted.held.length > 0) await writer.holdValues(key, sifted.held, now);
    for (const { index } of sifted.held) onHeld?.(index);
    total.added += counts.added;
    total.changed += counts.changed;
    total.same += counts.same;
    total.held += sifted.held.length;
  }
  return total;
}

const ANY: ValueRule = { lowest: null, highest: null, largestStep: null };

/** Cuts ascending indices so that each part spans few enough intervals. */
function* stretchesOf(indices: Int32Array): Generator<{ from: number; end: number }> {
  for (let from = 0; from < indices.length; ) {
    let end = from + 1;
    while (end < indices.length && indices[end]! - indices[from]! < STRETCH) end++;
    yield { from, end };
    from = end;
  }
}

async function siftPart(
  writer: SeriesWriter,
  key: SeriesKey,
  indices: Int32Array,
  values: Float64Array,
  next: number | undefined,
  rule: ValueRule,
): Promise<SiftedPoints> {
  const start = indices[0]! - NEIGHBOUR_REACH;
  // What the next stretch will overwrite is no neighbour.
  const end = Math.min(indices.at(-1)! + NEIGHBOUR_REACH + 1, next ?? Number.POSITIVE_INFINITY);
  const stored = { start, values: await writer.readValues(key, { start, end }) };
  return sift(indices, values, rule, stored);
}

const pick = (
  indices: Int32Array,
  values: Float64Array,
  positions: readonly number[],
): readonly [Int32Array, Float64Array] => [
  Int32Array.from(positions, (at) => indices[at]!),
  Float64Array.from(positions, (at) => values[at]!),
];
