// How errors grow with the lead, measured on the series itself: the error of level and shape one to seven
// days ahead, relative to that of the first day.

import { type FilledDays, HOURS } from '#model/days/filled-days';

const WEEK = 7;
const WEEKS = 4;
/** The number of days from which the growth is read. */
const ORIGINS = 182;
const FEWEST_ORIGINS = 14;
/** The growth a day of a series that is too young to tell. */
const USUAL_GROWTH = 0.15;

/** The factors for days 1 to `leads` ahead (index 0 is day 1): they begin with 1 and never fall. */
export function leadGrowth(days: FilledDays, day: number, leads: number): Float64Array {
  const totals = new Float64Array(leads);
  let count = 0;
  const oldest = days.startRow + WEEKS * WEEK + 1;
  for (let origin = day - leads; origin >= Math.max(oldest, day - leads - ORIGINS); origin--) {
    addErrors(days, origin, totals);
    count++;
  }
  const growth = new Float64Array(leads).fill(1);
  for (let lead = 1; lead < leads; lead++) {
    const seen = totals[lead]! / totals[0]!;
    const usual = 1 + USUAL_GROWTH * lead;
    const factor = count >= FEWEST_ORIGINS && Number.isFinite(seen) ? seen : usual;
    growth[lead] = Math.max(growth[lead - 1]!, factor);
  }
  return growth;
}

function addErrors({ target }: FilledDays, origin: number, totals: Float64Array): void {
  let level = meanOf(target, origin - 1);
  for (let lead = 0; lead < totals.length; lead++) {
    const row = origin + lead;
    // The newest day of the same weekday that was over at the origin.
    const like = row - WEEK * Math.ceil((lead + 1) / WEEK);
    for (let week = 0; week < WEEKS; week++) {
      const at = like - week * WEEK;
      level += (meanOf(target, at) - meanOf(target, at - 1)) / WEEKS;
    }
    for (let hour = 0; hour < HOURS; hour++) {
      let shape = 0;
      for (let week = 0; week < WEEKS; week++) {
        const at = like - week * WEEK;
        shape += (target[at * HOURS + hour]! - meanOf(target, at)) / WEEKS;
      }
      totals[lead] = totals[lead]! + Math.abs(level + shape - target[row * HOURS + hour]!);
    }
  }
}

function meanOf(target: Float64Array, row: number): number {
  let total = 0;
  for (let i = row * HOURS; i < (row + 1) * HOURS; i++) total += target[i]!;
  return total / HOURS;
}
