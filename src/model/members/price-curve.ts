// The price of an hour from its net load and the last prices, learnt from all hours of the day at once: hours
// share one curve of supply, so that a year tells more of it than the days of one hour do.

import { HOURS } from '#model/days/filled-days';
import type { ScaledDays } from '#model/days/scaled-days';
import { curveFeatures } from '#model/members/curve-features';
import { type FitMemo, recall } from '#model/members/fit-memo';
import { learntHours } from '#model/members/learnt-hours';
import { levelView } from '#model/members/level-view';
import type { DayForecaster } from '#model/members/member';
import { usualStep } from '#model/members/naives';
import type { LearntRows } from '#model/numbers/anchor-sums';
import { AnchoredProcess, type SumsKeeper } from '#model/numbers/anchored-process';
import type { Kernel } from '#model/numbers/kernel';

const KERNEL: Kernel = { linear: 0.1, length: 3, noise: 1 };
const ANCHORS = 256;
export const newPriceCurve = (): AnchoredProcess => new AnchoredProcess(KERNEL, ANCHORS);

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
