// How large the errors of a forecast by another are, and since when it errs as it does now: its maker may have changed
// its method, and errors of before would then teach what is no longer so.

import { type FilledDays, HOURS } from '#model/days/filled-days';

/** The days on each side of a change whose errors are compared, and the fewest after it. */
const SIDE_DAYS = 56;
const FEWEST_DAYS = 28;
/** Errors this many times larger or smaller are a change of method; seasons change them less. */
const CHANGED = 2.5;

/** The days after which an error counts half as much in the recent size. */
const SIZE_HALF_LIFE = 14;
/** The least recent size, as a share of the mean one. */
const LEAST_SHARE = 0.01;

/** The first row after the newest change in the size of the errors before `day`; the first row if there is none. */
export function findRegimeStart(
  days: FilledDays,
  day: number,
  errorAt: (hour: number) => number,
): number {
  const daily = dailySizes(days, day, errorAt);
  const rows = daily.map(({ row }) => row);
  // A wild day counts less in roots.
  const sums = [0];
  for (const { size } of daily) sums.push(sums.at(-1)! + Math.sqrt(size));
  const rootOf = (from: number, to: number): number => (sums[to]! - sums[from]!) / (to - from);
  let start = days.startRow;
  let largest = Math.sqrt(CHANGED);
  let found = -1;
  for (let at = rows.length - FEWEST_DAYS; at >= SIDE_DAYS; at--) {
    if (found >= 0 && found - at > SIDE_DAYS) break;
    const before = rootOf(at - SIDE_DAYS, at);
    const after = rootOf(at, Math.min(rows.length, at + SIDE_DAYS));
    const change = Math.max(before / after, after / before);
    if (!(change > largest)) continue;
    largest = change;
    found = at;
    start = rows[at]!;
  }
  return start;
}

/** The size of the errors of the days before each row: newer days count more. Rows after `day` have that of `day`. */
export function recentSizes(
  days: FilledDays,
  day: number,
  errorAt: (hour: number) => number,
): Float64Array {
  const daily = dailySizes(days, day, errorAt);
  const mean = daily.reduce((total, { size }) => total + size, 0) / daily.length;
  const least = mean > 0 ? LEAST_SHARE * mean : 1;
  const fade = 0.5 ** (1 / SIZE_HALF_LIFE);
  const sizes = new Float64Array(days.dayCount).fill(least);
  let [total, count] = [0, 0];
  daily.forEach(({ row, size }, i) => {
    total = fade * total + size;
    count = fade * count + 1;
    // It holds until the next day with errors, and that of the last for all days to come.
    sizes.fill(Math.max(least, total / count), row + 1, (daily[i + 1]?.row ?? days.dayCount) + 1);
  });
  return sizes;
}

/** The mean absolute errors of the observed rows before `day`. */
function dailySizes(
  days: FilledDays,
  day: number,
  errorAt: (hour: number) => number,
): { readonly row: number; readonly size: number }[] {
  const sizes: { readonly row: number; readonly size: number }[] = [];
  for (let row = days.startRow; row < day; row++) {
    let total = 0;
    for (let i = row * HOURS; i < (row + 1) * HOURS; i++) total += Math.abs(errorAt(i));
    if (days.isObserved[row] !== 1 || !Number.isFinite(total)) continue;
    sizes.push({ row, size: total / HOURS });
  }
  return sizes;
}
