// Averages a run over periods that are longer than its own step.

import type { Grid } from '#core/time/grid';
import { indicesIn, intersect, isEmpty, lengthOf, type Span } from '#core/time/span';
import type { Aggregation } from '#core/values/aggregation';
import type { Column, Points } from '#core/values/column';
import { bucketsOf, resample } from '#core/values/reduce-column';

const EMPTY: Points = { times: new Float64Array(0), values: new Float64Array(0) };
const AVERAGE: Aggregation = 'Average';

/**
 * Averages a run over the periods of a longer grid that have at least half of their time stamps in
 * the span. Each average is over all of the run's values in the period.
 */
export function averageOverPeriods(run: Column, target: Grid, span: Span): Points {
  const { grid } = run;
  const horizon = { start: run.firstIndex, end: run.firstIndex + run.values.length };
  const asked = indicesIn(grid, span);
  const touched = intersect(asked, horizon);
  if (isEmpty(touched)) return EMPTY;
  const periods = bucketsOf(target, {
    start: grid.startOf(touched.start),
    end: grid.startOf(touched.end - 1) + 1,
  });
  const isHalfIn = (period: number): boolean => {
    const stamps = indicesIn(grid, {
      start: target.startOf(period),
      end: target.startOf(period + 1),
    });
    return lengthOf(intersect(stamps, asked)) * 2 >= lengthOf(stamps);
  };
  // The wanted indices are consecutive, so only the outermost periods can be less than half in.
  let { start, end } = periods;
  while (start < end && !isHalfIn(start)) start++;
  while (end > start && !isHalfIn(end - 1)) end--;
  if (start >= end) return EMPTY;
  return resample(
    dropBefore(run, target, start),
    target,
    { start: target.startOf(start), end: target.startOf(end) },
    AVERAGE,
  );
}

/** The run without the values before `period`, which `resample` would include. */
function dropBefore(run: Column, target: Grid, period: number): Column {
  const { start } = indicesIn(run.grid, {
    start: target.startOf(period),
    end: target.startOf(period + 1),
  });
  const skip = Math.min(Math.max(start - run.firstIndex, 0), run.values.length);
  return { grid: run.grid, firstIndex: run.firstIndex + skip, values: run.values.subarray(skip) };
}
