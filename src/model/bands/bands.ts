// The quantiles of a forecast's own past errors over their sizes. The share of errors below is not fixed: runs with
// too many misses raise it and runs with too few lower it, so that the coverage is right in the long run.

import { lowerBound, upperBound } from '#core/values/lower-bound';
import { HOURS } from '#model/days/filled-days';

/** The number of past runs from whose errors bands are read. */
const WINDOW_RUNS = 182;
/** How far the share moves if all hours of a run are missed (adaptive conformal inference). */
const STEP = 0.02;
/** The hours on each side whose errors count too, the nearer ones more. */
const REACH = 3;
/** With fewer scored runs than this no band is made. */
export const FEWEST_RUNS = 14;

/**
 * What each share of the errors of the next run's 24 hours does not exceed, in sizes; undefined unless every hour
 * has enough scored runs. `scaled` are past errors over their sizes: runs × 24, oldest first; NaN is not scored.
 */
export function errorQuantiles(
  scaled: Float64Array,
  wanted: readonly number[],
): Float64Array[] | undefined {
  for (let hour = 0; hour < HOURS; hour++) {
    if (countScored(scaled, hour) < FEWEST_RUNS) return undefined;
  }
  const order = scoredInOrder(scaled);
  const shares = adaptShares(scaled, order, wanted);
  const oldest = Math.max(0, scaled.length - WINDOW_RUNS * HOURS);
  const around = errorsAround(scaled, order, oldest);
  return shares.map((share) =>
    Float64Array.from(around, (errors) => weightedQuantile(errors, share)),
  );
}

function countScored(scaled: Float64Array, hour: number): number {
  let count = 0;
  for (let i = hour; i < scaled.length; i += HOURS) if (!Number.isNaN(scaled[i]!)) count++;
  return count;
}

/** The positions of the scored errors, the least error first. Equal ones are in the order of their hours. */
function scoredInOrder(scaled: Float64Array): Uint32Array {
  const known = scaled.slice().sort();
  // NaN is sorted to the end.
  const ascending = known.subarray(0, upperBound(known, Number.POSITIVE_INFINITY));
  const order = new Uint32Array(ascending.length);
  const equalBefore = new Uint32Array(ascending.length);
  for (let hour = 0; hour < HOURS; hour++) {
    for (let at = hour; at < scaled.length; at += HOURS) {
      if (Number.isNaN(scaled[at]!)) continue;
      const rank = lowerBound(ascending, scaled[at]!);
      order[rank + equalBefore[rank]!++] = at;
    }
  }
  return order;
}

/** Replays the past: the quantiles before every past run, over all hours, are compared with the run's errors. */
function adaptShares(
  scaled: Float64Array,
  order: Uint32Array,
  wanted: readonly number[],
): number[] {
  const shares = [...wanted];
  const ranks = new Uint32Array(scaled.length);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank]!] = rank;
  const window = new RankedWindow(order.length);
  const kept: number[] = [];
  for (let start = 0; start < scaled.length; start += HOURS) {
    const run = scaled.subarray(start, start + HOURS);
    let count = 0;
    for (const error of run) if (!Number.isNaN(error)) count++;
    if (count === 0) continue;
    for (let which = 0; which < shares.length && kept.length >= FEWEST_RUNS; which++) {
      const share = shares[which]!;
      const missed = countAbove(run, scaled[order[window.rankOf(share)]!]!);
      const moved = share + STEP * (missed / count - (1 - wanted[which]!));
      shares[which] = Math.max(0, Math.min(1, moved));
    }
    countRun(window, scaled, ranks, start, 1);
    kept.push(start);
    if (kept.length > WINDOW_RUNS) countRun(window, scaled, ranks, kept.shift()!, -1);
  }
  return shares;
}

/** The number of errors above a bound; NaN is not above any. */
function countAbove(errors: Float64Array, bound: number): number {
  let count = 0;
  for (let i = 0; i < errors.length; i++) if (errors[i]! > bound) count++;
  return count;
}

function countRun(
  window: RankedWindow,
  scaled: Float64Array,
  ranks: Uint32Array,
  start: number,
  by: number,
): void {
  for (let i = start; i < start + HOURS; i++) {
    if (!Number.isNaN(scaled[i]!)) window.count(ranks[i]!, by);
  }
}

/**
 * Ranks that come and go. A tree of counts (Fenwick's) finds each in a few steps; a list in order would have to move a
 * thousand values.
 */
class RankedWindow {
  /** Node i counts the last `i & -i` ranks up to i; the first rank is 1. */
  readonly #counts: Int32Array;
  readonly #highestStep: number;
  #size = 0;

  constructor(rankCount: number) {
    this.#counts = new Int32Array(rankCount + 1);
    this.#highestStep = 2 ** Math.floor(Math.log2(Math.max(1, rankCount)));
  }

  count(rank: number, by: number): void {
    const counts = this.#counts;
    this.#size += by;
    for (let i = rank + 1; i < counts.length; i += i & -i) counts[i] = counts[i]! + by;
  }

  /** The rank that at least `share` of the ranks (and the next one) do not exceed. */
  rankOf(share: number): number {
    const wanted = Math.ceil(share * (this.#size + 1));
    let before = Math.max(1, Math.min(this.#size, wanted)) - 1;
    let at = 0;
    for (let step = this.#highestStep; step >= 1; step >>= 1) {
      if (at + step >= this.#counts.length || this.#counts[at + step]! > before) continue;
      at += step;
      before -= this.#counts[at]!;
    }
    return at;
  }
}

interface Weighted {
  readonly values: Float64Array;
  /** The sum of the weights up to each value and half of its own; ascending from 0 to 1. */
  readonly places: Float64Array;
}

/** For each hour, its errors from position `oldest` on and those of the hours near it, in order. */
function errorsAround(scaled: Float64Array, order: Uint32Array, oldest: number): Weighted[] {
  const most = (2 * REACH + 1) * Math.ceil((scaled.length - oldest) / HOURS);
  const values = new Float64Array(HOURS * most);
  const places = new Float64Array(HOURS * most);
  const ends = Float64Array.from({ length: HOURS }, (_, hour) => hour * most);
  const totals = new Float64Array(HOURS);
  for (let i = 0; i < order.length; i++) {
    const at = order[i]!;
    if (at < oldest) continue;
    const hour = at % HOURS;
    const last = Math.min(HOURS - 1, hour + REACH);
    for (let near = Math.max(0, hour - REACH); near <= last; near++) {
      const weight = 1 - Math.abs(near - hour) / (REACH + 1);
      const to = ends[near]!++;
      values[to] = scaled[at]!;
      places[to] = weight;
      totals[near]! += weight;
    }
  }
  const around: Weighted[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    const [start, end] = [hour * most, ends[hour]!];
    let before = 0;
    for (let i = start; i < end; i++) {
      const weight = places[i]!;
      before += weight;
      places[i] = (before - weight / 2) / totals[hour]!;
    }
    around.push({ values: values.subarray(start, end), places: places.subarray(start, end) });
  }
  return around;
}

/** The value at a place, in a straight line between its neighbours. */
function weightedQuantile({ values, places }: Weighted, share: number): number {
  const after = lowerBound(places, share);
  if (after === 0) return values[0]!;
  if (after === places.length) return values.at(-1)!;
  const part = (share - places[after - 1]!) / (places[after]! - places[after - 1]!);
  return values[after - 1]! + part * (values[after]! - values[after - 1]!);
}
