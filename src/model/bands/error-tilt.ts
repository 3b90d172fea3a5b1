// How the distribution of errors leans with the height of the forecast and with how far the members are apart: a
// forecast of a high price errs more often to one side than one of a low price.

import { HOURS } from '#model/days/filled-days';
import { fitQuantile } from '#model/numbers/quantile-regression';

/** The number of past runs that are learnt from, and the fewest. */
const WINDOW_RUNS = 182;
const FEWEST_RUNS = 56;
/** One hour in this many of each run is learnt from, others of the next run: neighbours err alike. */
const HOUR_STEP = 4;
/** Heights and spreads further from their mean than this many deviations count as this far. */
const FURTHEST = 2.5;
const RIDGE = 20;
/** A row has 1, the height and the spread. */
const WIDTH = 3;

/** What is known of past runs and of the next one; all are (runs + 1) × 24 but `scaled`, which lacks the next. */
export interface TiltRuns {
  /** Actual values above the forecast, over their likely size; NaN is not scored. */
  readonly scaled: Float64Array;
  readonly sizes: Float64Array;
  readonly forecasts: Float64Array;
  /** How far the members were apart; NaN if that is not known. */
  readonly spreads: Float64Array;
}

/**
 * What is added to the quantiles of the next run's errors, in sizes: 24 hours for each share. Without enough runs
 * nothing is.
 */
export function errorTilts(runs: TiltRuns, shares: readonly number[]): Float64Array[] {
  const { scaled } = runs;
  const next = scaled.length / HOURS;
  const first = Math.max(0, next - WINDOW_RUNS);
  const tilts = shares.map(() => new Float64Array(HOURS));
  if (next - first < FEWEST_RUNS) return tilts;
  const heights = standardHeights(runs.forecasts, first, next);
  const learnt = learntPositions(scaled, heights, first, next);
  if (learnt.length < FEWEST_RUNS) return tilts;
  const apart = new Float64Array(runs.spreads.length);
  for (let i = 0; i < apart.length; i++) apart[i] = Math.log(runs.spreads[i]! / runs.sizes[i]!);
  const standardApart = standardise(apart, learnt);
  const rows = new Float64Array(learnt.length * WIDTH);
  learnt.forEach((at, i) => {
    rows.set([1, heights[at]!, standardApart(at)], i * WIDTH);
  });
  const values = Float64Array.from(learnt, (at) => scaled[at]!);
  shares.forEach((share, which) => {
    const [, byHeight, bySpread] = fitQuantile(rows, WIDTH, values, share, RIDGE);
    for (let hour = 0; hour < HOURS; hour++) {
      const at = next * HOURS + hour;
      const tilt = byHeight! * heights[at]! + bySpread! * standardApart(at);
      tilts[which]![hour] = Number.isFinite(tilt) ? tilt : 0;
    }
  });
  return tilts;
}

const clip = (value: number): number => Math.max(-FURTHEST, Math.min(FURTHEST, value));

/** The mean and the deviation of the finite ones of some values. */
function momentsOf(values: Float64Array): { mean: number; deviation: number } {
  let [count, total, squares] = [0, 0, 0];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    count++;
    total += value;
    squares += value * value;
  }
  const mean = total / count;
  const variance = squares / count - mean * mean;
  return { mean, deviation: variance > 0 ? Math.sqrt(variance) : 1 };
}

/** Each forecast's distance from the mean forecast of its hour, in deviations. */
function standardHeights(forecasts: Float64Array, first: number, next: number): Float64Array {
  const heights = new Float64Array(forecasts.length).fill(Number.NaN);
  for (let hour = 0; hour < HOURS; hour++) {
    const own = new Float64Array(next - first);
    for (let i = 0; i < own.length; i++) own[i] = forecasts[(first + i) * HOURS + hour]!;
    const { mean, deviation } = momentsOf(own);
    for (let at = first * HOURS + hour; at < forecasts.length; at += HOURS)
      heights[at] = clip((forecasts[at]! - mean) / deviation);
  }
  return heights;
}

/** The distance of a value from the mean of those that are learnt from, in deviations; 0 if it is not known. */
function standardise(values: Float64Array, learnt: readonly number[]): (at: number) => number {
  const { mean, deviation } = momentsOf(Float64Array.from(learnt, (at) => values[at]!));
  return (at) => {
    const distance = clip((values[at]! - mean) / deviation);
    return Number.isNaN(distance) ? 0 : distance;
  };
}

/** The positions that are learnt from: those that were scored and have a height. */
function learntPositions(
  scaled: Float64Array,
  heights: Float64Array,
  first: number,
  next: number,
): number[] {
  const positions: number[] = [];
  for (let run = first; run < next; run++) {
    for (let hour = run % HOUR_STEP; hour < HOURS; hour += HOUR_STEP) {
      const at = run * HOURS + hour;
      if (Number.isFinite(scaled[at]! + heights[at]!)) positions.push(at);
    }
  }
  return positions;
}
