// Means over steps of any length that begin anywhere: each value counts for as long as its interval lies in the
// step. A step that lies within one interval has that interval's value.

import { startsOf } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import { type IndexSpan, intersect, type Span } from '#core/time/span';
import type { Column } from '#core/values/column';

/** Steps that follow each other. */
export interface Steps {
  readonly start: Instant;
  readonly stepMs: number;
  readonly count: number;
}

/** The steps that a span overlaps. */
export function stepsOver({ start, stepMs, count }: Steps, span: Span): IndexSpan {
  if (span.end <= span.start) return { start: 0, end: 0 };
  const touched = {
    start: Math.floor((span.start - start) / stepMs),
    end: Math.ceil((span.end - start) / stepMs),
  };
  return intersect(touched, { start: 0, end: count });
}

/** The span of some of the steps. */
export const spanOfSteps = ({ start, stepMs }: Steps, which: IndexSpan): Span => ({
  start: start + which.start * stepMs,
  end: start + which.end * stepMs,
});

/** Returns one mean for each of the chosen steps; NaN if the column has no value in it. */
export function stepMeans(
  column: Column,
  { start, stepMs }: Steps,
  which: IndexSpan,
): Float64Array {
  const { grid, firstIndex, values } = column;
  const edges = startsOf(grid, firstIndex, firstIndex + values.length + 1);
  const means = new Float64Array(Math.max(0, which.end - which.start));
  let at = 0;
  for (let i = 0; i < means.length; i++) {
    const from = start + (which.start + i) * stepMs;
    const to = from + stepMs;
    while (at < values.length && edges[at + 1]! <= from) at++;
    let sum = 0;
    let weight = 0;
    let only = Number.NaN;
    let count = 0;
    for (let j = at; j < values.length && edges[j]! < to; j++) {
      const value = values[j]!;
      if (Number.isNaN(value)) continue;
      const lasts = Math.min(edges[j + 1]!, to) - Math.max(edges[j]!, from);
      sum += value * lasts;
      weight += lasts;
      only = value;
      count++;
    }
    // One value is its own mean, exactly.
    means[i] = count === 1 ? only : sum / weight;
  }
  return means;
}
