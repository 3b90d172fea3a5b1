// A forecast by another, corrected hour by hour: a ridge of its error on a few columns, which are quick to learn, and
// to learn again. Either many columns tell what is wrong with it, or only its last errors, and how fast they fade.

import { type FilledDays, HOURS, isWhole } from '#model/days/filled-days';
import type { DayForecaster } from '#model/members/member';
import { type OperatorForecast, withNextHour } from '#model/members/operator-forecast';
import { fitRidge, predict, type Ridge } from '#model/members/ridge';

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

type ColumnWriter = (hour: number, out: Float64Array, at: number) => void;

interface CorrectionDesign {
  /** The number of columns, with the number of other drivers. */
  readonly countColumns: (others: number) => number;
  /** Writes the columns of any hour of a row to `out` from `at` on. */
  readonly writerOf: (work: Correction, row: number) => ColumnWriter;
  /** The days before a row that its columns need. */
  readonly longestLag: number;
  /** The penalty on standardised columns. */
  readonly penalty: number;
  /** The days after which a day counts half as much. */
  readonly halfLife: number;
}

/** What is added to the forecast of each hour of a row; NaN if it cannot be told. */
export type DayCorrection = (row: number) => Float64Array;

const meanFrom = (read: (hour: number) => number, start: number, count: number): number => {
  let total = 0;
  for (let i = start; i < start + count; i++) total += read(i);
  return count === 0 ? 0 : total / count;
};

/** Writes the distance of the day's mean from an hour of a row, and those of hours around it. */
function shapeWriter(values: Float64Array, row: number, steps: readonly number[]): ColumnWriter {
  const start = row * HOURS;
  const mean = meanFrom((i) => values[i]!, start, HOURS);
  return (hour, out, at) => {
    const own = values[start + hour]!;
    out[at] = mean - own;
    for (let i = 0; i < steps.length; i++) {
      const distance = (values[start + hour + steps[i]!] ?? Number.NaN) - own;
      out[at + 1 + i] = Number.isFinite(distance) ? distance : 0;
    }
  };
}

/** The mean error of the last `count` known hours of the day before a row. */
function lastError({ operator, knownHours }: Correction, row: number, count: number): number {
  const last = Math.min(count, knownHours);
  return meanFrom(operator.errorAt, (row - 1) * HOURS + knownHours - last, last);
}

/** Writes the forecast, the other drivers and the errors so far. */
function allColumns(work: Correction, row: number): ColumnWriter {
  const { operator, others, knownHours } = work;
  const { values, errorAt } = operator;
  const start = row * HOURS;
  const writeShape = shapeWriter(values, row, NEIGHBOURS);
  const otherMeans = others.map((other) => meanFrom((i) => other[i]!, start, HOURS));
  const lastErrors = [HOURS, ...LAST_HOURS].map((count) => lastError(work, row, count));
  const errorBefore = meanFrom(errorAt, start - 2 * HOURS, HOURS);
  return (hour, out, first) => {
    const own = start + hour;
    let at = first;
    out[at++] = values[own]!;
    writeShape(hour, out, at);
    at += 1 + NEIGHBOURS.length;
    for (let i = 0; i < others.length; i++) {
      out[at++] = others[i]![own]!;
      out[at++] = otherMeans[i]!;
    }
    for (const error of lastErrors) out[at++] = error;
    out[at++] = hour < knownHours ? errorAt(own - HOURS) : 0;
    out[at++] = errorAt(own - 2 * HOURS);
    out[at++] = errorBefore;
    out[at++] = errorAt(own - 7 * HOURS);
    for (const count of BIAS_DAYS) {
      let total = 0;
      for (let lag = 2; lag < count + 2; lag++) total += errorAt(own - lag * HOURS);
      out[at++] = total / count;
    }
  };
}

/** Many columns, learnt from all days of the window alike. */
export const WHOLE_CORRECTION: CorrectionDesign = {
  countColumns: (others) =>
    6 + NEIGHBOURS.length + 2 * others + LAST_HOURS.length + 1 + BIAS_DAYS.length,
  writerOf: allColumns,
  longestLag: 30,
  penalty: 0.1,
  halfLife: Number.POSITIVE_INFINITY,
};

/** The errors of the last hour, of six and of all known ones, the forecast and the shape: ramps come early or late. */
export const DRIFT_AND_SHAPE: CorrectionDesign = {
  countColumns: () => 7,
  writerOf(work, row) {
    const { values } = work.operator;
    const writeShape = shapeWriter(values, row, [-1, 1]);
    const lastErrors = [1, 6, HOURS].map((count) => lastError(work, row, count));
    return (hour, out, at) => {
      out.set(lastErrors, at);
      out[at + 3] = values[row * HOURS + hour]!;
      writeShape(hour, out, at + 4);
    };
  },
  longestLag: 1,
  penalty: 0.02,
  halfLife: 224,
};

/** Learns from the `window` days before `day`; undefined if they are too few. */
export function fitCorrection(
  design: CorrectionDesign,
  days: FilledDays,
  day: number,
  window: number,
  knownHours: number,
  operator: OperatorForecast,
): DayCorrection | undefined {
  const others = days.drivers
    .map(({ values }) => values)
    .filter((each) => each !== operator.values);
  const work = { days, operator, others, knownHours };
  const firstRow = Math.max(days.startRow + design.longestLag, day - window);
  const rows: number[] = [];
  for (let row = firstRow; row < day; row++) if (isUsable(design, work, row)) rows.push(row);
  if (rows.length < FEWEST_ROWS) return undefined;
  const ridges = fitRidges(design, work, rows, day);
  const columns = new Float64Array(design.countColumns(others.length));
  return (row) => {
    const write = design.writerOf(work, row);
    return Float64Array.from(ridges, (ridge, hour) => {
      if (ridge === undefined) return Number.NaN;
      write(hour, columns, 0);
      return predict(ridge, columns);
    });
  };
}

/** The forecast with its correction. */
export const correctedBy =
  ({ values }: OperatorForecast, correction: DayCorrection): DayForecaster =>
  (row) => {
    if (!isWhole(values, row)) return undefined;
    const added = correction(row);
    return withNextHour(
      values,
      row,
      added.map((value, hour) => values[row * HOURS + hour]! + value),
    );
  };

/** A ridge for each hour. */
function fitRidges(
  { countColumns, writerOf, penalty, halfLife }: CorrectionDesign,
  work: Correction,
  rows: readonly number[],
  day: number,
): (Ridge | undefined)[] {
  const count = countColumns(work.others.length);
  const writers = rows.map((row) => writerOf(work, row));
  const weights = Float64Array.from(rows, (row) => 0.5 ** ((day - row) / halfLife));
  const whole = weights.reduce((total, weight) => total + weight, 0);
  const shares = weights.map((weight) => weight / whole);
  return Array.from({ length: HOURS }, (_, hour) => {
    const columns = new Float64Array(rows.length * count);
    writers.forEach((write, i) => {
      write(hour, columns, i * count);
    });
    const wanted = Float64Array.from(rows, (row) => work.operator.errorAt(row * HOURS + hour));
    return fitRidge(columns, wanted, penalty, shares);
  });
}

/** Whether a row was observed and its columns have no gap. */
function isUsable(design: CorrectionDesign, work: Correction, row: number): boolean {
  if (work.days.isObserved[row] !== 1 || !isWhole(work.operator.values, row)) return false;
  const columns = new Float64Array(design.countColumns(work.others.length));
  design.writerOf(work, row)(HOURS - 1, columns, 0);
  return columns.every(Number.isFinite);
}
