// Boosted trees over single hours of prices. They err in other ways than lassos and processes, which are smooth: trees
// can see thresholds. They are learnt anew when the settled days change, every 28 days.

import { HOURS } from '#model/days/filled-days';
import type { ScaledDays } from '#model/days/scaled-days';
import { type FitMemo, recall } from '#model/members/fit-memo';
import { type HourFeatures, learntHours } from '#model/members/learnt-hours';
import { type LevelView, levelView } from '#model/members/level-view';
import type { DayForecaster } from '#model/members/member';
import { usualStep } from '#model/members/naives';
import { treeFeatures } from '#model/members/tree-features';
import {
  type BoostedTrees,
  decodeTrees,
  encodeTrees,
  predictTrees,
} from '#model/numbers/boosted-trees';
import { digestOf } from '#model/numbers/digest';
import { fitTrees, type TreeOptions } from '#model/numbers/fit-trees';

const OPTIONS: TreeOptions = { trees: 60, depth: 4, rate: 0.16, shrink: 20, fewest: 20 };

/** The trees of the last fit: a fit to the same settled days takes them. */
export class KeptTrees {
  #digest = '';
  #trees: BoostedTrees | undefined;

  of(inputs: readonly Float64Array[], make: () => Float64Array | undefined) {
    const digest = digestOf(inputs);
    if (digest === this.#digest) return this.#trees;
    const numbers = make();
    this.#trees = numbers && decodeTrees(numbers);
    this.#digest = digest;
    return this.#trees;
  }
}

/**
 * Learns from the settled ones of scaled days, with prices seen around the level of `levelDays` days before each.
 * Undefined if there are too few days to learn from.
 */
export function fitPriceTrees(
  scaled: ScaledDays,
  levelDays: number,
  kept = new KeptTrees(),
  memo?: FitMemo,
): DayForecaster | undefined {
  const view = levelView(scaled, levelDays);
  const features = treeFeatures(scaled, view);
  const inputs = inputsOf(scaled, levelDays);
  const trees = kept.of(inputs, () =>
    recall(memo, 'trees', inputs, () => learn(scaled, view, features)),
  );
  if (trees === undefined) return undefined;
  const { count, write } = features;
  const hourly = new Float64Array(HOURS * count);
  return (row) => {
    if (!write(row, 0, 1, hourly, 0)) return undefined;
    const { tell } = view.from(row);
    const hours = new Float64Array(HOURS + 1);
    for (let hour = 0; hour < HOURS; hour++) {
      hours[hour] = tell(hour, predictTrees(trees, hourly, hour * count));
    }
    hours[HOURS] = hours[HOURS - 1]! + usualStep(scaled.days.target, row);
    return hours;
  };
}

/** All that decides the trees: quicker to compare than the features that are made of it. */
function inputsOf(scaled: ScaledDays, levelDays: number): readonly Float64Array[] {
  const { firstRow, settledRow, days, target, drivers, netLoad } = scaled;
  const first = Math.max(days.startRow, firstRow - levelDays);
  const sources = [target, ...drivers, ...(netLoad ? [netLoad] : [])];
  return [
    Float64Array.of(days.firstDay + first, firstRow - first, levelDays, netLoad ? 1 : 0),
    Float64Array.from(days.isObserved.subarray(first, settledRow)),
    Float64Array.from(days.calendar.isHoliday.subarray(first, settledRow)),
    ...sources.map(({ raw }) => raw.subarray(first * HOURS, settledRow * HOURS)),
  ];
}

function learn(
  scaled: ScaledDays,
  view: LevelView,
  features: HourFeatures,
): Float64Array | undefined {
  const learnt = learntHours(scaled, view, features, scaled.settledRow);
  if (learnt === undefined) return undefined;
  const { values, size, wanted } = learnt;
  const columns = inColumns(values, size, features.count);
  return encodeTrees(fitTrees({ columns, size, wanted }, OPTIONS));
}

/** Rows as columns, one after the other. */
function inColumns(values: Float64Array, size: number, count: number): Float64Array {
  const columns = new Float64Array(size * count);
  for (let column = 0; column < count; column++) {
    for (let i = 0; i < size; i++) columns[column * size + i] = values[i * count + column]!;
  }
  return columns;
}
