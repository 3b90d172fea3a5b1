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
  let sorted = new Float64Array(0);
  const kept: Float64Array[] = [];
  for (let start = 0; start < scaled.length; start += HOURS) {
    const errors = scaled
      .slice(start, start + HOURS)
      .filter((error) => !Number.isNaN(error))
      .sort();
    if (errors.length === 0) continue;
    if (kept.length >= FEWEST_RUNS) {
      shares.forEach((share, at) => {
        const bound = quantile(sorted, share);
        const within = errors.findLastIndex((error) => error <= bound) + 1;
        const missed = (errors.length - within) / errors.length;
        const moved = share + STEP * (missed - (1 - wanted[at]!));
        shares[at] = Math.max(0, Math.min(1, moved));
      });
    }
    kept.push(errors);
    const oldest = kept.length > WINDOW_RUNS ? kept.shift()! : new Float64Array(0);
    sorted = exchange(sorted, errors, oldest);
  }
  return shares;
}

/** Adds values to others, and takes some of these out; all ascend. */
function exchange(
  sorted: Float64Array,
  added: Float64Array,
  removed: Float64Array,
): Float64Array<ArrayBuffer> {
  const all = new Float64Array(sorted.length + added.length - removed.length);
  let [to, next, gone] = [0, 0, 0];
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i]!;
    if (gone < removed.length && removed[gone] === value) {
      gone++;
      continue;
    }
    while (next < added.length && added[next]! <= value) all[to++] = added[next++]!;
    all[to++] = value;
  }
  while (next < added.length) all[to++] = added[next++]!;
  return all;
}

/** The smallest value that at least `share` of the values (and the next one) do not exceed. */
function quantile(sorted: Float64Array, share: number): number {
  const rank = Math.ceil(share * (sorted.length + 1));
  return sorted[Math.max(1, Math.min(sorted.length, rank)) - 1]!;
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
