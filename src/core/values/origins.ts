// What the values of an answer are: observed, forecast, or made of both, and of which run.

import type { Span } from '#core/time/span';
import type { Aggregation } from '#core/values/aggregation';
import type { Column, Points } from '#core/values/column';

/** The kinds of values. A reduced value is `mixed` if it is made of observed and of forecast ones. */
export const VALUE_KINDS = ['observed', 'forecast', 'mixed'] as const;

export type ValueKind = (typeof VALUE_KINDS)[number];

const [OBSERVED, FORECAST, MIXED] = [0, 1, 2];

/** One entry for each point; NaN for a point without a value. */
export interface Origins {
  /** Places in `VALUE_KINDS`. */
  readonly kinds: Float64Array;
  /** The time of the run of the forecast values; NaN if it has none, or those of several runs. */
  readonly runs: Float64Array;
  /** The position from which on points may have forecast values: all before it are observed. */
  readonly forecastFrom: number;
}

/** What the origins of points are found from. */
export interface ReducedColumn {
  /** The native values, and the points that they were reduced to. */
  readonly column: Column;
  readonly points: Points;
  readonly isNative: boolean;
  /** The span that the points were made over. */
  readonly touched: Span;
  /** The first index whose value may be a forecast. */
  readonly forecastStart: number;
  /** The time of each value's run from that index on; NaN if it has none. */
  readonly runTimes: Float64Array;
  /** Reduces another column as the points were. */
  reduce(column: Column, touched: Span, aggregation: Aggregation): Points;
}

export function originsOf(reduced: ReducedColumn): Origins {
  const { column, points, touched, forecastStart, runTimes } = reduced;
  const { length } = points.values;
  const kinds = new Float64Array(length).fill(OBSERVED!);
  const runs = new Float64Array(length).fill(Number.NaN);
  let forecastFrom = length;
  if (runTimes.length > 0) {
    const { grid } = column;
    const tail = { grid, firstIndex: forecastStart, values: runTimes };
    const span = { start: grid.startOf(forecastStart), end: touched.end };
    const earliest = reduced.reduce(tail, span, 'Min').values;
    const latest = reduced.reduce(tail, span, 'Max').values;
    const first = length - earliest.length;
    forecastFrom = first;
    for (let i = 0; i < earliest.length; i++) {
      if (Number.isNaN(earliest[i]!)) continue;
      kinds[first + i] = i === 0 && hasObserved(reduced, first) ? MIXED! : FORECAST!;
      if (earliest[i] === latest[i]) runs[first + i] = earliest[i]!;
    }
  }
  for (let i = 0; i < length; i++) {
    if (Number.isNaN(points.values[i]!)) kinds[i] = runs[i] = Number.NaN;
  }
  return { kinds, runs, forecastFrom };
}

/** Whether observed values take part in a point. */
function hasObserved(reduced: ReducedColumn, point: number): boolean {
  const { column, points, isNative, forecastStart } = reduced;
  if (isNative) return false;
  const { grid, firstIndex, values } = column;
  const observed = { grid, firstIndex, values: values.subarray(0, forecastStart - firstIndex) };
  const start = points.times[point]!;
  const [count] = reduced.reduce(observed, { start, end: start + 1 }, 'Count').values;
  return !Number.isNaN(count!);
}
