// When the intervals of a grid start, as arrays. Answers over the same years share one: an array of ten
// years of hours took 0.2 ms to make and 700 kB, and the garbage cost as much again.

import type { Grid } from '#core/time/grid';

/** Eleven years of quarter hours: 3 MB a grid. Longer spans get an array of their own. */
const MOST_HELD = 400_000;

interface HeldStarts {
  readonly first: number;
  readonly starts: Float64Array;
}

const held = new WeakMap<Grid, HeldStarts>();

/** Starts of the intervals `first` … `end` - 1. Shared: not to be written to. */
export function startsOf(grid: Grid, first: number, end: number): Float64Array {
  let found = held.get(grid);
  if (!found || first < found.first || end > found.first + found.starts.length) {
    const wider = widened(found, first, end);
    if (wider.end - wider.first > MOST_HELD) return makeStarts(grid, first, end);
    found = { first: wider.first, starts: makeStarts(grid, wider.first, wider.end) };
    held.set(grid, found);
  }
  return found.starts.subarray(first - found.first, end - found.first);
}

/** What is held and what is asked for, and on the side that grows an eighth more. */
function widened(found: HeldStarts | undefined, first: number, end: number) {
  if (!found) return { first, end };
  const heldEnd = found.first + found.starts.length;
  const more = Math.ceil((Math.max(end, heldEnd) - Math.min(first, found.first)) / 8);
  const wider = {
    first: first < found.first ? first - more : found.first,
    end: end > heldEnd ? end + more : heldEnd,
  };
  return wider.end - wider.first > MOST_HELD ? { first, end } : wider;
}

function makeStarts(grid: Grid, first: number, end: number): Float64Array {
  const starts = new Float64Array(Math.max(0, end - first));
  const { stepMs } = grid.resolution;
  if (stepMs !== undefined)
    for (let i = 0; i < starts.length; i++) starts[i] = (first + i) * stepMs;
  else for (let i = 0; i < starts.length; i++) starts[i] = grid.startOf(first + i);
  return starts;
}
