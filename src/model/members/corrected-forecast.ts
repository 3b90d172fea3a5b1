// A forecast by another, corrected hour by hour: a ridge of its error on itself, on the other drivers at that hour and
// on its errors so far. The few columns make it quick to learn what is wrong, and to learn it again.

import { type FilledDays, HOURS, isWhole } from '#model/days/filled-days';
import type { DayForecaster } from '#model/members/member';
import { type OperatorForecast, withNextHour } from '#model/members/operator-forecast';
import {
  factorInPlace,
  packedLength,
  packedRow,
  solveLower,
  solveUpper,
} from '#model/numbers/cholesky';

/** The penalty on standardised columns. */
const PENALTY = 0.1;
const FEWEST_ROWS = 56;
/** Hours around the forecast one whose distance from it is a column: ramps come early or late. */
const NEIGHBOURS = [-2, -1, 1, 2];
/** The last known hours whose mean error is a column. */
const LAST_HOURS = 3;
/** The days over which the hour's mean error is a column. */
const BIAS_DAYS = [7, 28];
/** The days before a row that its columns need. */
const LONGEST_LAG = 30;

/** What one hour's columns are made of. */
interface Correction {
  readonly days: FilledDays;
  readonly operator: OperatorForecast;
  readonly others: readonly Float64Array[];
  readonly knownHours: number;
}

const meanFrom = (read: (hour: number) => number, start: number, count: number): number => {
  let total = 0;
  for (let i = start; i < start + count; i++) total += read(i);
  return count === 0 ? 0 : total / count;
};

/** The columns of one hour of a row. */
function columnsOf(
  { operator, others, knownHours }: Correction,
  row: number,
  hour: number,
): number[] {
  const { values, errorAt } = operator;
  const start = row * HOURS;
  const at = start + hour;
  const own = values[at]!;
  const read = (i: number): number => values[i]!;
  const columns = [own, meanFrom(read, start, HOURS) - own];
  for (const step of NEIGHBOURS) {
    const near = values[at + step] ?? Number.NaN;
    columns.push(Number.isFinite(near) ? near - own : 0);
  }
  for (const other of others) {
    columns.push(
      other[at]!,
      meanFrom((i) => other[i]!, start, HOURS),
    );
  }
  const dayBefore = start - HOURS;
  const last = Math.min(LAST_HOURS, knownHours);
  columns.push(
    meanFrom(errorAt, dayBefore, knownHours),
    meanFrom(errorAt, dayBefore + knownHours - last, last),
    hour < knownHours ? errorAt(dayBefore + hour) : 0,
    errorAt(at - 2 * HOURS),
    meanFrom(errorAt, start - 2 * HOURS, HOURS),
    errorAt(at - 7 * HOURS),
  );
  for (const count of BIAS_DAYS) {
    let total = 0;
    for (let lag = 2; lag < count + 2; lag++) total += errorAt(at - lag * HOURS);
    columns.push(total / count);
  }
  return columns;
}

interface Ridge {
  readonly mean: number;
  readonly means: Float64Array;
  /** One for each column as it is; 0 if the column never changes. */
  readonly slopes: Float64Array;
}

/** Fits wanted values on rows of columns; undefined if they cannot be told apart. */
export function fitRidge(
  rows: readonly (readonly number[])[],
  wanted: Float64Array,
  penalty: number,
): Ridge | undefined {
  const count = rows[0]!.length;
  const means = new Float64Array(count);
  const devs = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    for (const row of rows) means[j] = means[j]! + row[j]! / rows.length;
    for (const row of rows) devs[j] = devs[j]! + (row[j]! - means[j]!) ** 2 / rows.length;
    devs[j] = Math.sqrt(devs[j]!);
    if (!(devs[j]! > 1e-8 * Math.max(1, Math.abs(means[j]!)))) devs[j] = Number.POSITIVE_INFINITY;
  }
  const mean = wanted.reduce((total, value) => total + value, 0) / rows.length;
  const gram = new Float64Array(packedLength(count));
  const slopes = new Float64Array(count);
  const scaled = new Float64Array(count);
  rows.forEach((row, i) => {
    for (let j = 0; j < count; j++) scaled[j] = (row[j]! - means[j]!) / devs[j]!;
    for (let j = 0; j < count; j++) {
      const at = packedRow(j);
      const value = scaled[j]! / rows.length;
      slopes[j] = slopes[j]! + value * (wanted[i]! - mean);
      for (let k = 0; k <= j; k++) gram[at + k] = gram[at + k]! + value * scaled[k]!;
    }
  });
  for (let j = 0; j < count; j++) gram[packedRow(j) + j] = gram[packedRow(j) + j]! + penalty;
  if (!factorInPlace(gram, count)) return undefined;
  solveLower(gram, count, slopes);
  solveUpper(gram, count, slopes);
  for (let j = 0; j < count; j++) slopes[j] = slopes[j]! / devs[j]!;
  return { mean, means, slopes };
}

const predict = ({ mean, means, slopes }: Ridge, columns: readonly number[]): number =>
  columns.reduce((total, value, j) => total + slopes[j]! * (value - means[j]!), mean);

/** Learns from the `window` days before `day`; undefined if they are too few. */
export function fitCorrection(
  days: FilledDays,
  day: number,
  window: number,
  knownHours: number,
  operator: OperatorForecast,
): DayForecaster | undefined {
  const others = days.drivers
    .map(({ values }) => values)
    .filter((each) => each !== operator.values);
  const work = { days, operator, others, knownHours };
  const firstRow = Math.max(days.startRow + LONGEST_LAG, day - window);
  const rows: number[] = [];
  for (let row = firstRow; row < day; row++) if (isUsable(work, row)) rows.push(row);
  if (rows.length < FEWEST_ROWS) return undefined;
  const ridges = Array.from({ length: HOURS }, (_, hour) => {
    const learnt = rows.map((row) => columnsOf(work, row, hour));
    const wanted = Float64Array.from(rows, (row) => operator.errorAt(row * HOURS + hour));
    return fitRidge(learnt, wanted, PENALTY);
  });
  return (row) => {
    if (!isWhole(operator.values, row)) return undefined;
    const hours = Float64Array.from(ridges, (ridge, hour) => {
      const columns = columnsOf(work, row, hour);
      return operator.values[row * HOURS + hour]! + (ridge ? predict(ridge, columns) : Number.NaN);
    });
    return withNextHour(operator.values, row, hours);
  };
}

/** Whether a row was observed and its columns have no gap. */
function isUsable(work: Correction, row: number): boolean {
  if (work.days.isObserved[row] !== 1) return false;
  return (
    columnsOf(work, row, HOURS - 1).every(Number.isFinite) && isWhole(work.operator.values, row)
  );
}
