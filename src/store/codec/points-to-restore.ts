// Which points to set, and to what values, when a change is taken back: arrays only, no SQL.

import { type ChangeColumns, undoStoredChange } from '#store/codec/stored-change';

export interface PointsToRestore {
  readonly indices: Int32Array;
  readonly values: Float64Array;
  /** The number of points that the change set and that were set again since: they stay. */
  readonly kept: number;
}

const differ = (a: number, b: number): boolean => a !== b && !(Number.isNaN(a) && Number.isNaN(b));

/**
 * `later` are the changes after this one, newest first. `current` are the values of its chunks now; they
 * are overwritten with the values before it. A change of empty chunks does not record which points it
 * set, so the points of each change are found by comparing the values before it with those after it.
 */
export function pointsToRestore(
  change: ChangeColumns,
  later: readonly ChangeColumns[],
  current: Float64Array,
  points: number,
): PointsToRestore {
  const [first] = change;
  const values = current;
  const isSetSince = new Uint8Array(values.length);
  for (const each of later) {
    const [chunk, lastChunk] = each;
    const from = Math.max(0, (chunk - first) * points);
    const end = Math.min(values.length, (lastChunk + 1 - first) * points);
    const after = values.slice(from, end);
    undoStoredChange(each, points, values, first * points);
    for (let i = from; i < end; i++) if (differ(values[i]!, after[i - from]!)) isSetSince[i] = 1;
  }
  const after = values.slice();
  undoStoredChange(change, points, values, first * points);
  const restored: number[] = [];
  let kept = 0;
  for (let i = 0; i < values.length; i++) {
    if (!differ(values[i]!, after[i]!)) continue;
    if (isSetSince[i] === 1) kept++;
    else restored.push(i);
  }
  return {
    indices: Int32Array.from(restored, (i) => first * points + i),
    values: Float64Array.from(restored, (i) => values[i]!),
    kept,
  };
}
