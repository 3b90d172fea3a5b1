// What one write changed in one chunk: which points, and their values before. Undoing sets those values
// again. Undoing twice, or undoing values from before the write, does no harm.
//
//   no bytes   every point of the chunk was a gap
//   runs       varints 4 × points + kind, from the chunk's first point to the last that changed
//   0          only if values follow
//   values     those of the points of kind VALUE, in the layout of chunk-format.ts

import { decodeValues } from '#store/codec/decode-values';
import { encodeValues } from '#store/codec/encode-values';
import { StoreDamaged } from '#store/store';

export const ALL_GAPS = new Uint8Array(0);

/** Kinds of runs of points. */
const SAME = 0;
const GAP = 1;
const VALUE = 2;

/** A varint has at most three bytes: half a million points. A chunk has at most 1,536. */
const LARGEST_SHIFT = 14;

export const damagedChange = (what: string): StoreDamaged =>
  new StoreDamaged(`a stored change is damaged: ${what}`);

/** The bytes of what changed from one state of a chunk to the next. At least one point differs. */
export function changeBetween(before: Float64Array, after: Float64Array): Uint8Array {
  const isChanged = new Uint8Array(before.length);
  for (let i = 0; i < before.length; i++) {
    const was = before[i]!;
    const is = after[i]!;
    if (was !== is && !(Number.isNaN(was) && Number.isNaN(is))) isChanged[i] = 1;
  }
  return encodeChange(isChanged, before);
}

/** The bytes of the points that `isChanged` marks with 1, at least one, with their values in `before`. */
export function encodeChange(isChanged: Uint8Array, before: Float64Array): Uint8Array {
  const runs: number[] = [];
  const values = new Float64Array(before.length);
  let count = 0;
  const end = isChanged.lastIndexOf(1) + 1;
  if (end === 0) throw new Error('a change without a changed point'); // its bytes would say ALL_GAPS
  for (let start = 0, at = 0; start < end; start = at) {
    const kind = kindOf(isChanged[start]!, before[start]!);
    while (at < end && kindOf(isChanged[at]!, before[at]!) === kind) {
      if (kind === VALUE) values[count++] = before[at]!;
      at++;
    }
    let rest = 4 * (at - start) + kind;
    for (; rest > 127; rest >>>= 7) runs.push((rest & 127) | 128);
    runs.push(rest);
  }
  if (count === 0) return Uint8Array.from(runs);
  const encoded = encodeValues(values.subarray(0, count));
  const bytes = new Uint8Array(runs.length + 1 + encoded.length);
  bytes.set(runs);
  bytes.set(encoded, runs.length + 1);
  return bytes;
}

const kindOf = (isChanged: number, before: number): number =>
  isChanged === 0 ? SAME : Number.isNaN(before) ? GAP : VALUE;

/** Two changes of a chunk as one. The earlier change wins, because it knows the older values. */
export function mergeChanges(earlier: Uint8Array, later: Uint8Array, points: number): Uint8Array {
  if (earlier.length === 0) return earlier;
  const before = new Float64Array(points);
  const isChanged = new Uint8Array(points);
  undoChange(later, points, before, 0, isChanged);
  undoChange(earlier, points, before, 0, isChanged);
  return encodeChange(isChanged, before);
}

/**
 * Sets the points that a change touched to their values before it. The chunk's first point belongs to
 * `values[offset]`; points outside `values` are skipped. `isChanged` has the length of `values` and
 * gets a 1 for each point that is set.
 */
export function undoChange(
  bytes: Uint8Array,
  points: number,
  values: Float64Array,
  offset: number,
  isChanged?: Uint8Array,
): void {
  const set = (kind: number, start: number, end: number): void => {
    const from = Math.max(0, offset + start);
    const to = Math.max(0, offset + end);
    if (kind === GAP) values.fill(Number.NaN, from, to);
    isChanged?.fill(1, from, to);
  };
  if (bytes.length === 0) set(GAP, 0, points);
  /** Starts and ends of the runs of kind VALUE, alternating. */
  const stretches: number[] = [];
  let at = 0;
  let point = 0;
  while (at < bytes.length) {
    const run = readRun(bytes, at);
    at = runEnd;
    if (run === 0) break;
    const end = point + (run >>> 2);
    const kind = run & 3;
    if (end === point || end > points || kind > VALUE)
      throw damagedChange('its points make no sense');
    if (kind !== SAME) set(kind, point, end);
    if (kind === VALUE) stretches.push(point, end);
    point = end;
  }
  if (stretches.length > 0) setValues(bytes.subarray(at), stretches, values, offset);
  else if (at < bytes.length) throw damagedChange(`${bytes.length - at} bytes too many`);
}

function setValues(
  bytes: Uint8Array,
  stretches: readonly number[],
  values: Float64Array,
  offset: number,
): void {
  let count = 0;
  for (let i = 0; i < stretches.length; i += 2) count += stretches[i + 1]! - stretches[i]!;
  const before = new Float64Array(count);
  const length = decodeValues(bytes, before, 0);
  if (length !== count) throw damagedChange(`${length} values instead of ${count}`);
  let next = 0;
  for (let i = 0; i < stretches.length; i += 2) {
    for (let at = offset + stretches[i]!; at < offset + stretches[i + 1]!; at++, next++) {
      if (at >= 0 && at < values.length) values[at] = before[next]!;
    }
  }
}

/** The end of the last run. Read it right after `readRun`. */
let runEnd = 0;

function readRun(bytes: Uint8Array, from: number): number {
  let run = 0;
  for (let at = from, shift = 0; at < bytes.length && shift <= LARGEST_SHIFT; at++, shift += 7) {
    run |= (bytes[at]! & 127) << shift;
    if (bytes[at]! > 127) continue;
    runEnd = at + 1;
    return run;
  }
  throw damagedChange('a number does not end where it should');
}
