// A Gaussian process over the errors of a forecast by another: days on which it said alike, after errors alike, had
// errors alike. All hours share one factor.

import { type FilledDays, HOURS } from '#model/days/filled-days';
import { settledRowOf } from '#model/days/scaled-days';
import { type FitMemo, recall } from '#model/members/fit-memo';
import type { DayForecaster } from '#model/members/member';
import { type OperatorForecast, withNextHour } from '#model/members/operator-forecast';
import { KeptFactor, type Kernel, squaresOf, writeCovariances } from '#model/numbers/kernel';
import { medianInPlace } from '#model/numbers/robust-scale';

export const ERROR_KERNEL: Kernel = { linear: 0.5, length: 3, noise: 1 };
/** The weight of each group of columns: what the forecast says of the day tells the most of how it will err. */
const WEIGHTS = {
  forecast: 6,
  forecastSteps: 2,
  forecastBefore: 0.5,
  others: 1,
  knownErrors: 0.7,
  /** The last known hours once more, as the errors of the day go on from them. */
  lateErrors: 0.7,
  errorsBefore: 0.5,
  errorsWeekBefore: 0.2,
  dayType: 0.7,
  season: 1,
};
const LATE_HOURS = 6;
/** An error counts up to this many mean distances from the hour's median, so that a wild day does not lead. */
const FURTHEST_ERROR = 2.5;
/** The last days may have larger errors than all: the forecast may have become worse. */
const LAST_DAYS = 28;
const LONGEST_LAG = 7;
const FEWEST_ROWS = 56;
const RADIANS_PER_DAY = (2 * Math.PI) / 365.25;
const DAY_TYPES = 9;
/** The usual deviation of a column that is 1 on one day of seven. */
const DAY_TYPE_DEVIATION = 0.35;

/** A group of hours: values from an hour of `lag` days before on, on one scale, with one weight. */
interface HourGroup {
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

function groupsOf(
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
    group(step, 0, WEIGHTS.forecastSteps),
    group(read(values), 1, WEIGHTS.forecastBefore),
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

/** Learns from the days before `day`, of which `window` are settled; undefined if they are too few. */
export function fitErrorProcess(
  days: FilledDays,
  day: number,
  window: number,
  knownHours: number,
  operator: OperatorForecast,
  kept = new KeptFactor(ERROR_KERNEL),
  memo?: FitMemo,
): DayForecaster | undefined {
  const plain = groupsOf(days, operator, knownHours);
  const settledRow = settledRowOf(days, day);
  const firstRow = Math.max(days.startRow + LONGEST_LAG, settledRow - window);
  const rows: number[] = [];
  for (let row = firstRow; row < day; row++) {
    if (days.isObserved[row] === 1 && isComplete(plain, row)) rows.push(row);
  }
  if (rows.length < FEWEST_ROWS) return undefined;
  const settled = rows.filter((row) => row < settledRow);
  const groups = plain.map((group) => scaleGroup(group, settled));
  const count = groups.reduce((sum, { hours }) => sum + hours, DAY_TYPES + 2);
  const columns = new Float64Array(rows.length * count);
  rows.forEach((row, i) => {
    writeColumns(groups, days, row, columns.subarray(i * count, (i + 1) * count));
  });
  const learnt = { values: columns, count, size: rows.length };
  const squares = squaresOf(learnt);
  const { means, distances } = outputsOf(operator, rows);
  const shape = Float64Array.of(rows.length, count);
  const weights = recall(memo, 'errors', [shape, columns, distances], () =>
    kept.solve(learnt, distances),
  );
  if (weights === undefined) return undefined;
  const wanted = new Float64Array(count);
  const likeness = new Float64Array(rows.length);
  return (row) => {
    if (!isComplete(plain, row)) return undefined;
    writeColumns(groups, days, row, wanted);
    writeCovariances(ERROR_KERNEL, learnt, squares, wanted, 0, rows.length, likeness, 0);
    const hours = means.map((mean, hour) => {
      let value = operator.values[row * HOURS + hour]! + mean;
      const own = hour * likeness.length;
      for (let i = 0; i < likeness.length; i++) value += likeness[i]! * weights[own + i]!;
      return value;
    });
    return withNextHour(operator.values, row, hours);
  };
}

const isComplete = (groups: readonly HourGroup[], row: number): boolean =>
  groups.every(({ read, lag, firstHour, hours }) => {
    for (let hour = firstHour; hour < firstHour + hours; hour++) {
      if (!Number.isFinite(read((row - lag) * HOURS + hour))) return false;
    }
    return true;
  });

/**
 * The mean error of each hour, and the distances of the learnt days from it, one hour after the other. Errors far
 * from the hour's median are cut.
 */
function outputsOf(operator: OperatorForecast, rows: readonly number[]) {
  const means = new Float64Array(HOURS);
  const distances = new Float64Array(HOURS * rows.length);
  for (let hour = 0; hour < HOURS; hour++) {
    const errors = cutFarErrors(
      Float64Array.from(rows, (row) => operator.errorAt(row * HOURS + hour)),
    );
    const mean = meanOf(errors);
    means[hour] = mean;
    for (let i = 0; i < rows.length; i++) distances[hour * rows.length + i] = errors[i]! - mean;
  }
  return { means, distances };
}

function cutFarErrors(errors: Float64Array): Float64Array {
  const middle = medianInPlace(errors.slice());
  const distances = errors.map((error) => Math.abs(error - middle));
  const usual = Math.max(meanOf(distances), meanOf(distances.subarray(-LAST_DAYS)));
  const furthest = FURTHEST_ERROR * usual;
  return errors.map((error) => Math.max(middle - furthest, Math.min(middle + furthest, error)));
}

const meanOf = (values: Float64Array): number =>
  values.reduce((total, value) => total + value, 0) / values.length;
