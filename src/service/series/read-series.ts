// From a task to its points: the values of one series over a span, as stored, resampled or extracted.

import { borrowValues, giveBackValues } from '#bytes/values-pool';
import { gridOf } from '#core/time/grid';
import type { Resolution } from '#core/time/resolution';
import { isEmpty, lengthOf } from '#core/time/span';
import type { Aggregation } from '#core/values/aggregation';
import { describeHours } from '#core/values/blocks';
import { type Column, type Points, pointsOf } from '#core/values/column';
import { extract } from '#core/values/extract';
import { resultResolution } from '#core/values/reduction';
import { resample } from '#core/values/resample';
import type { ServiceContext } from '#service/context';
import { readColumn } from '#service/series/read-column';
import type { SeriesTask } from '#service/series/settle-series';

export interface SeriesAnswer extends SeriesTask {
  readonly resolution: Resolution;
  /** `None` if values are as stored. */
  readonly aggregated: Aggregation | 'None';
  /** The hours of an extraction, such as `09-20`. */
  readonly hours: string | undefined;
  readonly points: Points;
}

const NO_POINTS: Points = { times: new Float64Array(0), values: new Float64Array(0) };

/** Reads the values that a task takes, and reduces them. */
export async function readTask(task: SeriesTask, context: ServiceContext): Promise<SeriesAnswer> {
  const { series, grid, reduction, aggregation, indices, source } = task;
  const answer = {
    ...task,
    resolution: resultResolution(reduction, grid.resolution),
    aggregated: reduction.kind === 'native' ? ('None' as const) : aggregation,
    hours: reduction.kind === 'extract' ? describeHours(reduction.block) : undefined,
  };
  if (isEmpty(indices)) return { ...answer, points: NO_POINTS };
  // Values as stored are the answer. Values to be reduced are needed only until they are.
  const into = reduction.kind === 'native' ? undefined : borrowValues(lengthOf(indices));
  const values = await readColumn(context.store, series, indices, { into, source });
  const points = reduce({ grid, firstIndex: indices.start, values }, task, context);
  if (into) giveBackValues(into);
  return { ...answer, points };
}

function reduce(column: Column, task: SeriesTask, { zone }: ServiceContext): Points {
  const { reduction, aggregation, touched } = task;
  if (reduction.kind === 'native') return pointsOf(column);
  if (reduction.kind === 'extract')
    return extract(column, reduction.block, zone, touched, aggregation);
  return resample(column, gridOf(reduction.to, zone), touched, aggregation);
}
