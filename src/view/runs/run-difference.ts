// One run minus another, hour by hour, over the hours that both have.

import type { ForecastAnswer } from '#contract/forecast';
import { SECOND_MS } from '#core/time/instant';

/** A model run as the page draws it: seconds since 1970 UTC, null is a gap. */
export interface Run {
  /** The issue time as the server writes it. */
  readonly issueTime: string;
  readonly unit: string;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

export const secondsOf = (utc: string): number => Date.parse(utc) / SECOND_MS;

/** The run of an answer; undefined if it has no value in the requested span. */
export function runOf({ analyzedTime, data }: ForecastAnswer): Run | undefined {
  const [first] = data;
  if (!first) return undefined;
  return {
    issueTime: analyzedTime,
    unit: first.unit,
    times: data.map(({ validTime }) => secondsOf(validTime)),
    values: data.map(({ value }) => value),
  };
}

export interface RunDifference {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** The mean over the hours that both have; undefined if they share none. */
  readonly mean: number | undefined;
  readonly meanAbsolute: number | undefined;
  /** The number of hours that both have. */
  readonly count: number;
}

/** Subtracts `base` from `run`. Hours of only one of them are left out; a gap in either is a gap. */
export function differenceOf(run: Run, base: Run): RunDifference {
  const baseValues = new Map(base.times.map((time, i) => [time, base.values[i] ?? null]));
  const times: number[] = [];
  const values: (number | null)[] = [];
  let [count, sum, absolute] = [0, 0, 0];
  run.times.forEach((time, i) => {
    const baseValue = baseValues.get(time);
    if (baseValue === undefined) return;
    const value = run.values[i] ?? null;
    const difference = value === null || baseValue === null ? null : value - baseValue;
    times.push(time);
    values.push(difference);
    if (difference === null) return;
    count++;
    sum += difference;
    absolute += Math.abs(difference);
  });
  const mean = count === 0 ? undefined : sum / count;
  return { times, values, mean, meanAbsolute: count === 0 ? undefined : absolute / count, count };
}
