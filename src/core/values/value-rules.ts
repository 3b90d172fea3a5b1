// Soft rules: which values of a write are accepted, and why the others are held.
//
// A step is measured from the nearest accepted value before it, over held values and gaps: N intervals
// later, N times the largest step is allowed. So a spike of any length is held and the values after it
// are not. After a lasting change of level, values are accepted again after some intervals.

/** The bounds of a series' values; null is no bound. */
export interface ValueBounds {
  readonly lowest: number | null;
  readonly highest: number | null;
  /** The most from one interval to the next, up or down. */
  readonly largestStep: number | null;
}

/** The stored values from an index on, before the write; NaN is a gap. Nothing beyond is compared. */
export interface StoredStretch {
  readonly start: number;
  readonly values: Float64Array;
}

export interface SiftedPoints {
  /** Positions in the write of the values to store, ascending. */
  readonly passed: readonly number[];
  readonly held: readonly HeldPoint[];
}

export interface HeldPoint {
  readonly index: number;
  readonly value: number;
  /** A sentence. */
  readonly reason: string;
}

/** The most intervals between two values that are compared. */
export const NEIGHBOUR_REACH = 1_000;

interface Neighbour {
  readonly index: number;
  readonly value: number;
}

/** The fault of the bounds themselves, or undefined. */
export function faultOfBounds({ lowest, highest, largestStep }: ValueBounds): string | undefined {
  const given = [lowest, highest, largestStep].filter((bound) => bound !== null);
  if (given.length === 0) return 'a rule needs a lowest value, a highest value or a largest step';
  if (!given.every(Number.isFinite)) return 'the bounds of a rule are finite numbers';
  if (lowest !== null && highest !== null && lowest > highest) {
    return `the lowest value, ${lowest}, is above the highest, ${highest}`;
  }
  if (largestStep !== null && largestStep <= 0) {
    return `the largest step is a number above 0, not ${largestStep}`;
  }
  return undefined;
}

/** Sorts out values to hold. `indices` ascend strictly. Gaps and values as stored are never held. */
export function sift(
  indices: Int32Array,
  values: Float64Array,
  bounds: ValueBounds,
  stored: StoredStretch,
): SiftedPoints {
  const passed: number[] = [];
  const held: HeldPoint[] = [];
  let left = storedBefore(stored, stored.start, indices[0] ?? stored.start);
  for (let at = 0; at < indices.length; at++) {
    const index = indices[at]!;
    const value = values[at]!;
    if (at > 0) left = storedBefore(stored, indices[at - 1]! + 1, index) ?? left;
    if (left && index - left.index > NEIGHBOUR_REACH) left = undefined;
    const here = stored.values[index - stored.start] ?? Number.NaN;
    const isAccepted = Number.isNaN(value) || value === here;
    const reason = isAccepted
      ? undefined
      : (faultOfLevel(value, bounds) ??
        faultOfStep({ index, value }, left, otherSide(at), bounds.largestStep));
    if (reason === undefined) passed.push(at);
    else held.push({ index, value, reason });
    const kept = reason === undefined ? value : here;
    if (!Number.isNaN(kept)) left = { index, value: kept };
  }
  return { passed, held };

  /** The next stored value that the write leaves alone; without a left one, the write's own too. */
  function otherSide(at: number): Neighbour | undefined {
    const after = storedAfter(stored, indices[at]! + 1, indices[at + 1] ?? endOf(stored));
    return after ?? (left ? undefined : ownNeighbour(at));
  }

  /** The next value, else the one before. Both are held, as nothing tells which of two is wrong. */
  function ownNeighbour(at: number): Neighbour | undefined {
    for (const other of [at + 1, at - 1]) {
      const value = values[other] ?? Number.NaN;
      if (Number.isNaN(value) || faultOfLevel(value, bounds)) continue;
      const index = indices[other]!;
      if (Math.abs(index - indices[at]!) <= NEIGHBOUR_REACH) return { index, value };
    }
    return undefined;
  }
}

const endOf = ({ start, values }: StoredStretch): number => start + values.length;

function storedBefore(stored: StoredStretch, from: number, index: number): Neighbour | undefined {
  const first = Math.max(from, stored.start, index - NEIGHBOUR_REACH);
  for (let i = Math.min(index, endOf(stored)) - 1; i >= first; i--) {
    const value = stored.values[i - stored.start]!;
    if (!Number.isNaN(value)) return { index: i, value };
  }
  return undefined;
}

function storedAfter(stored: StoredStretch, index: number, before: number): Neighbour | undefined {
  const end = Math.min(before, endOf(stored), index + NEIGHBOUR_REACH);
  for (let i = index; i < end; i++) {
    const value = stored.values[i - stored.start]!;
    if (!Number.isNaN(value)) return { index: i, value };
  }
  return undefined;
}

function faultOfLevel(value: number, { lowest, highest }: ValueBounds): string | undefined {
  if (lowest !== null && value < lowest) return `${value} is below ${lowest}, the lowest allowed.`;
  if (highest !== null && value > highest) {
    return `${value} is above ${highest}, the highest allowed.`;
  }
  return undefined;
}

function faultOfStep(
  point: Neighbour,
  left: Neighbour | undefined,
  right: Neighbour | undefined,
  largestStep: number | null,
): string | undefined {
  if (largestStep === null) return undefined;
  for (const other of [left, right]) {
    if (!other) continue;
    const intervals = Math.abs(point.index - other.index);
    const step = Math.abs(point.value - other.value);
    const most = intervals * largestStep;
    if (step <= most + rounding(point.value, other.value, most)) continue;
    const side = point.index > other.index ? 'after' : 'before';
    const distance = intervals === 1 ? 'the interval' : `${intervals} intervals`;
    const allowed = intervals === 1 ? '' : `${intervals} × ${largestStep} = `;
    return `${point.value} is ${distance} ${side} ${other.value}: a step of ${short(step)}, above ${allowed}${short(most)}, the largest allowed.`;
  }
  return undefined;
}

/** The rounding error of decimals as doubles: 0.8 is not 0.2000…007 above 0.6. */
const rounding = (a: number, b: number, most: number): number =>
  4 * Number.EPSILON * Math.max(Math.abs(a), Math.abs(b), most);

const short = (value: number): string => String(Number(value.toPrecision(12)));
