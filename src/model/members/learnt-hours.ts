// The hours of past days that teach a member of prices which learns from all hours at once.

import { HOURS } from '#model/days/filled-days';
import type { ScaledDays } from '#model/days/scaled-days';
import { type LevelView, SEEN_DAYS } from '#model/members/level-view';
import type { LearntRows } from '#model/numbers/anchor-sums';

/**
 * Writes the features of hours `first`, `first + step` and so on of a row to `out` from `at` on; false if a value of
 * the row is missing.
 */
export type WriteHours = (
  row: number,
  first: number,
  step: number,
  out: Float64Array,
  at: number,
) => boolean;

export interface HourFeatures {
  readonly count: number;
  readonly write: WriteHours;
}

/** The last settled days count with all hours; of those before, every third hour is enough. */
const DENSE_DAYS = 56;
const THIN_HOURS = 3;
const FEWEST_ROWS = 56;

/** The hours of the days before `day`, with their features; undefined if the days are too few. */
export function learntHours(
  scaled: ScaledDays,
  view: LevelView,
  { count, write }: HourFeatures,
  day = scaled.day,
): LearntRows | undefined {
  const { days, settledRow } = scaled;
  const firstRow = scaled.firstRow + SEEN_DAYS + 1;
  const most = Math.max(0, day - firstRow) * HOURS;
  const values = new Float64Array(most * count);
  const wanted = new Float64Array(most);
  const outputs = new Float64Array(HOURS + 1);
  let [rows, size, settled] = [0, 0, 0];
  for (let row = firstRow; row < day; row++) {
    const isThin = row < settledRow - DENSE_DAYS;
    // Counted from a fixed day, so that it does not matter with which day the table begins.
    const first = isThin ? (THIN_HOURS - ((days.firstDay + row) % THIN_HOURS)) % THIN_HOURS : 0;
    const step = isThin ? THIN_HOURS : 1;
    if (days.isObserved[row] !== 1 || !write(row, first, step, values, size * count)) continue;
    rows++;
    view.writeOutputs(row, outputs);
    for (let hour = first; hour < HOURS; hour += step) wanted[size++] = outputs[hour]!;
    if (row < settledRow) settled = size;
  }
  if (rows < FEWEST_ROWS) return undefined;
  return { values, count, size, wanted: wanted.slice(0, size), settled };
}
