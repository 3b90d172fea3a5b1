// Bands of the simple runs: how far the same method missed over the weeks before, by days ahead. Nothing after
// the end of history is used, so that a band is as honest as its run.

import { simpleMethod } from '#demo/simple-method';
import type { RunBand } from '#store/run-store';

const LEVELS = [80, 90];
const DAY_HOURS = 24;
/** Errors of neighbouring hours are much alike: a few a day are enough. 7 hours meet every hour of the day in turn. */
const HOUR_STEP = 7;
/** What the method needs to know before a past run: the newest day, and the same hours a week before. */
const LEAST_HISTORY = 8 * DAY_HOURS;
/** The days ahead with errors of their own. Hours after them have the width of the last. */
const MOST_DAYS = 7;

export interface BandedRun {
  /** The values up to the end of what was known; NaN is a gap. */
  readonly history: Float64Array;
  readonly values: Float64Array;
  /** The hours from the end of history to the first value. */
  readonly firstLead: number;
  readonly isPrice: boolean;
}

/** The bands of a run: its values plus and minus the errors that a share of the past ones did not exceed. */
export function simpleBands(run: BandedRun): RunBand[] {
  const errors = pastErrors(run);
  if (errors[0]!.length === 0) return [];
  return LEVELS.map((level) => bandOf(run, level, widthsOf(errors, level)));
}

/** The absolute errors of the same method on every day before, sorted, for each day ahead. */
function pastErrors({ history, values, firstLead, isPrice }: BandedRun): Float64Array[] {
  const { length } = history;
  const most = Math.ceil(length / HOUR_STEP);
  const room = new Float64Array(MOST_DAYS * most);
  const errors = Array.from({ length: MOST_DAYS }, (_, day) => room.subarray(day * most));
  const counts = new Int32Array(MOST_DAYS);
  for (let back = DAY_HOURS; back <= length - LEAST_HISTORY; back += DAY_HOURS) {
    const count = Math.min(MOST_DAYS * DAY_HOURS, values.length, back - firstLead);
    if (count <= 0) continue;
    const known = history.subarray(0, length - back);
    const forecast = simpleMethod(known, isPrice);
    const first = length - back + firstLead;
    for (let i = 0; i < count; i += HOUR_STEP) {
      const error = Math.abs(forecast(firstLead + i) - history[first + i]!);
      const day = Math.floor(i / DAY_HOURS);
      if (error >= 0) insert(errors[day]!, counts[day]!++, error);
    }
  }
  return errors.map((one, day) => one.subarray(0, counts[day]));
}

/** Puts an error in its place among the first `count`, which ascend. Faster than sorting these few later. */
function insert(sorted: Float64Array, count: number, error: number): void {
  let at = count;
  while (at > 0 && sorted[at - 1]! > error) sorted[at] = sorted[--at]!;
  sorted[at] = error;
}

/** The half width of each day ahead, which `level` percent of its errors did not exceed. */
function widthsOf(errors: readonly Float64Array[], level: number): number[] {
  const widths: number[] = [];
  for (const [day, sorted] of errors.entries()) {
    const rank = Math.ceil(((sorted.length + 1) * level) / 100);
    // A day without errors takes the width of the day before it.
    widths.push(sorted[Math.min(rank, sorted.length) - 1] ?? widths[day - 1]!);
  }
  return widths;
}

/** Widths change evenly from the middle of a day to that of the next, so that a band has no steps. */
function bandOf({ values, isPrice }: BandedRun, level: number, widths: readonly number[]): RunBand {
  const lower = new Float64Array(values.length);
  const upper = new Float64Array(values.length);
  const digits = isPrice ? 100 : 1;
  const least = isPrice ? Number.NEGATIVE_INFINITY : 0;
  for (let i = 0; i < values.length; i++) {
    const at = Math.min(widths.length - 1, Math.max(0, i / DAY_HOURS - 0.5));
    const day = Math.floor(at);
    const width = widths[day]!;
    const half = width + (at - day) * ((widths[day + 1] ?? width) - width);
    lower[i] = Math.max(least, Math.round((values[i]! - half) * digits) / digits + 0);
    upper[i] = Math.round((values[i]! + half) * digits) / digits + 0;
  }
  return { level, lower, upper };
}
