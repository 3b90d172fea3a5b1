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
  const last = Math.max(oldest, day - leads - ORIGINS);
  const means = dayMeans(days.target, Math.max(0, last - WEEKS * WEEK - 1), day);
  for (let origin = day - leads; origin >= last; origin--) {
    addErrors(days, origin, means, totals);
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

function addErrors(
  { target }: FilledDays,
  origin: number,
  means: Float64Array,
  totals: Float64Array,
): void {
  let level = means[origin - 1]!;
  for (let lead = 0; lead < totals.length; lead++) {
    const row = origin + lead;
    // The newest day of the same weekday that was over at the origin.
    const like = row - WEEK * Math.ceil((lead + 1) / WEEK);
    for (let week = 0; week < WEEKS; week++) {
      const at = like - week * WEEK;
      level += (means[at]! - means[at - 1]!) / WEEKS;
    }
    for (let hour = 0; hour < HOURS; hour++) {
      let shape = 0;
      for (let week = 0; week < WEEKS; week++) {
        const at = like - week * WEEK;
        shape += (target[at * HOURS + hour]! - means[at]!) / WEEKS;
      }
      totals[lead] = totals[lead]! + Math.abs(level + shape - target[row * HOURS + hour]!);
    }
  }
}

/** The mean of each day from `from` up to `to`, at the day's row. */
function dayMeans(target: Float64Array, from: number, to: number): Float64Array {
  const means = new Float64Array(Math.max(0, to));
  for (let row = from; row < to; row++) {
    let total = 0;
    for (let i = row * HOURS; i < (row + 1) * HOURS; i++) total += target[i]!;
    means[row] = total / HOURS;
  }
  return means;
}
