// How values of two series differ, time by time.

import { shown } from '#http/api/mcp/tools/brief-points';
import type { SeriesAnswer } from '#service/series/read-series';

/** Every time that a series has, ascending. */
export const timesOf = (answers: readonly SeriesAnswer[]): number[] =>
  [...new Set(answers.flatMap(({ points }) => [...points.times]))].sort((a, b) => a - b);

/** The values at some times; NaN if there is none. */
export function valuesAt(times: readonly number[], { points }: SeriesAnswer): number[] {
  const byTime = new Map(Array.from(points.times, (time, i) => [time, points.values[i]!]));
  return times.map((time) => byTime.get(time) ?? Number.NaN);
}

/** Compares a series with the first. Only series of one unit have differences. */
export function compare(first: SeriesAnswer, other: SeriesAnswer) {
  const times = timesOf([first, other]);
  const [a, b] = [valuesAt(times, first), valuesAt(times, other)];
  const both = times.map((_, i) => i).filter((i) => !Number.isNaN(a[i]! + b[i]!));
  const seriesId = other.series.code;
  const none = { mean: null, meanAbsolute: null, min: null, max: null };
  const correlation = both.length < 2 ? null : shown(correlate(both.map((i) => [a[i]!, b[i]!])));
  const isAlike = first.series.unit === other.series.unit;
  if (both.length === 0 || !isAlike) return { seriesId, count: both.length, ...none, correlation };
  const differences = both.map((i) => b[i]! - a[i]!);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  return {
    ...{ seriesId, count: both.length, mean: shown(mean(differences)) },
    meanAbsolute: shown(mean(differences.map(Math.abs))),
    min: shown(differences.reduce((least, one) => Math.min(least, one))),
    max: shown(differences.reduce((most, one) => Math.max(most, one))),
    correlation,
  };
}

/** Pearson's correlation; NaN if one of them does not vary. */
function correlate(pairs: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length;
  const [a, b] = [mean(0), mean(1)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [x, y] of pairs) {
    ab += (x - a) * (y - b);
    aa += (x - a) ** 2;
    bb += (y - b) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}
