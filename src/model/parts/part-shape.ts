// The shape of an hour's parts (quarters or halves) around their mean, from recent days of the same kind: for
// a series that is too young for part-ramps.ts.

import type { DayTable } from '#model/days/day-table';

/** The number of days of the same kind in a shape, and the most days to look back for them. */
const LIKE_DAYS = 8;
const FURTHEST_DAYS = 70;

export interface PartShape {
  /** The deviation of each part from its hour's mean; 0 if nothing is known. */
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

/** The deviations of a day's parts from their hours' means; undefined if a part is missing. */
export function deviationsOf(
  { target, slotsPerDay }: DayTable,
  row: number,
): Float64Array | undefined {
  const parts = slotsPerDay / 24;
  const deviations = target.slice(row * slotsPerDay, (row + 1) * slotsPerDay);
  for (let start = 0; start < slotsPerDay; start += parts) {
    let mean = 0;
    for (let i = start; i < start + parts; i++) mean += deviations[i]! / parts;
    if (!Number.isFinite(mean)) return undefined;
    for (let i = start; i < start + parts; i++) deviations[i] = deviations[i]! - mean;
  }
  return deviations;
}

/** The shape of a row from whole days that end before `knownSlots`. */
export function partShape(table: DayTable, row: number, knownSlots: number): PartShape {
  const { slotsPerDay } = table;
  const kind = kindOf(table, row);
  const found: Float64Array[] = [];
  const newest = Math.min(row, Math.floor(knownSlots / slotsPerDay)) - 1;
  const oldest = Math.max(0, row - FURTHEST_DAYS);
  for (let like = newest; like >= oldest && found.length < LIKE_DAYS; like--) {
    if (kindOf(table, like) !== kind) continue;
    const deviations = deviationsOf(table, like);
    if (deviations !== undefined) found.push(deviations);
  }
  const mean = new Float64Array(slotsPerDay);
  const spreads = new Float64Array(slotsPerDay);
  for (let i = 0; i < slotsPerDay && found.length > 0; i++) {
    for (const deviations of found) mean[i] = mean[i]! + deviations[i]! / found.length;
    let squares = 0;
    for (const deviations of found) squares += (deviations[i]! - mean[i]!) ** 2;
    spreads[i] = Math.sqrt(squares / found.length);
  }
  return { deviations: mean, spreads };
}
