// Forecast runs, and how they continue an observed series.

import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import type { IndexSpan, Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';

/** One model run of one series, on the series' own grid. */
export interface ForecastRun {
  /** The time of the model run: `analyzedTime`. */
  readonly analyzedAt: Instant;
  /** The time of the last change of values: `updateTime`. */
  readonly updatedAt: Instant;
  /** Grid index of `values[0]`. */
  readonly firstIndex: number;
  /** NaN is a gap. The array is never empty, and its first and last values are no gaps. */
  readonly values: Float64Array;
  /** The model's or file's name. */
  readonly source: string;
}

/** The level of the band without width. Only a run with a whole distribution has it (run-bands.ts). */
export const MEDIAN_LEVEL = 0;

/** The indices from a run's first value to its last. */
export const horizonOf = (run: ForecastRun): IndexSpan => ({
  start: run.firstIndex,
  end: run.firstIndex + run.values.length,
});

/** The first run of each time, among runs that follow each other by time: the preferred source's. */
export const firstOfEachTime = <Run extends Pick<ForecastRun, 'analyzedAt'>>(
  runs: readonly Run[],
): Run[] => runs.filter(({ analyzedAt }, i) => i === 0 || runs[i - 1]!.analyzedAt !== analyzedAt);

/** The market days that runs of our own forecast. */
export const HORIZON_DAYS = 7;

/**
 * The span of a run of our own: whole market days, and whole UTC days with the hour after them, from the
 * day after the run on. An hour that has begun when the run is made is not part of it.
 */
export function ownHorizon(analyzedAt: Instant, zone: Zone): Span {
  const firstDay = Math.floor(analyzedAt / DAY_MS) + 1;
  const endDay = firstDay + HORIZON_DAYS;
  const nextHour = Math.ceil(analyzedAt / HOUR_MS) * HOUR_MS;
  return {
    start: Math.max(nextHour, Math.min(firstDay * DAY_MS, zone.startOfDay(firstDay))),
    end: Math.max(endDay * DAY_MS + HOUR_MS, zone.startOfDay(endDay)),
  };
}

/**
 * Fills the gaps of `values[from…]` with a run's values and returns their number. Callers pass newer
 * runs first, so that each instant takes the newest run that has a value for it. `runTimes`, which begins
 * at the index `from`, gets the run's time for each of them.
 */
export function fillFromRun(
  values: Float64Array,
  firstIndex: number,
  from: number,
  run: ForecastRun,
  runTimes?: Float64Array,
): number {
  const start = Math.max(from, run.firstIndex, firstIndex);
  const end = Math.min(run.firstIndex + run.values.length, firstIndex + values.length);
  let filled = 0;
  for (let index = start; index < end; index++) {
    const value = run.values[index - run.firstIndex]!;
    if (!Number.isNaN(values[index - firstIndex]!) || Number.isNaN(value)) continue;
    values[index - firstIndex] = value;
    if (runTimes) runTimes[index - from] = run.analyzedAt;
    filled++;
  }
  return filled;
}
