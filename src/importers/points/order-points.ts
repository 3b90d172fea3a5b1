// The points of one series in ascending order, each instant once, as the store needs them.

import type { PointGroup } from '#importers/points/point-buffer';

export interface OrderedPoints {
  /** Strictly ascending. */
  readonly indices: Int32Array;
  readonly values: Float64Array;
  readonly lines: Uint32Array;
  /** How many lines were left out because an earlier line says the same. */
  readonly repeats: number;
}

/** Two lines that give one instant of a series different values. */
export interface Contradiction {
  readonly index: number;
  readonly earlierLine: number;
  readonly line: number;
}

/** 2^23 positions beside an index of up to 29 bits and its sign fit a double exactly. */
const POSITIONS = 2 ** 23;

export const isSameValue = (a: number, b: number): boolean =>
  a === b || (Number.isNaN(a) && Number.isNaN(b));

function isAscending(indices: Int32Array): boolean {
  for (let i = 1; i < indices.length; i++) if (indices[i]! <= indices[i - 1]!) return false;
  return true;
}

/** Sorts a group, which has fewer than 2^23 points. */
export function orderPoints(group: PointGroup): OrderedPoints | Contradiction {
  const { indices, values, lines } = group;
  if (isAscending(indices)) return { indices, values, lines, repeats: 0 };
  const keys = new Float64Array(indices.length);
  for (let i = 0; i < keys.length; i++) keys[i] = indices[i]! * POSITIONS + i;
  // Without a comparison function typed arrays sort natively.
  keys.sort();
  const ordered = {
    indices: new Int32Array(keys.length),
    values: new Float64Array(keys.length),
    lines: new Uint32Array(keys.length),
  };
  let count = 0;
  for (const key of keys) {
    const index = Math.floor(key / POSITIONS);
    const at = key - index * POSITIONS;
    if (count > 0 && ordered.indices[count - 1] === index) {
      if (isSameValue(ordered.values[count - 1]!, values[at]!)) continue;
      return { index, earlierLine: ordered.lines[count - 1]!, line: lines[at]! };
    }
    ordered.indices[count] = index;
    ordered.values[count] = values[at]!;
    ordered.lines[count++] = lines[at]!;
  }
  return {
    indices: ordered.indices.subarray(0, count),
    values: ordered.values.subarray(0, count),
    lines: ordered.lines.subarray(0, count),
    repeats: keys.length - count,
  };
}
