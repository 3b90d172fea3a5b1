// The level of the days before each day: their mean, and how far their hours are from it.

import { BYTES, takeMemory, tileLoops } from '#model/numbers/tiles/tile-memory';

const HOURS = 24;
/** The sums that are made at a time: a processor then need not wait for one to end before the next. */
const SUMS = 4;

export interface Level {
  readonly center: number;
  /** The mean distance from the center. */
  readonly distance: number;
}

/**
 * The level of the last `count` days before each row from `from` up to `to`: NaN without any day. The days before
 * `startRow` have no values.
 */
export function levelsBefore(
  target: Float64Array,
  startRow: number,
  from: number,
  to: number,
  count: number,
): Level[] {
  const oldest = Math.max(startRow, from - count);
  const memory = takeMemory(SUMS + Math.max(0, to - oldest) * HOURS);
  memory.set(target.subarray(oldest * HOURS, (to - 1) * HOURS), SUMS);
  const meanFrom = (row: number, days: number, center: number, sign: 1 | -1): number => {
    const at = SUMS + (row - oldest) * HOURS;
    tileLoops().addDistances(at * BYTES, (days * HOURS) / SUMS, 0, center, sign);
    return (memory[0]! + memory[1]! + memory[2]! + memory[3]!) / (days * HOURS);
  };
  const levels: Level[] = [];
  for (let row = from; row < to; row++) {
    const first = Math.max(startRow, row - count);
    const days = Math.max(0, row - first);
    const center = meanFrom(first, days, 0, 1);
    levels.push({ center, distance: meanFrom(first, days, center, -1) });
  }
  return levels;
}
