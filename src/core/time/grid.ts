// A grid numbers the intervals of one resolution, so that a series is an array and not a list of times.
// Index 0 contains 1970-01-01 of its zone; indices fit 32 bits for the years 1–9999.

import { civilOfDay, dayOfCivil } from '#core/time/civil';
import type { Instant } from '#core/time/instant';
import type { Resolution } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';

export interface Grid {
  readonly resolution: Resolution;
  /** The index of the interval that contains an instant. */
  indexOf(instant: Instant): number;
  /** The first instant of an interval: the time stamp of its value. */
  startOf(index: number): Instant;
}

/** The index of the first interval that starts at or after an instant. */
export function firstIndexFrom(grid: Grid, instant: Instant): number {
  const { stepMs } = grid.resolution;
  // Called for every bucket of an answer. Adding 0 turns -0 into 0.
  if (stepMs !== undefined) return Math.ceil(instant / stepMs) + 0;
  const index = grid.indexOf(instant);
  return grid.startOf(index) < instant ? index + 1 : index;
}

/** Whether an instant is exactly the start of one of the grid's intervals. */
export const isOnGrid = (grid: Grid, instant: Instant): boolean =>
  grid.startOf(grid.indexOf(instant)) === instant;

/** Period arithmetic on day numbers: which period a day is in, and which day opens a period. */
interface DayPeriod {
  ofDay(dayNumber: number): number;
  firstDay(period: number): number;
}

const monthsPeriod = (months: number): DayPeriod => ({
  ofDay(dayNumber) {
    const { year, month } = civilOfDay(dayNumber);
    return Math.floor(((year - 1970) * 12 + month - 1) / months);
  },
  firstDay: (period) => dayOfCivil(1970, period * months + 1, 1),
});

/** The calendar periods, also used by keywords. Weeks begin on Monday. */
export const DAY_PERIODS = {
  day: { ofDay: (dayNumber: number) => dayNumber, firstDay: (period: number) => period },
  week: {
    ofDay: (dayNumber: number) => Math.floor((dayNumber + 3) / 7),
    firstDay: (period: number) => period * 7 - 3,
  },
  month: monthsPeriod(1),
  quarter: monthsPeriod(3),
  year: monthsPeriod(12),
} as const satisfies Record<string, DayPeriod>;

export type PeriodName = keyof typeof DAY_PERIODS;

const gridsOfZones = new WeakMap<Zone, Map<string, Grid>>();

/** Returns the grid of a resolution in a zone. Below a day every whole-hour zone has the same. */
export function gridOf(resolution: Resolution, zone: Zone): Grid {
  let grids = gridsOfZones.get(zone);
  if (!grids) gridsOfZones.set(zone, (grids = new Map()));
  let grid = grids.get(resolution.name);
  if (!grid) grids.set(resolution.name, (grid = makeGrid(resolution, zone)));
  return grid;
}

function makeGrid(resolution: Resolution, zone: Zone): Grid {
  const { stepMs } = resolution;
  if (stepMs !== undefined) {
    return {
      resolution,
      indexOf: (instant) => Math.floor(instant / stepMs),
      startOf: (index) => index * stepMs,
    };
  }
  const period: DayPeriod = DAY_PERIODS[resolution.name as PeriodName];
  return {
    resolution,
    indexOf: (instant) => period.ofDay(zone.dayOf(instant)),
    startOf: (index) => zone.startOfDay(period.firstDay(index)),
  };
}

// The starts of a grid's intervals, as arrays. Answers over the same years share one: an array of ten
// years of hours took 0.2 ms and 700 kB, and collecting the garbage as much again.

/** Eleven years of quarter-hours: 3 MB a grid. Longer spans get an array of their own. */
const MOST_CACHED = 400_000;

interface CachedStarts {
  readonly first: number;
  readonly starts: Float64Array;
}

const cached = new WeakMap<Grid, CachedStarts>();

/** The starts of the intervals `first` … `end` - 1. The array is shared: callers do not write to it. */
export function startsOf(grid: Grid, first: number, end: number): Float64Array {
  let found = cached.get(grid);
  if (!found || first < found.first || end > found.first + found.starts.length) {
    const wider = widened(found, first, end);
    if (wider.end - wider.first > MOST_CACHED) return makeStarts(grid, first, end);
    found = { first: wider.first, starts: makeStarts(grid, wider.first, wider.end) };
    cached.set(grid, found);
  }
  return found.starts.subarray(first - found.first, end - found.first);
}

/** The cached and the wanted intervals together, and an eighth more on the side that grows. */
function widened(found: CachedStarts | undefined, first: number, end: number) {
  if (!found) return { first, end };
  const cachedEnd = found.first + found.starts.length;
  const more = Math.ceil((Math.max(end, cachedEnd) - Math.min(first, found.first)) / 8);
  const wider = {
    first: first < found.first ? first - more : found.first,
    end: end > cachedEnd ? end + more : cachedEnd,
  };
  return wider.end - wider.first > MOST_CACHED ? { first, end } : wider;
}

function makeStarts(grid: Grid, first: number, end: number): Float64Array {
  const starts = new Float64Array(Math.max(0, end - first));
  const { stepMs } = grid.resolution;
  if (stepMs !== undefined)
    for (let i = 0; i < starts.length; i++) starts[i] = (first + i) * stepMs;
  else for (let i = 0; i < starts.length; i++) starts[i] = grid.startOf(first + i);
  return starts;
}
