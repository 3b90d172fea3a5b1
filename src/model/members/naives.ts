// Forecasts without a model: every member has to beat them, and young series get them.

import { type FilledDays, HOURS } from '#model/days/filled-days';

const WEEK = 7;
/** The weeks whose same weekday level and shape use. */
const WEEKS = 4;
/** The most days that any rule looks back. */
const LOOK_BACK = WEEKS * WEEK + 1;

/** Makes a day's 24 hours from the hours before it; reads only rows before `row`. */
type NaiveRule = (target: Float64Array, row: number, weekday: number) => Float64Array;

const copyDay = (target: Float64Array, row: number): Float64Array =>
  row < 0 ? new Float64Array(HOURS).fill(Number.NaN) : target.slice(row * HOURS, (row + 1) * HOURS);

const repeatWeek: NaiveRule = (target, row) => copyDay(target, row - WEEK);

/** Mondays, Saturdays and Sundays repeat the week before, other days the day before. */
const repeatAlike: NaiveRule = (target, row, weekday) =>
  copyDay(target, row - (weekday === 0 || weekday >= 5 ? WEEK : 1));

function meanOf(target: Float64Array, row: number): number {
  if (row < 0) return Number.NaN;
  let total = 0;
  for (let i = row * HOURS; i < (row + 1) * HOURS; i++) total += target[i]!;
  return total / HOURS;
}

/**
 * Yesterday's mean, plus this weekday's step from the day before, plus the hours of this weekday around
 * their mean; both over the last four weeks.
 */
const addShape: NaiveRule = (target, row) => {
  const values = new Float64Array(HOURS);
  let step = 0;
  for (let week = 1; week <= WEEKS; week++) {
    const like = row - week * WEEK;
    const mean = meanOf(target, like);
    step += (mean - meanOf(target, like - 1)) / WEEKS;
    for (let hour = 0; hour < HOURS; hour++) {
      values[hour] = values[hour]! + (target[like * HOURS + hour]! - mean) / WEEKS;
    }
  }
  const level = meanOf(target, row - 1) + step;
  for (let hour = 0; hour < HOURS; hour++) values[hour] = values[hour]! + level;
  return values;
};

/**
 * Makes hours 0–24 of a row by a rule: hour 24 is hour 0 of the day after, with the forecast of the day
 * as known. Undefined if days that it needs are missing.
 */
function applyRule(rule: NaiveRule, days: FilledDays, row: number): Float64Array | undefined {
  const weekday = days.calendar.weekday[row]!;
  const values = rule(days.target, row, weekday);
  if (!values.every(Number.isFinite)) return undefined;
  const oldest = Math.max(0, row - LOOK_BACK);
  const seen = days.target.slice(oldest * HOURS, (row + 1) * HOURS);
  seen.set(values, (row - oldest) * HOURS);
  const next = rule(seen, row + 1 - oldest, (weekday + 1) % WEEK)[0]!;
  const outputs = new Float64Array(HOURS + 1);
  outputs.set(values);
  outputs[HOURS] = Number.isFinite(next) ? next : values[HOURS - 1]!;
  return outputs;
}

/** The mean step over midnight in the week before a row. */
export function usualStep(target: Float64Array, row: number): number {
  let total = 0;
  for (let lag = 1; lag <= WEEK; lag++) {
    const midnight = (row - lag) * HOURS;
    total += (target[midnight]! - target[midnight - 1]!) / WEEK;
  }
  return total;
}

export const WEEKLY_NAIVE = 'weekly-naive';
export const SEASONAL_NAIVE = 'seasonal-naive';
export const LEVEL_AND_SHAPE = 'level-and-shape';

const RULES: Readonly<Record<string, NaiveRule>> = {
  [WEEKLY_NAIVE]: repeatWeek,
  [SEASONAL_NAIVE]: repeatAlike,
  [LEVEL_AND_SHAPE]: addShape,
};

export const NAIVES: readonly string[] = Object.keys(RULES);

/** A naive's forecast of hours 0–24 of a row; undefined if days that it needs are missing. */
export function naiveForecast(
  name: string,
  days: FilledDays,
  row: number,
): Float64Array | undefined {
  const rule = RULES[name];
  return rule === undefined ? undefined : applyRule(rule, days, row);
}
