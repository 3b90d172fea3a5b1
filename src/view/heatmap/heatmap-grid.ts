// Time of day × day: the values of a series laid out by the zone's clock. A day of 23 hours has a blank; a day
// of 25 has rows with the mean of their two passes. Daily values are laid out weekday × week instead. Times are
// seconds since 1970 UTC. Pure.

import { weekdayOf } from '#core/time/civil';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { lowerBound } from '#core/values/lower-bound';
import { setBacksIn } from '#core/values/wall-clock';

export const HOURS = 24;

/** A cell is outside the data (or an hour that does not exist), a gap, or a value. */
export type CellState = 'none' | 'gap' | 'value';

const STATES: readonly CellState[] = ['none', 'gap', 'value'];
const [GAP, VALUE] = [1, 2];

export interface HeatmapGrid {
  /** The day number of the first column, or of its Monday. */
  readonly firstDay: number;
  readonly dayCount: number;
  /** The days of the first and the last value. */
  readonly loadedDays: readonly [first: number, last: number];
  /** The days of a column: one, or a week. */
  readonly columnDays: 1 | 7;
  /** The rows of a column, and the time that each stands for. */
  readonly rows: number;
  readonly rowMs: number;
  /** The means of the rows, column by column; NaN if a row has no value. */
  readonly means: Float64Array;
  stateOf(cell: number): CellState;
  /** The means of both passes of an hour that the clock shows twice; undefined for any other. */
  passesOf(cell: number): readonly [number, number] | undefined;
  /** The cells that are the mean of two such hours, in order. */
  readonly repeated: readonly number[];
}

export const columnCountOf = ({ dayCount, columnDays }: HeatmapGrid): number =>
  dayCount / columnDays;

/** Lays out values of an hour or finer, with a row for each `rowMs` of a day; undefined without values. */
export function layOutHours(
  times: readonly number[],
  values: readonly (number | null)[],
  zone: Zone,
  rowMs = HOUR_MS,
): HeatmapGrid | undefined {
  if (times.length === 0) return undefined;
  const [first, last] = [times[0]! * SECOND_MS, times[times.length - 1]! * SECOND_MS];
  const firstDay = zone.dayOf(first);
  const dayCount = zone.dayOf(last) - firstDay + 1;
  const rows = DAY_MS / rowMs;
  const means = new Float64Array(dayCount * rows);
  const counts = new Uint32Array(dayCount * rows);
  const states = new Uint8Array(dayCount * rows);
  let [offset, steadyUntil] = [0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < times.length; i++) {
    const instant = times[i]! * SECOND_MS;
    if (instant >= steadyUntil) {
      offset = zone.offsetAt(instant);
      steadyUntil = zone.steadyUntil(instant);
    }
    const cell = Math.floor((instant + offset - firstDay * DAY_MS) / rowMs);
    const value = values[i];
    if (value === null || value === undefined) {
      states[cell] ||= GAP;
      continue;
    }
    states[cell] = VALUE;
    counts[cell]!++;
    means[cell]! += value;
  }
  for (let cell = 0; cell < means.length; cell++) {
    means[cell] = counts[cell] === 0 ? Number.NaN : means[cell]! / counts[cell]!;
  }
  const passes = findPasses(times, values, zone, { firstDay, rowMs });
  return {
    firstDay,
    dayCount,
    loadedDays: [firstDay, firstDay + dayCount - 1],
    columnDays: 1,
    rows,
    rowMs,
    means,
    stateOf: (cell) => STATES[states[cell] ?? 0]!,
    passesOf: (cell) => passes.get(cell),
    repeated: [...passes.keys()].filter((cell) => {
      const [first, second] = passes.get(cell)!;
      return !Number.isNaN(first + second);
    }),
  };
}

function findPasses(
  times: readonly number[],
  values: readonly (number | null)[],
  zone: Zone,
  { firstDay, rowMs }: Pick<HeatmapGrid, 'firstDay' | 'rowMs'>,
): Map<number, readonly [number, number]> {
  const passes = new Map<number, readonly [number, number]>();
  const [first, last] = [times[0]! * SECOND_MS, times[times.length - 1]! * SECOND_MS];
  for (const { at, setBackMs } of setBacksIn(zone, first, last)) {
    for (let start = at - setBackMs; start < at; start += rowMs) {
      const cell = Math.floor((start + zone.offsetAt(start) - firstDay * DAY_MS) / rowMs);
      const meanAt = (instant: number) => meanOfRow(times, values, instant, rowMs);
      passes.set(cell, [meanAt(start), meanAt(start + setBackMs)]);
    }
  }
  return passes;
}

function meanOfRow(
  times: readonly number[],
  values: readonly (number | null)[],
  startMs: number,
  rowMs: number,
): number {
  const [start, end] = [startMs / SECOND_MS, (startMs + rowMs) / SECOND_MS];
  let [count, total] = [0, 0];
  for (let i = lowerBound(times, start); i < times.length && times[i]! < end; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    count++;
    total += value;
  }
  return count === 0 ? Number.NaN : total / count;
}

const WEEK_DAYS = 7;

/** Lays out daily values: a column for each ISO week, Monday on top. Undefined without values. */
export function layOutDays(
  times: readonly number[],
  values: readonly (number | null)[],
  /** The market's zone: days begin at its midnight. */
  market: Zone,
): HeatmapGrid | undefined {
  if (times.length === 0) return undefined;
  const days = times.map((time) => market.dayOf(time * SECOND_MS));
  const firstDay = days[0]! - weekdayOf(days[0]!);
  const weekCount = Math.floor((days.at(-1)! - firstDay) / WEEK_DAYS) + 1;
  const dayCount = weekCount * WEEK_DAYS;
  const means = new Float64Array(dayCount).fill(Number.NaN);
  const states = new Uint8Array(dayCount);
  for (const [i, day] of days.entries()) {
    const value = values[i];
    states[day - firstDay] = value === null || value === undefined ? GAP : VALUE;
    if (value !== null && value !== undefined) means[day - firstDay] = value;
  }
  return {
    firstDay,
    dayCount,
    loadedDays: [days[0]!, days.at(-1)!],
    columnDays: WEEK_DAYS,
    rows: WEEK_DAYS,
    rowMs: DAY_MS,
    means,
    stateOf: (cell) => STATES[states[cell] ?? 0]!,
    passesOf: () => undefined,
    repeated: [],
  };
}
