// A forecast by another, corrected hour by hour: a ridge of its error on a few columns, which are quick to learn, and
// to learn again. Either many columns tell what is wrong with it, or only its last errors, and how fast they fade.

import { type FilledDays, HOURS, isWhole } from '#model/days/filled-days';
import { rowsSince } from '#model/members/error-regime';
import type { DayForecaster } from '#model/members/member';
import { type OperatorForecast, withNextHour } from '#model/members/operator-forecast';
import { fitRidge, predict, type Ridge } from '#model/members/ridge';

const FEWEST_ROWS = 56;
/** With fewer rows than this, hours on each side count too, the nearer ones more: few days tell little of one hour. */
const FEW_ROWS = 112;
const REACH = 2;
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

/** What is added to the forecast of an hour of a row. */
export type HourCorrection = (row: number, hour: number) => number;

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

/** The errors of the last hour, of six and of all known ones, the forecast and the shape: ramps come early or late. */
export const DRIFT_AND_SHAPE: CorrectionDesign = {
  columnsOf: (work, row, hour) => [
    lastError(work, row, 1),
    lastError(work, row, 6),
    lastError(work, row, HOURS),
    work.operator.values[row * HOURS + hour]!,
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

/** Learns from the `window` days before `day`; undefined if they are too few. */
export function fitCorrection(
  design: CorrectionDesign,
  days: FilledDays,
  day: number,
  window: number,
  knownHours: number,
  operator: OperatorForecast,
): HourCorrection | undefined {
  const others = days.drivers
    .map(({ values }) => values)
    .filter((each) => each !== operator.values);
  const work = { days, operator, others, knownHours };
  const firstRow = Math.max(days.startRow + design.longestLag, day - window);
  const all: number[] = [];
  for (let row = firstRow; row < day; row++) if (isUsable(design, work, row)) all.push(row);
  if (all.length < FEWEST_ROWS) return undefined;
  const ridges = fitRidges(design, work, rowsSince(all, operator.regimeStart), day);
  return (row, hour) => {
    const ridge = ridges[hour];
    return ridge ? predict(ridge, design.columnsOf(work, row, hour)) : Number.NaN;
  };
}

/** The forecast with its correction. */
export const correctedBy =
  ({ values }: OperatorForecast, correction: HourCorrection): DayForecaster =>
  (row) => {
    if (!isWhole(values, row)) return undefined;
    const hours = values.slice(row * HOURS, (row + 1) * HOURS);
    return withNextHour(
      values,
      row,
      hours.map((value, hour) => value + correction(row, hour)),
    );
  };

/** A ridge for each hour, on the columns of this hour; on few rows also on those of the hours around it. */
function fitRidges(
  { columnsOf, penalty, halfLife }: CorrectionDesign,
  work: Correction,
  rows: readonly number[],
  day: number,
): (Ridge | undefined)[] {
  const reach = rows.length < FEW_ROWS ? REACH : 0;
  const weights = rows.map((row) => 0.5 ** ((day - row) / halfLife));
  const columns = hoursOfDay.map((hour) => rows.map((row) => columnsOf(work, row, hour)));
  return hoursOfDay.map((hour) => {
    const near = hoursOfDay.filter((each) => Math.abs(each - hour) <= reach);
    const shares = near.flatMap((each) =>
      weights.map((weight) => weight * (reach + 1 - Math.abs(each - hour))),
    );
    const whole = shares.reduce((total, share) => total + share, 0);
    const wanted = near.flatMap((each) =>
      rows.map((row) => work.operator.errorAt(row * HOURS + each)),
    );
    return fitRidge(
      near.flatMap((each) => columns[each]!),
      Float64Array.from(wanted),
      penalty,
      Float64Array.from(shares, (share) => share / whole),
    );
  });
}

const hoursOfDay = Array.from({ length: HOURS }, (_, hour) => hour);

/** Whether a row was observed and its columns have no gap. */
function isUsable({ columnsOf }: CorrectionDesign, work: Correction, row: number): boolean {
  if (work.days.isObserved[row] !== 1) return false;
  return (
    columnsOf(work, row, HOURS - 1).every(Number.isFinite) && isWhole(work.operator.values, row)
  );
}
