// What is said of the points of an answer: how complete they are, what they are made of, their decimals.

import type { Zone } from '#core/time/zone';
import type { Column, Points } from '#core/values/column';
import { decimalsOf } from '#core/values/decimals';
import { type Origins, originsOf } from '#core/values/origins';
import { reduceColumn } from '#core/values/reduce-column';
import { dropShort, makeTally, type Tally } from '#core/values/tally';
import { forecastStart } from '#service/series/read-column';
import type { SeriesTask } from '#service/series/settle-series';

export interface PointFacts {
  /** Undefined if neither counts nor complete values were asked for. */
  readonly tally: Tally | undefined;
  /** Undefined if kinds were not asked for. */
  readonly origins: Origins | undefined;
  /** The most decimals of the native values; null if that is unknown, or kinds were not asked for. */
  readonly decimals: number | null;
}

const NONE = new Float64Array(0);

/** What is said of no points. */
export const NOTHING_TO_DESCRIBE: PointFacts = {
  tally: makeTally(0),
  origins: { kinds: NONE, runs: NONE, forecastFrom: 0 },
  decimals: null,
};

export interface ReadPoints {
  readonly task: SeriesTask;
  /** The native values. */
  readonly column: Column;
  readonly points: Points;
  readonly tally: Tally | undefined;
  /** The runs of the values that may be forecasts, if kinds are asked for. */
  readonly runTimes: Float64Array | undefined;
}

/** Describes points, and makes gaps of those that are too incomplete for the request. */
export function describePoints(read: ReadPoints, zone: Zone): PointFacts {
  const { task, column, points, tally, runTimes } = read;
  const { hasKinds, threshold } = task.detail!;
  if (tally && threshold !== undefined) dropShort(points.values, tally, threshold);
  const { reduction } = task;
  const origins =
    runTimes &&
    originsOf({
      ...{ column, points, runTimes, touched: task.touched },
      isNative: reduction.kind === 'native',
      forecastStart: forecastStart(task.series, task.indices),
      reduce: (part, touched, aggregation) =>
        reduceColumn(part, { reduction, aggregation, touched }, zone),
    });
  // Decimals of ten years of hours take 0.6 ms, five times as long as counts.
  return { tally, origins, decimals: hasKinds ? decimalsOf(column.values) : null };
}
