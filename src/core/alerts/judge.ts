// Whether values fulfil a condition, and which. Pure: the service reads the values. NaN is a gap, which fulfils
// nothing.

import type { Comparison } from '#core/alerts/condition';
import type { Grid } from '#core/time/grid';
import { type IndexSpan, intersect } from '#core/time/span';
import { type ForecastRun, horizonOf } from '#core/values/forecast-run';

/** The intervals that fulfil a condition. */
export interface Finding {
  /** The intervals from the first to the last one that counts. */
  readonly indices: IndexSpan;
  /** How many intervals count. */
  readonly points: number;
  /** The value that is furthest from the bound, the largest jump or the mean error; null if there is none. */
  readonly worst: number | null;
  /** The interval of `worst`. */
  readonly worstIndex: number | null;
}

/** Values from an index on. */
export interface Stretch {
  readonly start: number;
  readonly values: Float64Array;
}

const FULFILS: Readonly<Record<Comparison, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

/** Whether intervals in a row cover a length of real time: on a clock-change day as on any other. */
const isLongEnough = (grid: Grid, { start, end }: IndexSpan, lengthMs: number): boolean =>
  end > start && (lengthMs === 0 || grid.startOf(end) - grid.startOf(start) >= lengthMs);

/** Finds the stretches of values in a row that fulfil a comparison for at least `forMs`. */
export function judgeValues(
  { start, values }: Stretch,
  grid: Grid,
  rule: { readonly comparison: Comparison; readonly bound: number; readonly forMs: number },
): Finding | undefined {
  const fulfils = FULFILS[rule.comparison];
  const isLow = rule.comparison.startsWith('<');
  return collect(values.length, (i) => fulfils(values[i]!, rule.bound), {
    start,
    isCounted: (indices) => isLongEnough(grid, indices, rule.forMs),
    worstIn: ({ start: from, end }) => {
      let worst = from;
      for (let index = from + 1; index < end; index++) {
        const [value, best] = [values[index - start]!, values[worst - start]!];
        if (isLow ? value < best : value > best) worst = index;
      }
      return { value: values[worst - start]!, index: worst };
    },
    isWorse: (a, b) => (isLow ? a < b : a > b),
  });
}

/** Finds gaps of at least `forMs`. */
export const judgeGaps = (
  { start, values }: Stretch,
  grid: Grid,
  forMs: number,
): Finding | undefined =>
  collect(values.length, (i) => Number.isNaN(values[i]!), {
    start,
    isCounted: (indices) => isLongEnough(grid, indices, forMs),
  });

/** Finds the intervals for which two runs differ by more than a bound. Intervals that only one of them has do not count. */
export function judgeJump(
  newer: ForecastRun,
  older: ForecastRun,
  within: IndexSpan | undefined,
  bound: number,
): Finding | undefined {
  const shared = intersect(horizonOf(newer), horizonOf(older));
  const { start, end } = within ? intersect(shared, within) : shared;
  if (end <= start) return undefined;
  const differences = new Float64Array(end - start);
  for (let index = start; index < end; index++) {
    const [value, before] = [
      newer.values[index - newer.firstIndex]!,
      older.values[index - older.firstIndex]!,
    ];
    differences[index - start] = Math.abs(value - before);
  }
  return judgeBound({ start, values: differences }, bound);
}

/** Each value above a bound counts, in a row or not. */
function judgeBound({ start, values }: Stretch, bound: number): Finding | undefined {
  return collect(values.length, (i) => values[i]! > bound, {
    start,
    isCounted: () => true,
    worstIn: ({ start: from, end }) => {
      let worst = from;
      for (let index = from; index < end; index++) {
        if (values[index - start]! > values[worst - start]!) worst = index;
      }
      return { value: values[worst - start]!, index: worst };
    },
    isWorse: (a, b) => a > b,
  });
}

interface Worst {
  readonly value: number;
  readonly index: number;
}

interface Collecting {
  readonly start: number;
  isCounted(indices: IndexSpan): boolean;
  worstIn?(indices: IndexSpan): Worst;
  isWorse?(a: number, b: number): boolean;
}

/** Joins all stretches that count. */
function collect(
  length: number,
  fulfils: (i: number) => boolean,
  { start, isCounted, worstIn, isWorse = () => false }: Collecting,
): Finding | undefined {
  let found: { start: number; end: number; points: number; worst: Worst | undefined } | undefined;
  for (let i = 0; i < length; i++) {
    if (!fulfils(i)) continue;
    const from = i;
    while (i < length && fulfils(i)) i++;
    const indices = { start: start + from, end: start + i };
    if (!isCounted(indices)) continue;
    const worst = worstIn?.(indices);
    found ??= { start: indices.start, end: indices.end, points: 0, worst };
    found.end = indices.end;
    found.points += i - from;
    if (worst && found.worst && isWorse(worst.value, found.worst.value)) found.worst = worst;
  }
  if (!found) return undefined;
  const { start: first, end, points, worst } = found;
  const indices = { start: first, end };
  return { indices, points, worst: worst?.value ?? null, worstIndex: worst?.index ?? null };
}

/** The mean of absolute differences; NaN if no pair has both values. */
export function meanError(forecast: Float64Array, actual: Float64Array): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < forecast.length; i++) {
    const error = Math.abs(forecast[i]! - actual[i]!);
    if (Number.isNaN(error)) continue;
    sum += error;
    count++;
  }
  return count === 0 ? Number.NaN : sum / count;
}
