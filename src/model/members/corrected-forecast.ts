// A forecast by another, corrected hour by hour: a ridge of its error on a few columns, which are quick to learn, and
// to learn again. Either many columns tell what is wrong with it, or only its last errors, and how fast they fade.

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

const FEWEST_ROWS = 56;
/** Hours around the forecast one whose distance from it is a column: ramps come early or late. */
const NEIGHBOURS = [-2, -1, 1, 2];
/** The numbers of last known hours whose mean errors are columns. */
const LAST_HOURS = [1, 3];
/** The days over which the hour's mean error is a column. */
const BIAS_DAYS = [7, 28];

/** What one hour's columns are made of. */
interface Correction {
  readonly days: FilledDays;
  readonly operator: OperatorForecast;
  readonly others: readonly Float64Array[];
  readonly knownHours: number;
}

interface CorrectionDesign {
  readonly columnsOf: (work: Correction, row: number, hour: number) => number[];
  /** The days before a row that its columns need. */
  readonly longestLag: number;
  /** The penalty on standardised columns. */
  readonly penalty: number;
  /** The days after which a day counts half as much. */
  readonly halfLife: number;
}

const meanFrom = (read: (hour: number) => number, start: number, count: number): number => {
  let total = 0;
  for (let i = start; i < start + count; i++) total += read(i);
  return count === 0 ? 0 : total / count;
};

/** The distance of the day's mean from the hour, and those of hours around it. */
function shapeAround(values: Float64Array, row: number, hour: number, steps: number[]): number[] {
  const start = row * HOURS;
  const own = values[start + hour]!;
  const distances = steps.map((step) => (values[start + hour + step] ?? Number.NaN) - own);
  return [
    meanFrom((i) => values[i]!, start, HOURS) - own,
    ...distances.map((distance) => (Number.isFinite(distance) ? distance : 0)),
  ];
}

/** The mean error of the last `count` known hours of the day before a row. */
function lastError({ operator, knownHours }: Correction, row: number, count: number): number {
  const last = Math.min(count, knownHours);
  return meanFrom(operator.errorAt, (row - 1) * HOURS + knownHours - last, last);
}

/** The columns of one hour of a row: the forecast, the other drivers and the errors so far. */
function allColumns(work: Correction, row: number, hour: number): number[] {
  const { operator, others, knownHours } = work;
  const { values, errorAt } = operator;
  const start = row * HOURS;
  const at = start + hour;
  const columns = [values[at]!, ...shapeAround(values, row, hour, NEIGHBOURS)];
  for (const other of others) {
    columns.push(
      other[at]!,
      meanFrom((i) => other[i]!, start, HOURS),
    );
  }
  columns.push(
    lastError(work, row, HOURS),
    ...LAST_HOURS.map((count) => lastError(work, row, count)),
    hour < knownHours ? errorAt(at - HOURS) : 0,
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

/** Many columns, learnt from all days of the window alike. */
export const WHOLE_CORRECTION: CorrectionDesign = {
  columnsOf: allColumns,
  longestLag: 30,
  penalty: 0.1,
  halfLife: Number.POSITIVE_INFINITY,
};

/** The errors of the last hour and of six, and the shape: ramps come early or late. */
export const DRIFT_AND_SHAPE: CorrectionDesign = {
  columnsOf: (work, row, hour) => [
    lastError(work, row, 1),
    lastError(work, row, 6),
    ...shapeAround(work.operator.values, row, hour, [-1, 1]),
  ],
  longestLag: 1,
  penalty: 0.02,
  halfLife: 224,
};

/** The error of the last hour alone: it is right when the rest has changed, such as the maker's own method. */
export const DRIFT: CorrectionDesign = {
  columnsOf: (work, row) => [lastError(work, row, 1)],
  longestLag: 1,
  penalty: 0.1,
  halfLife: 112,
};

interface Ridge {
  readonly mean: number;
  readonly means: Float64Array;
  /** One for each column as it is; 0 if the column never changes. */
  readonly slopes: Float64Array;
}

/**
 * Fits wanted values on rows of columns, of which each counts for its share of 1; undefined if columns cannot be
 * told apart.
 */
export function fitRidge(
  rows: readonly (readonly number[])[],
  wanted: Float64Array,
  penalty: number,
  shares = new Float64Array(rows.length).fill(1 / rows.length),
): Ridge | undefined {
  const count = rows[0]!.length;
  const means = new Float64Array(count);
  const devs = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    rows.forEach((row, i) => {
      means[j] = means[j]! + row[j]! * shares[i]!;
    });
    rows.forEach((row, i) => {
      devs[j] = devs[j]! + (row[j]! - means[j]!) ** 2 * shares[i]!;
    });
    devs[j] = Math.sqrt(devs[j]!);
    if (!(devs[j]! > 1e-8 * Math.max(1, Math.abs(means[j]!)))) devs[j] = Number.POSITIVE_INFINITY;
  }
  const mean = wanted.reduce((total, value, i) => total + value * shares[i]!, 0);
  const gram = new Float64Array(packedLength(count));
  const slopes = new Float64Array(count);
  const scaled = new Float64Array(count);
  rows.forEach((row, i) => {
    for (let j = 0; j < count; j++) scaled[j] = (row[j]! - means[j]!) / devs[j]!;
    for (let j = 0; j < count; j++) {
      const at = packedRow(j);
      const value = scaled[j]! * shares[i]!;
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
  design: CorrectionDesign,
  days: FilledDays,
  day: number,
  window: number,
  knownHours: number,
  operator: OperatorForecast,
): DayForecaster | undefined {
  const { columnsOf, longestLag, penalty, halfLife } = design;
  const others = days.drivers
    .map(({ values }) => values)
    .filter((each) => each !== operator.values);
  const work = { days, operator, others, knownHours };
  const firstRow = Math.max(days.startRow + longestLag, day - window);
  const rows: number[] = [];
  for (let row = firstRow; row < day; row++) if (isUsable(design, work, row)) rows.push(row);
  if (rows.length < FEWEST_ROWS) return undefined;
  const weights = Float64Array.from(rows, (row) => 0.5 ** ((day - row) / halfLife));
  const whole = weights.reduce((total, weight) => total + weight, 0);
  const shares = weights.map((weight) => weight / whole);
  const ridges = Array.from({ length: HOURS }, (_, hour) => {
    const learnt = rows.map((row) => columnsOf(work, row, hour));
    const wanted = Float64Array.from(rows, (row) => operator.errorAt(row * HOURS + hour));
    return fitRidge(learnt, wanted, penalty, shares);
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
function isUsable({ columnsOf }: CorrectionDesign, work: Correction, row: number): boolean {
  if (work.days.isObserved[row] !== 1) return false;
  return (
    columnsOf(work, row, HOURS - 1).every(Number.isFinite) && isWhole(work.operator.values, row)
  );
}
