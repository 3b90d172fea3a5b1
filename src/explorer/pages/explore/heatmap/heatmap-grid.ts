// Hour × day: the values of a series laid out by the zone's clock. A day of 23 hours has a blank; a day
// of 25 has one hour with the mean of its two passes. Times are seconds since 1970 UTC. Pure.

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
  /** The day number of the first column. */
  readonly firstDay: number;
  readonly dayCount: number;
  /** The means of the hours, column by column, 24 a day; NaN if an hour has no value. */
  readonly means: Float64Array;
  stateOf(cell: number): CellState;
  /** The means of both passes of an hour that the clock shows twice; undefined for any other. */
  passesOf(cell: number): readonly [number, number] | undefined;
  /** The cells that are the mean of two such hours, in order. */
  readonly repeated: readonly number[];
}

/** Lays out values of an hour or finer; undefined without values. */
export function layOutHours(
  times: readonly number[],
  values: readonly (number | null)[],
  zone: Zone,
): HeatmapGrid | undefined {
  if (times.length === 0) return undefined;
  const [first, last] = [times[0]! * SECOND_MS, times[times.length - 1]! * SECOND_MS];
  const firstDay = zone.dayOf(first);
  const dayCount = zone.dayOf(last) - firstDay + 1;
  const means = new Float64Array(dayCount * HOURS);
  const counts = new Uint32Array(dayCount * HOURS);
  const states = new Uint8Array(dayCount * HOURS);
  let [offset, steadyUntil] = [0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < times.length; i++) {
    const instant = times[i]! * SECOND_MS;
    if (instant >= steadyUntil) {
      offset = zone.offsetAt(instant);
      steadyUntil = zone.steadyUntil(instant);
    }
    const cell = Math.floor((instant + offset - firstDay * DAY_MS) / HOUR_MS);
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
  const passes = findPasses(times, values, zone, firstDay);
  return {
    firstDay,
    dayCount,
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
  firstDay: number,
): Map<number, readonly [number, number]> {
  const passes = new Map<number, readonly [number, number]>();
  const [first, last] = [times[0]! * SECOND_MS, times[times.length - 1]! * SECOND_MS];
  for (const { at, setBackMs } of setBacksIn(zone, first, last)) {
    for (let hour = at - setBackMs; hour < at; hour += HOUR_MS) {
      const cell = Math.floor((hour + zone.offsetAt(hour) - firstDay * DAY_MS) / HOUR_MS);
      const second = hour + setBackMs;
      passes.set(cell, [meanOfHour(times, values, hour), meanOfHour(times, values, second)]);
    }
  }
  return passes;
}

function meanOfHour(
  times: readonly number[],
  values: readonly (number | null)[],
  startMs: number,
): number {
  const [start, end] = [startMs / SECOND_MS, (startMs + HOUR_MS) / SECOND_MS];
  let [count, total] = [0, 0];
  for (let i = lowerBound(times, start); i < times.length && times[i]! < end; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    count++;
    total += value;
  }
  return count === 0 ? Number.NaN : total / count;
}
