// Soft rules: which values of a write are believed, and why the others are not.
//
// A step is judged from the nearest believed value before, over held ones and gaps: so many intervals
// later so many times the largest step is fine. That way a spike of any length is held and what
// follows it is not, and after a lasting change of level values are believed again by and by.

/** What a series' values keep to; null is any. */
export interface ValueBounds {
  readonly lowest: number | null;
  readonly highest: number | null;
  /** From one interval to the next, up or down. */
  readonly largestStep: number | null;
}

/** What is stored from an index on, before the write; NaN is a gap. Beyond it nothing is compared. */
export interface StoredStretch {
  readonly start: number;
  readonly values: Float64Array;
}

export interface SiftedPoints {
  /** Positions in the write of what is to be stored, ascending. */
  readonly passed: readonly number[];
  readonly held: readonly HeldPoint[];
}

export interface HeldPoint {
  readonly index: number;
  readonly value: number;
  /** A sentence. */
  readonly reason: string;
}

/** How many intervals apart two values may be to be compared. */
export const NEIGHBOUR_REACH = 1_000;

interface Neighbour {
  readonly index: number;
  readonly value: number;
}

/** What is wrong with bounds as such, or undefined. */
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

/** `indices` ascend strictly. Gaps, and values that are stored already, are never held. */
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
    const isBelieved = Number.isNaN(value) || value === here;
    const reason = isBelieved
      ? undefined
      : (faultOfLevel(value, bounds) ??
        faultOfStep({ index, value }, left, otherSide(at), bounds.largestStep));
    if (reason === undefined) passed.push(at);
    else held.push({ index, value, reason });
    const kept = reason === undefined ? value : here;
    if (!Number.isNaN(kept)) left = { index, value: kept };
  }
  return { passed, held };

  /** Stored values to the right that the write leaves alone; without any to the left, its own too. */
  function otherSide(at: number): Neighbour | undefined {
    const after = storedAfter(stored, indices[at]! + 1, indices[at + 1] ?? endOf(stored));
    return after ?? (left ? undefined : ownNeighbour(at));
  }

  /** Where nothing tells which of two is wrong, neither is believed: the next one, else the one before. */
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
    const place = point.index > other.index ? 'after' : 'before';
    const distance = intervals === 1 ? 'the interval' : `${intervals} intervals`;
    const allowed = intervals === 1 ? '' : `${intervals} × ${largestStep} = `;
    return `${point.value} is ${distance} ${place} ${other.value}: a step of ${short(step)}, above ${allowed}${short(most)}, the largest allowed.`;
  }
  return undefined;
}

/** What decimals lose as doubles: 0.8 is not 0.2000…007 above 0.6. */
const rounding = (a: number, b: number, most: number): number =>
  4 * Number.EPSILON * Math.max(Math.abs(a), Math.abs(b), most);

const short = (value: number): string => String(Number(value.toPrecision(12)));
