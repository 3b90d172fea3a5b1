// The shape of an hour's quarters around their mean, from recent days of the same kind. The forecast of a
// quarter-hour series is the hourly model plus this shape.

import type { DayTable } from '#model/day-table';

const QUARTERS = 96;
/** The number of days of the same kind in a shape, and the most days to look back for them. */
const LIKE_DAYS = 8;
const FURTHEST_DAYS = 70;

export interface QuarterShape {
  /** The deviation of each quarter from its hour's mean; 0 if nothing is known. */
  readonly deviations: Float64Array;
  /** The root mean square distance of the days' own deviations from these. */
  readonly spreads: Float64Array;
}

/** 0 working day, 1 Saturday, 2 Sunday or holiday. */
function kindOf({ calendar }: DayTable, row: number): number {
  const weekday = calendar.weekday[row]!;
  if (weekday === 6 || calendar.isHoliday[row] === 1) return 2;
  return weekday === 5 ? 1 : 0;
}

/** The deviations of a day's quarters from their hours' means; undefined if a quarter is missing. */
function deviationsOf(target: Float64Array, row: number): Float64Array | undefined {
  const deviations = target.slice(row * QUARTERS, (row + 1) * QUARTERS);
  for (let start = 0; start < QUARTERS; start += 4) {
    let mean = 0;
    for (let i = start; i < start + 4; i++) mean += deviations[i]! / 4;
    if (!Number.isFinite(mean)) return undefined;
    for (let i = start; i < start + 4; i++) deviations[i] = deviations[i]! - mean;
  }
  return deviations;
}

/** The shape of a row from whole days that end before `knownSlots`. */
export function quarterShape(table: DayTable, row: number, knownSlots: number): QuarterShape {
  const kind = kindOf(table, row);
  const found: Float64Array[] = [];
  const newest = Math.min(row, Math.floor(knownSlots / QUARTERS)) - 1;
  const oldest = Math.max(0, row - FURTHEST_DAYS);
  for (let like = newest; like >= oldest && found.length < LIKE_DAYS; like--) {
    if (kindOf(table, like) !== kind) continue;
    const deviations = deviationsOf(table.target, like);
    if (deviations !== undefined) found.push(deviations);
  }
  const mean = new Float64Array(QUARTERS);
  const spreads = new Float64Array(QUARTERS);
  for (let i = 0; i < QUARTERS && found.length > 0; i++) {
    for (const deviations of found) mean[i] = mean[i]! + deviations[i]! / found.length;
    let squares = 0;
    for (const deviations of found) squares += (deviations[i]! - mean[i]!) ** 2;
    spreads[i] = Math.sqrt(squares / found.length);
  }
  return { deviations: mean, spreads };
}
