// The part of a chart that is zoomed to, in whole intervals, and as From and To. Pure.

import { gridOf } from '#core/time/grid';
import { SECOND_MS } from '#core/time/instant';
import type { Resolution } from '#core/time/resolution';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { writeInstant } from '#explorer/series/fixed-range.ts';
import { type Ends, wholeDays, writeDays } from '#explorer/series/step-range.ts';

/** A part in seconds. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** The intervals of a resolution that are nearest to a part: at least one. */
function intervalsOf({ start, end }: Part, resolution: Resolution, market: Zone) {
  const grid = gridOf(resolution, market);
  const nearest = (seconds: number): number => {
    const instant = seconds * SECOND_MS;
    const index = grid.indexOf(instant);
    const isFirstHalf = instant - grid.startOf(index) < grid.startOf(index + 1) - instant;
    return isFirstHalf ? index : index + 1;
  };
  const first = nearest(start);
  return { grid, first, last: Math.max(first, nearest(end) - 1) };
}

/** The same part in whole intervals. */
export function snapPart(part: Part, resolution: Resolution, market: Zone): Part {
  const { grid, first, last } = intervalsOf(part, resolution, market);
  return { start: grid.startOf(first) / SECOND_MS, end: grid.startOf(last + 1) / SECOND_MS };
}

/** Returns From and To of a part: dates if it is whole days, else the first and the last time stamp. */
export function zoomRange(part: Part, resolution: Resolution, market: Zone): Ends {
  const { grid, first, last } = intervalsOf(part, resolution, market);
  const span: Span = { start: grid.startOf(first), end: grid.startOf(last + 1) };
  const days = wholeDays(span, market);
  if (days) return writeDays(days);
  return { from: writeInstant(span.start, market), to: writeInstant(grid.startOf(last), market) };
}
