// A Gaussian process over whole days: a day is forecast from similar days, all hours with the same weights.

import { type FilledDays, HOURS } from '#model/days/filled-days';
import { rescale, type ScaledDays, scaleDays } from '#model/days/scaled-days';
import { type GpFeatures, gpFeatures } from '#model/members/gp-features';
import { type LevelView, levelView, windowView } from '#model/members/level-view';
import type { DayForecaster } from '#model/members/member';
import {
  factorInPlace,
  packedLength,
  packedRow,
  solveLower,
  solveUpper,
} from '#model/numbers/cholesky';
import { buildGram } from '#model/numbers/lasso';

/** The covariance of two days: `linear` x·y + exp(-|x - y|² / 2 `length`²), and `noise` on the diagonal. */
export interface GpKernel {
  readonly linear: number;
  readonly length: number;
  readonly noise: number;
}

const OUTPUTS = HOURS + 1;
const LONGEST_LAG = 7;
/** The number of days whose mean is the forecast of a day that resembles none. */
const MEAN_DAYS = 364;
const FEWEST_ROWS = 28;

/** The days to learn from, newest first, with their features one after the other. */
interface Learnt {
  readonly rows: readonly number[];
  readonly features: Float64Array;
  /** The product of each two days' features, days × days. */
  readonly products: Float64Array;
}

const KERNEL: GpKernel = { linear: 0.3, length: 2, noise: 0.2 };

/**
 * Learns from at most `window` days before `day`. With `levelDays`, prices are seen around the level of that
 * many days before each day. Undefined if there are too few days to learn from.
 */
export function fitGaussianProcess(
  days: FilledDays,
  day: number,
  window: number,
  levelDays?: number,
  kernel: GpKernel = KERNEL,
): DayForecaster | undefined {
  const scaled = scaleDays(days, day, window, 'asinh');
  const view = levelDays === undefined ? windowView(scaled) : levelView(scaled, levelDays);
  const features = gpFeatures(scaled, view);
  const learnt = learn(scaled, features);
  if (learnt.rows.length < FEWEST_ROWS) return undefined;
  const factor = factorOf(learnt, kernel);
  return factor && forecasterOf({ scaled, view, features, learnt, kernel, factor });
}

function learn(scaled: ScaledDays, { count, firstRow, write }: GpFeatures): Learnt {
  const rows: number[] = [];
  const features = new Float64Array(Math.max(0, scaled.day - firstRow) * count);
  for (let row = scaled.day - 1; row >= firstRow; row--) {
    if (scaled.days.isObserved[row] !== 1) continue;
    const at = rows.length * count;
    if (write(row, features.subarray(at, at + count))) rows.push(row);
  }
  const { values } = buildGram(features, count, rows.length);
  for (let i = 0; i < values.length; i++) values[i] = values[i]! * count;
  return { rows, features, products: values };
}

/** The covariance from a product of features and their squares. */
const covariance = (kernel: GpKernel, product: number, ownA: number, ownB: number): number =>
  kernel.linear * product +
  Math.exp(-Math.max(0, ownA + ownB - 2 * product) / (2 * kernel.length ** 2));

function factorOf({ rows, products }: Learnt, kernel: GpKernel): Float64Array | undefined {
  const size = rows.length;
  const matrix = new Float64Array(packedLength(size));
  for (let i = 0; i < size; i++) {
    const own = products[i * size + i]!;
    const at = packedRow(i);
    for (let j = 0; j <= i; j++) {
      matrix[at + j] = covariance(kernel, products[i * size + j]!, own, products[j * size + j]!);
    }
    matrix[at + i] = matrix[at + i]! + kernel.noise;
  }
  return factorInPlace(matrix, size) ? matrix : undefined;
}

interface FittedProcess {
  readonly scaled: ScaledDays;
  readonly view: LevelView;
  readonly features: GpFeatures;
  readonly learnt: Learnt;
  readonly kernel: GpKernel;
  readonly factor: Float64Array;
}

function forecasterOf(fitted: FittedProcess): DayForecaster {
  const { scaled, view, kernel, factor } = fitted;
  const { count, write } = fitted.features;
  const { rows, features, products } = fitted.learnt;
  const size = rows.length;
  const means = new Float64Array(OUTPUTS);
  const distances = Array.from({ length: OUTPUTS }, (_, output) => {
    const values = Float64Array.from({ length: size }, (_, i) => view.output(rows[i]!, output));
    const recent = values.subarray(0, MEAN_DAYS);
    means[output] = recent.reduce((total, value) => total + value, 0) / recent.length;
    return values.map((value) => value - means[output]!);
  });
  const wanted = new Float64Array(count);
  const likeness = new Float64Array(size);
  return (row) => {
    rescale(scaled, row - LONGEST_LAG, row + 1);
    if (!write(row, wanted)) return undefined;
    const own = dot(wanted, 0, wanted, count);
    for (let i = 0; i < size; i++) {
      const product = dot(features, i * count, wanted, count);
      likeness[i] = covariance(kernel, product, own, products[i * rows.length + i]!);
    }
    // The weights of the learnt days, which are the same for all hours.
    solveLower(factor, size, likeness);
    solveUpper(factor, size, likeness);
    return Float64Array.from({ length: OUTPUTS }, (_, output) =>
      view.tell(row, output, means[output]! + dot(likeness, 0, distances[output]!, size)),
    );
  };
}

function dot(values: Float64Array, start: number, others: Float64Array, length: number): number {
  let total = 0;
  for (let i = 0; i < length; i++) total += values[start + i]! * others[i]!;
  return total;
}
