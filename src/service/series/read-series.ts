// From a task to its points: the values of one series over a span, as stored, resampled or extracted.

import { borrowValues, giveBackValues } from '#bytes/memory-pools';
import type { Resolution } from '#core/time/resolution';
import { isEmpty, lengthOf } from '#core/time/span';
import type { Aggregation } from '#core/values/aggregation';
import { describeHours } from '#core/values/blocks';
import type { Points } from '#core/values/column';
import { reduceColumn } from '#core/values/reduce-column';
import { resultResolution } from '#core/values/reduction';
import type { ServiceContext } from '#service/context';
import { convertColumn, unitOf } from '#service/series/conversion';
import type { ownDecimals } from '#service/series/own-decimals';
import { describePoints, NOTHING_TO_DESCRIBE, type PointFacts } from '#service/series/point-facts';
import { forecastStart, readColumn } from '#service/series/read-column';
import type { SeriesTask } from '#service/series/settle-series';

export interface SeriesAnswer extends SeriesTask {
  readonly resolution: Resolution;
  /** `None` if values are as stored. */
  readonly aggregated: Aggregation | 'None';
  /** The hours of an extraction, such as `09-20`. */
  readonly hours: string | undefined;
  readonly points: Points;
  /** What is said of the points; undefined if nothing was asked for. */
  readonly facts: PointFacts | undefined;
}

const NO_POINTS: Points = { times: new Float64Array(0), values: new Float64Array(0) };

/** Reads the values that a task takes, and reduces them. */
export async function readTask(task: SeriesTask, context: ServiceContext): Promise<SeriesAnswer> {
  const { grid, reduction, aggregation, indices, source, detail, conversion } = task;
  const answer = {
    ...task,
    series: conversion ? { ...task.series, unit: unitOf(task.series, conversion) } : task.series,
    resolution: resultResolution(reduction, grid.resolution),
    aggregated: reduction.kind === 'native' ? ('None' as const) : aggregation,
    hours: reduction.kind === 'extract' ? describeHours(reduction.block) : undefined,
  };
  if (isEmpty(indices))
    return { ...answer, points: NO_POINTS, facts: detail && NOTHING_TO_DESCRIBE };
  // Values as stored are the answer. Values to be reduced are needed only until they are.
  const into = reduction.kind === 'native' ? undefined : borrowValues(lengthOf(indices));
  const runTimes = detail?.hasKinds ? runTimesOf(task) : undefined;
  const read = { into, source, runTimes };
  const values = await readColumn(context.store, task.series, indices, read);
  const decimals = detail?.hasOwnDecimals ? await readDecimals(task, values, context) : null;
  const stored = { grid, firstIndex: indices.start, values };
  const column = conversion
    ? await convertColumn(task.series, conversion, stored, context)
    : stored;
  const { tally, ...points } = reduceColumn(column, task, context.zone, isCounted(task));
  const facts = detail && describePoints({ task, column, points, tally, runTimes }, context.zone);
  if (into) giveBackValues(into);
  if (decimals !== null) await round(points.values, decimals);
  return { ...answer, points, facts };
}

/** Loaded with the first request that asks for the series' own decimals. */
const loadDecimals = () => import('#service/series/own-decimals');

const readDecimals = async (...read: Parameters<typeof ownDecimals>): Promise<number | null> =>
  (await loadDecimals()).ownDecimals(...read);

const round = async (values: Float64Array, decimals: number): Promise<void> =>
  (await loadDecimals()).roundValues(values, decimals);

const isCounted = ({ detail }: SeriesTask): boolean =>
  detail !== undefined && (detail.hasCounts || detail.threshold !== undefined);

/** Room for the run of each value that may be a forecast. */
function runTimesOf({ series, indices }: SeriesTask): Float64Array {
  const room = Math.max(0, indices.end - forecastStart(series, indices));
  return new Float64Array(room).fill(Number.NaN);
}
