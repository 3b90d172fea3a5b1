// The columns by which the process over errors knows days: what the forecast and the drivers say, the errors so far and
// the calendar.

import { type FilledDays, HOURS } from '#model/days/filled-days';
import type { OperatorForecast } from '#model/members/operator-forecast';
import type { FeatureRows } from '#model/numbers/kernel';

/**
 * The weight of each group of columns. What the forecast says of the day tells the most of how it will err, and its
 * steps from hour to hour tell more than its height.
 */
const WEIGHTS = {
  forecast: 5,
  forecastSteps: 6,
  forecastStepsBefore: 1,
  others: 1.2,
  knownErrors: 0.7,
  /** The last known hours once more, as the errors of the day go on from them. */
  lateErrors: 0.7,
  errorsBefore: 0.5,
  errorsWeekBefore: 0.2,
  dayType: 0.7,
  season: 1,
};
const LATE_HOURS = 6;
const RADIANS_PER_DAY = (2 * Math.PI) / 365.25;
const DAY_TYPES = 9;
/** The usual deviation of a column that is 1 on one day of seven. */
const DAY_TYPE_DEVIATION = 0.35;

/** A group of hours: values from an hour of `lag` days before on, on one scale, with one weight. */
export interface HourGroup {
  readonly read: (hour: number) => number;
  readonly lag: number;
  readonly firstHour: number;
  readonly hours: number;
  readonly weight: number;
}

/** A group with the mean of each of its hours over the learnt rows, and the deviation of all hours from theirs. */
interface ScaledGroup extends HourGroup {
  readonly means: Float64Array;
  readonly deviation: number;
}

export function groupsOf(
  days: FilledDays,
  { values, errorAt }: OperatorForecast,
  knownHours: number,
): HourGroup[] {
  const read = (given: Float64Array) => (hour: number) => given[hour]!;
  const others = days.drivers.map((driver) => driver.values).filter((each) => each !== values);
  const step = (hour: number): number => values[hour]! - values[hour - 1]!;
  const group = (
    from: HourGroup['read'],
    lag: number,
    weight: number,
    hours = HOURS,
    firstHour = 0,
  ): HourGroup => ({ read: from, lag, firstHour, hours, weight });
  const late = Math.min(LATE_HOURS, knownHours);
  const known = [
    group(errorAt, 1, WEIGHTS.knownErrors, knownHours),
    group(errorAt, 1, WEIGHTS.lateErrors, late, knownHours - late),
  ];
  return [
    group(read(values), 0, WEIGHTS.forecast),
    group(step, 0, WEIGHTS.forecastSteps, HOURS - 1, 1),
    group(step, 1, WEIGHTS.forecastStepsBefore, HOURS - 1, 1),
    ...others.map((other) => group(read(other), 0, WEIGHTS.others)),
    ...(knownHours > 0 ? known : []),
    group(errorAt, 2, WEIGHTS.errorsBefore),
    group(errorAt, 7, WEIGHTS.errorsWeekBefore),
  ];
}

function scaleGroup(group: HourGroup, rows: readonly number[]): ScaledGroup {
  const { read, lag, firstHour, hours } = group;
  const means = new Float64Array(hours);
  let squares = 0;
  for (let hour = 0; hour < hours; hour++) {
    const values = rows.map((row) => read((row - lag) * HOURS + firstHour + hour));
    const mean = values.reduce((total, value) => total + value, 0) / rows.length;
    means[hour] = mean;
    for (const value of values) squares += (value - mean) ** 2;
  }
  const deviation = Math.sqrt(squares / (rows.length * hours));
  return { ...group, means, deviation: deviation > 0 ? deviation : Number.POSITIVE_INFINITY };
}

/** Writes the weighted columns of a row. */
function writeColumns(
  groups: readonly ScaledGroup[],
  { calendar }: FilledDays,
  row: number,
  out: Float64Array,
): void {
  let at = 0;
  for (const { read, lag, firstHour, hours, weight, means, deviation } of groups) {
    const share = weight / (deviation * Math.sqrt(hours));
    const start = (row - lag) * HOURS + firstHour;
    for (let hour = 0; hour < hours; hour++) {
      out[at++] = share * (read(start + hour) - means[hour]!);
    }
  }
  const dayType = WEIGHTS.dayType / (DAY_TYPE_DEVIATION * Math.sqrt(7));
  out.fill(0, at, at + DAY_TYPES);
  out[at + calendar.weekday[row]!] = dayType;
  out[at + 7] = dayType * calendar.isHoliday[row]!;
  out[at + 8] = dayType * calendar.isBridge[row]!;
  const angle = RADIANS_PER_DAY * calendar.dayOfYear[row]!;
  out[at + DAY_TYPES] = WEIGHTS.season * Math.sin(angle);
  out[at + DAY_TYPES + 1] = WEIGHTS.season * Math.cos(angle);
}

/** Whether a row has all hours of its columns. */
export const isComplete = (groups: readonly HourGroup[], row: number): boolean =>
  groups.every(({ read, lag, firstHour, hours }) => {
    for (let hour = firstHour; hour < firstHour + hours; hour++) {
      if (!Number.isFinite(read((row - lag) * HOURS + hour))) return false;
    }
    return true;
  });

/** The columns of the rows, and how those of any other row are written. */
export function columnsOf(
  days: FilledDays,
  groups: readonly HourGroup[],
  rows: readonly number[],
  settledRow: number,
): { readonly learnt: FeatureRows; readonly write: (row: number, out: Float64Array) => void } {
  const settled = rows.filter((row) => row < settledRow);
  const scaled = groups.map((group) => scaleGroup(group, settled));
  const count = groups.reduce((sum, { hours }) => sum + hours, DAY_TYPES + 2);
  const values = new Float64Array(rows.length * count);
  const write = (row: number, out: Float64Array): void => writeColumns(scaled, days, row, out);
  rows.forEach((row, i) => {
    write(row, values.subarray(i * count, (i + 1) * count));
  });
  return { learnt: { values, count, size: rows.length }, write };
}
