// A Gaussian process over whole days: a day is forecast from similar days, all hours with the same weights.

import { HOURS } from '#model/days/filled-days';
import { rescale, type ScaledDays } from '#model/days/scaled-days';
import { type FitMemo, recall } from '#model/members/fit-memo';
import { type GpFeatures, gpFeatures } from '#model/members/gp-features';
import { type LevelView, levelView, windowView } from '#model/members/level-view';
import type { DayForecaster } from '#model/members/member';
import {
  addWeighted,
  type FeatureRows,
  KeptFactor,
  type Kernel,
  squaresOf,
  writeCovariances,
} from '#model/numbers/kernel';

const OUTPUTS = HOURS + 1;
const LONGEST_LAG = 7;
/** The number of days whose mean is the forecast of a day that resembles none. */
const MEAN_DAYS = 364;
const FEWEST_ROWS = 28;

/** The days to learn from, oldest first, with their features. */
interface Learnt extends FeatureRows {
  readonly rows: readonly number[];
}

export const DAY_KERNEL: Kernel = { linear: 0.1, length: 2, noise: 0.2 };

/**
 * Learns from scaled days. With `levelDays`, prices are seen around the level of that many days before each
 * day. Undefined if there are too few days to learn from.
 */
export function fitGaussianProcess(
  scaled: ScaledDays,
  levelDays?: number,
  kept = new KeptFactor(DAY_KERNEL),
  memo?: FitMemo,
): DayForecaster | undefined {
  const view = levelDays === undefined ? windowView(scaled) : levelView(scaled, levelDays);
  const features = gpFeatures(scaled, view);
  const learnt = learn(scaled, features);
  if (learnt.size < FEWEST_ROWS) return undefined;
  const { means, distances } = outputsOf(view, learnt);
  const { size, count, values } = learnt;
  const inputs = [Float64Array.of(size, count), values.subarray(0, size * count), distances];
  const weights = recall(memo, 'gp', inputs, () => kept.solve(learnt, distances));
  return weights && forecasterOf({ scaled, view, features, learnt, means, weights });
}

function learn(scaled: ScaledDays, { count, firstRow, write }: GpFeatures): Learnt {
  const rows: number[] = [];
  const values = new Float64Array(Math.max(0, scaled.day - firstRow) * count);
  for (let row = firstRow; row < scaled.day; row++) {
    if (scaled.days.isObserved[row] !== 1) continue;
    const at = rows.length * count;
    if (write(row, values.subarray(at, at + count))) rows.push(row);
  }
  return { rows, values, count, size: rows.length };
}

interface FittedProcess {
  readonly scaled: ScaledDays;
  readonly view: LevelView;
  readonly features: GpFeatures;
  readonly learnt: Learnt;
  readonly means: Float64Array;
  /** The weights of the learnt days for each output, one output after the other. */
  readonly weights: Float64Array;
}

/** The mean of each output over the last days, and the distances of the learnt days from it. */
function outputsOf(view: LevelView, { rows, size }: Learnt) {
  const means = new Float64Array(OUTPUTS);
  const distances = new Float64Array(OUTPUTS * size);
  const outputs = new Float64Array(OUTPUTS);
  const recent = Math.min(size, MEAN_DAYS);
  for (let i = 0; i < size; i++) {
    view.writeOutputs(rows[i]!, outputs);
    for (let output = 0; output < OUTPUTS; output++) {
      const value = outputs[output]!;
      distances[output * size + i] = value;
      if (i >= size - recent) means[output] = means[output]! + value / recent;
    }
  }
  for (let output = 0; output < OUTPUTS; output++) {
    const mean = means[output]!;
    for (let i = output * size; i < (output + 1) * size; i++) distances[i] = distances[i]! - mean;
  }
  return { means, distances };
}

function forecasterOf(fitted: FittedProcess): DayForecaster {
  const { scaled, view, features, learnt, means, weights } = fitted;
  const { size } = learnt;
  const squares = squaresOf(learnt);
  const wanted = new Float64Array(features.count);
  const likeness = new Float64Array(size);
  return (row) => {
    rescale(scaled, row - LONGEST_LAG, row + 1);
    if (!features.write(row, wanted)) return undefined;
    writeCovariances(DAY_KERNEL, learnt, squares, wanted, 0, size, likeness, 0);
    const { tell } = view.from(row);
    const outputs = new Float64Array(OUTPUTS);
    for (let output = 0; output < OUTPUTS; output++) {
      const seen = addWeighted(means[output]!, likeness, weights, output * size);
      outputs[output] = tell(output, seen);
    }
    return outputs;
  };
}
