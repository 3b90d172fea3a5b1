// A Gaussian process over the errors that a forecast by another has after a simple correction: days on which it said
// alike, after errors alike, had errors alike. All hours share one factor.

import { type FilledDays, HOURS } from '#model/days/filled-days';
import { settledRowOf } from '#model/days/scaled-days';
import type { DayCorrection } from '#model/members/corrected-forecast';
import { columnsOf, groupsOf, type HourGroup, isComplete } from '#model/members/error-columns';
import { recentSizes } from '#model/members/error-regime';
import { type FitMemo, recall } from '#model/members/fit-memo';
import type { DayForecaster } from '#model/members/member';
import { type OperatorForecast, withNextHour } from '#model/members/operator-forecast';
import { KeptFactor, type Kernel, squaresOf, writeCovariances } from '#model/numbers/kernel';
import { medianInPlace } from '#model/numbers/robust-scale';

export const ERROR_KERNEL: Kernel = { linear: 0.06, length: 3.5, noise: 0.8 };
/** An error counts up to this many mean distances from the hour's median, so that a wild day does not lead. */
const FURTHEST_ERROR = 2.5;
/** The last days may have larger errors than all: the forecast may have become worse. */
const LAST_DAYS = 28;
const LONGEST_LAG = 7;
const FEWEST_ROWS = 56;

export interface ErrorsAsked {
  readonly days: FilledDays;
  /** The process learns from the days before it, of which `window` are settled. */
  readonly day: number;
  readonly window: number;
  readonly knownHours: number;
  readonly operator: OperatorForecast;
  /** What is left of the errors after it is learnt. */
  readonly correction: DayCorrection;
}

/** Two forecasts from one factor. */
export interface ErrorForecasters {
  /** It learnt the errors as they are. */
  readonly plain: DayForecaster;
  /**
   * It learnt each day's errors as shares of the size that errors had on the days before. Undefined if the operator
   * changed its method: small errors of before would count as much as those since.
   */
  readonly relative: DayForecaster | undefined;
}

/** Undefined if there are too few days to learn from. */
export function fitErrorProcess(
  asked: ErrorsAsked,
  kept = new KeptFactor(ERROR_KERNEL),
  memo?: FitMemo,
): ErrorForecasters | undefined {
  const { days, day, knownHours, operator, correction } = asked;
  const groups = groupsOf(days, operator, knownHours);
  const rows = rowsOf(asked, groups);
  if (rows === undefined) return undefined;
  const { learnt, write } = columnsOf(days, groups, rows, settledRowOf(days, day));
  const squares = squaresOf(learnt);
  const sizes = recentSizes(days, day, operator.errorAt);
  const left = leftOf(operator, correction, rows);
  const outputs = [outputsOf(left, () => 1), outputsOf(left, (i) => sizes[rows[i]!]!)] as const;
  const half = outputs[0].distances.length;
  const distances = new Float64Array(2 * half);
  outputs.forEach((output, i) => {
    distances.set(output.distances, i * half);
  });
  const shape = Float64Array.of(rows.length, learnt.count);
  const weights = recall(memo, 'errors', [shape, learnt.values, distances], () =>
    kept.solve(learnt, distances),
  );
  if (weights === undefined) return undefined;
  const wanted = new Float64Array(learnt.count);
  const likeness = new Float64Array(rows.length);
  const forecaster =
    (means: Float64Array, first: number, scales?: Float64Array): DayForecaster =>
    (row) => {
      if (!isComplete(groups, row)) return undefined;
      write(row, wanted);
      writeCovariances(ERROR_KERNEL, learnt, squares, wanted, 0, rows.length, likeness, 0);
      const corrected = correction(row);
      const hours = means.map((mean, hour) => {
        let error = mean;
        const own = first + hour * likeness.length;
        for (let i = 0; i < likeness.length; i++) error += likeness[i]! * weights[own + i]!;
        const expected = operator.values[row * HOURS + hour]! + corrected[hour]!;
        return expected + error * (scales?.[row] ?? 1);
      });
      return withNextHour(operator.values, row, hours);
    };
  const plain = forecaster(outputs[0].means, 0);
  if (operator.regimeStart > rows[0]!) return { plain, relative: undefined };
  return { plain, relative: forecaster(outputs[1].means, half, sizes) };
}

/** The rows to learn from; undefined if they are too few. */
function rowsOf(
  { days, day, window }: ErrorsAsked,
  groups: readonly HourGroup[],
): readonly number[] | undefined {
  const firstRow = Math.max(days.startRow + LONGEST_LAG, settledRowOf(days, day) - window);
  const rows: number[] = [];
  for (let row = firstRow; row < day; row++) {
    if (days.isObserved[row] === 1 && isComplete(groups, row)) rows.push(row);
  }
  return rows.length < FEWEST_ROWS ? undefined : rows;
}

/** The errors of the rows less their correction, hour by hour. */
function leftOf(
  { errorAt }: OperatorForecast,
  correction: DayCorrection,
  rows: readonly number[],
): Float64Array[] {
  const corrections = rows.map(correction);
  return Array.from({ length: HOURS }, (_, hour) =>
    Float64Array.from(rows, (row, i) => errorAt(row * HOURS + hour) - corrections[i]![hour]!),
  );
}

/**
 * The mean of each hour of what is left of the errors, over the sizes of their rows, and the distances of the learnt
 * days from it, one hour after the other. What is far from the hour's median is cut.
 */
function outputsOf(left: readonly Float64Array[], sizeOf: (index: number) => number) {
  const count = left[0]!.length;
  const means = new Float64Array(HOURS);
  const distances = new Float64Array(HOURS * count);
  for (let hour = 0; hour < HOURS; hour++) {
    const errors = cutFarErrors(left[hour]!.map((error, i) => error / sizeOf(i)));
    const mean = meanOf(errors);
    means[hour] = mean;
    for (let i = 0; i < count; i++) distances[hour * count + i] = errors[i]! - mean;
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
