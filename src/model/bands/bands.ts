// The quantiles of a forecast's own past errors over their sizes. The share of errors below is not fixed: runs with
// too many misses raise it and runs with too few lower it, so that the coverage is right in the long run.

import { lowerBound } from '#core/values/lower-bound';
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
  const shares = adaptShares(scaled, wanted);
  const recent = scaled.subarray(Math.max(0, scaled.length - WINDOW_RUNS * HOURS));
  const quantiles = wanted.map(() => new Float64Array(HOURS));
  const byHour = sortedHours(recent);
  for (let hour = 0; hour < HOURS; hour++) {
    const around = errorsAround(byHour, hour);
    shares.forEach((share, at) => {
      quantiles[at]![hour] = weightedQuantile(around, share);
    });
  }
  return quantiles;
}

function countScored(scaled: Float64Array, hour: number): number {
  let count = 0;
  for (let i = hour; i < scaled.length; i += HOURS) if (!Number.isNaN(scaled[i]!)) count++;
  return count;
}

/** Replays the past: the quantiles before every past run, over all hours, are compared with the run's errors. */
function adaptShares(scaled: Float64Array, wanted: readonly number[]): number[] {
  const shares = [...wanted];
  const window = new RankedWindow(scaled);
  const kept: Float64Array[] = [];
  for (let start = 0; start < scaled.length; start += HOURS) {
    const errors = scaled
      .subarray(start, start + HOURS)
      .filter((error) => !Number.isNaN(error))
      .sort();
    if (errors.length === 0) continue;
    if (kept.length >= FEWEST_RUNS) {
      shares.forEach((share, at) => {
        const bound = window.quantile(share);
        const within = errors.findLastIndex((error) => error <= bound) + 1;
        const missed = (errors.length - within) / errors.length;
        const moved = share + STEP * (missed - (1 - wanted[at]!));
        shares[at] = Math.max(0, Math.min(1, moved));
      });
    }
    for (const error of errors) window.count(error, 1);
    kept.push(errors);
    if (kept.length > WINDOW_RUNS) for (const error of kept.shift()!) window.count(error, -1);
  }
  return shares;
}

/**
 * Values that come and go, all of which are known before. A tree of counts (Fenwick's) finds each rank in a few steps;
 * a list in order would have to move a thousand values.
 */
class RankedWindow {
  readonly #all: Float64Array;
  /** Node i counts the values of the last `i & -i` ranks up to i; the first rank is 1. */
  readonly #counts: Int32Array;
  readonly #highestStep: number;
  #size = 0;

  constructor(values: Float64Array) {
    this.#all = values.filter((value) => !Number.isNaN(value)).sort();
    this.#counts = new Int32Array(this.#all.length + 1);
    this.#highestStep = 2 ** Math.floor(Math.log2(Math.max(1, this.#all.length)));
  }

  count(value: number, by: number): void {
    const counts = this.#counts;
    this.#size += by;
    for (let i = lowerBound(this.#all, value) + 1; i < counts.length; i += i & -i) {
      counts[i] = counts[i]! + by;
    }
  }

  /** The smallest value that at least `share` of the values (and the next one) do not exceed. */
  quantile(share: number): number {
    const rank = Math.ceil(share * (this.#size + 1));
    let before = Math.max(1, Math.min(this.#size, rank)) - 1;
    let at = 0;
    for (let step = this.#highestStep; step >= 1; step >>= 1) {
      if (at + step >= this.#counts.length || this.#counts[at + step]! > before) continue;
      at += step;
      before -= this.#counts[at]!;
    }
    return this.#all[at]!;
  }
}

interface Weighted {
  readonly values: Float64Array;
  /** The sum of the weights up to each value and half of its own; ascending from 0 to 1. */
  readonly places: Float64Array;
}

/** The scored errors of each hour, ascending. */
const sortedHours = (scaled: Float64Array): Float64Array[] =>
  Array.from({ length: HOURS }, (_, hour) => {
    const own = new Float64Array(scaled.length / HOURS);
    let count = 0;
    for (let i = hour; i < scaled.length; i += HOURS) {
      if (!Number.isNaN(scaled[i]!)) own[count++] = scaled[i]!;
    }
    return own.subarray(0, count).sort();
  });

/** The errors of an hour and those near it, in order: the sorted hours are merged. */
function errorsAround(byHour: readonly Float64Array[], hour: number): Weighted {
  const first = Math.max(0, hour - REACH);
  const near = byHour.slice(first, hour + REACH + 1);
  const size = near.reduce((count, errors) => count + errors.length, 0);
  const [values, places] = [new Float64Array(size), new Float64Array(size)];
  const next = new Uint32Array(near.length);
  let total = 0;
  for (let i = 0; i < size; i++) {
    let least = -1;
    let value = Number.NaN;
    for (let at = 0; at < near.length; at++) {
      const error = near[at]![next[at]!];
      if (error === undefined || (least >= 0 && error >= value)) continue;
      least = at;
      value = error;
    }
    next[least] = next[least]! + 1;
    values[i] = value;
    places[i] = 1 - Math.abs(first + least - hour) / (REACH + 1);
    total += places[i]!;
  }
  let before = 0;
  for (let i = 0; i < size; i++) {
    const weight = places[i]!;
    before += weight;
    places[i] = (before - weight / 2) / total;
  }
  return { values, places };
}

/** The value at a place, in a straight line between its neighbours. */
function weightedQuantile({ values, places }: Weighted, share: number): number {
  const after = lowerBound(places, share);
  if (after === 0) return values[0]!;
  if (after === places.length) return values.at(-1)!;
  const part = (share - places[after - 1]!) / (places[after]! - places[after - 1]!);
  return values[after - 1]! + part * (values[after]! - values[after - 1]!);
}
