// The price of an hour from its net load and the last prices, learnt from all hours of the day at once: hours
// share one curve of supply, so that a year tells more of it than the days of one hour do.

import { HOURS } from '#model/days/filled-days';
import type { ScaledDays } from '#model/days/scaled-days';
import { type CurveFeatures, curveFeatures, LONGEST_LAG } from '#model/members/curve-features';
import { type FitMemo, recall } from '#model/members/fit-memo';
import { type LevelView, levelView } from '#model/members/level-view';
import type { DayForecaster } from '#model/members/member';
import type { LearntRows } from '#model/numbers/anchor-sums';
import { AnchoredProcess, type SumsKeeper } from '#model/numbers/anchored-process';
import type { Kernel } from '#model/numbers/kernel';

const KERNEL: Kernel = { linear: 0.1, length: 3, noise: 1 };
const ANCHORS = 256;
/** The last settled days count with all hours; of those before, every third hour is enough. */
const DENSE_DAYS = 56;
const THIN_HOURS = 3;
const FEWEST_ROWS = 56;
export const newPriceCurve = (): AnchoredProcess => new AnchoredProcess(KERNEL, ANCHORS);

/** The hours of the days before `day`, with their features, which teach the curve; undefined if the days are too few. */
function learntHours(
  scaled: ScaledDays,
  view: LevelView,
  { count, write }: CurveFeatures,
): LearntRows | undefined {
  const { days, day, settledRow } = scaled;
  const firstRow = scaled.firstRow + LONGEST_LAG + 1;
  const most = Math.max(0, day - firstRow) * HOURS;
  const values = new Float64Array(most * count);
  const wanted = new Float64Array(most);
  const outputs = new Float64Array(HOURS + 1);
  let [rows, size, settled] = [0, 0, 0];
  for (let row = firstRow; row < day; row++) {
    const isThin = row < settledRow - DENSE_DAYS;
    // Counted from a fixed day, so that it does not matter with which day the table begins.
    const first = isThin ? (THIN_HOURS - ((days.firstDay + row) % THIN_HOURS)) % THIN_HOURS : 0;
    const step = isThin ? THIN_HOURS : 1;
    if (days.isObserved[row] !== 1 || !write(row, first, step, values, size * count)) continue;
    rows++;
    view.writeOutputs(row, outputs);
    for (let hour = first; hour < HOURS; hour += step) wanted[size++] = outputs[hour]!;
    if (row < settledRow) settled = size;
  }
  if (rows < FEWEST_ROWS) return undefined;
  return { values, count, size, wanted: wanted.slice(0, size), settled };
}

/**
 * Learns from scaled days, with prices seen around the level of `levelDays` days before each. Undefined if
 * there are too few days to learn from.
 */
export function fitPriceCurve(
  scaled: ScaledDays,
  levelDays: number,
  process = newPriceCurve(),
  memo?: FitMemo,
): DayForecaster | undefined {
  const view = levelView(scaled, levelDays);
  const features = curveFeatures(scaled, view);
  const { count, write } = features;
  const learnt = learntHours(scaled, view, features);
  if (learnt === undefined) return undefined;
  const keeper = memo && sumsKeeper(memo);
  const weights = recall(memo, 'curve', inputsOf(learnt, learnt.size), () =>
    process.learn(learnt, keeper),
  );
  if (weights === undefined) return undefined;
  const predict = process.forecaster(learnt, weights);
  const dayValues = new Float64Array(HOURS * count);
  return (row) => {
    if (!write(row, 0, 1, dayValues, 0)) return undefined;
    const { tell } = view.from(row);
    const hours = new Float64Array(HOURS + 1);
    for (let hour = 0; hour < HOURS; hour++) {
      const own = dayValues.subarray(hour * count, (hour + 1) * count);
      hours[hour] = tell(hour, predict(own));
    }
    hours[HOURS] = hours[HOURS - 1]! + usualStep(scaled.days.target, row);
    return hours;
  };
}

/** The first `size` rows, and what chooses the anchors. */
const inputsOf = (
  { values, count, wanted, settled }: LearntRows,
  size: number,
): readonly Float64Array[] => [
  Float64Array.of(size, count, settled),
  values.subarray(0, size * count),
  wanted.subarray(0, size),
];

const sumsKeeper = (memo: FitMemo): SumsKeeper => ({
  take: (rows, added) => memo.take('curve sums', inputsOf(rows, added)),
  keep: (rows, added, sums) => memo.keep('curve sums', inputsOf(rows, added), sums),
});

/** The mean step over midnight in the week before a row. */
function usualStep(target: Float64Array, row: number): number {
  let total = 0;
  for (let lag = 1; lag <= LONGEST_LAG; lag++) {
    const midnight = (row - lag) * HOURS;
    total += (target[midnight]! - target[midnight - 1]!) / LONGEST_LAG;
  }
  return total;
}
