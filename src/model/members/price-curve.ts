// The price of an hour from its net load and the last prices, learnt from all hours of the day at once: hours
// share one curve of supply, so that a year tells more of it than the days of one hour do.

import { HOURS } from '#model/days/filled-days';
import type { ScaledDays } from '#model/days/scaled-days';
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
const LONGEST_LAG = 7;
const LATE_HOURS = 3;
const SATURDAY = 5;
const SUNDAY = 6;
const RADIANS_PER_HOUR = (2 * Math.PI) / HOURS;

/** The weight of each feature; the drivers share theirs. */
const WEIGHTS = {
  net: 3,
  netStep: 1,
  netNeighbour: 0.5,
  netExtreme: 0.3,
  drivers: 1,
  dayBefore: 1,
  weekBefore: 0.3,
  weekMean: 1,
  dayBeforeMean: 0.8,
  dayBeforeLate: 0.6,
  weekend: 0.6,
  monday: 0.3,
  hour: 1.5,
  halfDay: 0.75,
} as const;

export const newPriceCurve = (): AnchoredProcess => new AnchoredProcess(KERNEL, ANCHORS);

/** All hours of a source on one scale: distances from the median in mean distances. */
function pooled(raw: Float64Array, { firstRow, settledRow }: ScaledDays): Float64Array {
  const learnt = raw
    .subarray(firstRow * HOURS, settledRow * HOURS)
    .filter(Number.isFinite)
    .sort();
  const center = learnt[learnt.length >> 1] ?? 0;
  const distance =
    learnt.reduce((total, value) => total + Math.abs(value - center), 0) / learnt.length;
  return raw.map((value) => (distance > 0 ? (value - center) / distance : 0));
}

/** Writes the weighted features of the 24 hours of a row, hour after hour; false if a value is missing. */
type WriteDay = (row: number, out: Float64Array) => boolean;

function curveFeatures(scaled: ScaledDays, view: LevelView): { count: number; write: WriteDay } {
  const { calendar } = scaled.days;
  const net = scaled.netLoad && pooled(scaled.netLoad.raw, scaled);
  const drivers = scaled.drivers.map(({ raw }) => pooled(raw, scaled));
  const count = (net ? 6 : 0) + drivers.length + 12;
  const seenBefore = new Float64Array(HOURS);
  const write: WriteDay = (row, out) => {
    let at = 0;
    const put = (weight: number, value: number): void => {
      out[at++] = Math.sqrt(weight) * value;
    };
    const start = row * HOURS;
    const netDay = net?.subarray(start, start + HOURS);
    const highest = netDay ? Math.max(...netDay) : 0;
    const lowest = netDay ? Math.min(...netDay) : 0;
    let mean = 0;
    let late = 0;
    const { see } = view.from(row);
    for (let hour = 0; hour < HOURS; hour++) {
      const seen = (seenBefore[hour] = see(1, hour));
      mean += seen / HOURS;
      if (hour >= HOURS - LATE_HOURS) late += seen / LATE_HOURS;
    }
    const weekday = calendar.weekday[row]!;
    const isSunday = weekday === SUNDAY || calendar.isHoliday[row] === 1;
    for (let hour = 0; hour < HOURS; hour++) {
      const i = start + hour;
      if (net) {
        put(WEIGHTS.net, net[i]!);
        put(WEIGHTS.netStep, net[i]! - net[i - HOURS]!);
        put(WEIGHTS.netNeighbour, net[i]! - net[i - 1]!);
        put(WEIGHTS.netNeighbour, hour + 1 < HOURS ? net[i]! - net[i + 1]! : 0);
        put(WEIGHTS.netExtreme, highest);
        put(WEIGHTS.netExtreme, lowest);
      }
      for (const driver of drivers) put(WEIGHTS.drivers / drivers.length, driver[i]!);
      const dayBefore = seenBefore[hour]!;
      const weekBefore = see(LONGEST_LAG, hour);
      let weekMean = (dayBefore + weekBefore) / LONGEST_LAG;
      for (let lag = 2; lag < LONGEST_LAG; lag++) weekMean += see(lag, hour) / LONGEST_LAG;
      put(WEIGHTS.dayBefore, dayBefore);
      put(WEIGHTS.weekBefore, weekBefore);
      put(WEIGHTS.weekMean, weekMean);
      put(WEIGHTS.dayBeforeMean, mean);
      put(WEIGHTS.dayBeforeLate, late);
      put(WEIGHTS.weekend, Number(weekday === SATURDAY && !isSunday));
      put(WEIGHTS.weekend, Number(isSunday));
      put(WEIGHTS.monday, Number(weekday === 0 && !isSunday));
      const angle = RADIANS_PER_HOUR * hour;
      put(WEIGHTS.hour, Math.sin(angle));
      put(WEIGHTS.hour, Math.cos(angle));
      put(WEIGHTS.halfDay, Math.sin(2 * angle));
      put(WEIGHTS.halfDay, Math.cos(2 * angle));
    }
    for (let i = 0; i < at; i++) if (!Number.isFinite(out[i])) return false;
    return true;
  };
  return { count, write };
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
  const { days, day, settledRow } = scaled;
  const view = levelView(scaled, levelDays);
  const { count, write } = curveFeatures(scaled, view);
  const firstRow = scaled.firstRow + LONGEST_LAG + 1;
  const dayValues = new Float64Array(HOURS * count);
  const values = new Float64Array(Math.max(0, day - firstRow) * dayValues.length);
  const wanted: number[] = [];
  let rows = 0;
  let settled = 0;
  for (let row = firstRow; row < day; row++) {
    if (days.isObserved[row] !== 1 || !write(row, dayValues)) continue;
    rows++;
    for (let hour = 0; hour < HOURS; hour++) {
      // Counted from a fixed day, so that it does not matter with which day the table begins.
      const isKept = (days.firstDay + row + hour) % THIN_HOURS === 0;
      if (row < settledRow - DENSE_DAYS && !isKept) continue;
      values.set(dayValues.subarray(hour * count, (hour + 1) * count), wanted.length * count);
      wanted.push(view.output(row, hour));
    }
    if (row < settledRow) settled = wanted.length;
  }
  if (rows < FEWEST_ROWS) return undefined;
  const size = wanted.length;
  const learnt = { values, count, size, wanted: Float64Array.from(wanted), settled };
  const keeper = memo && sumsKeeper(memo);
  const weights = recall(memo, 'curve', inputsOf(learnt, size), () =>
    process.learn(learnt, keeper),
  );
  if (weights === undefined) return undefined;
  const predict = process.forecaster(learnt, weights);
  return (row) => {
    if (!write(row, dayValues)) return undefined;
    const { tell } = view.from(row);
    const hours = new Float64Array(HOURS + 1);
    for (let hour = 0; hour < HOURS; hour++) {
      const features = dayValues.subarray(hour * count, (hour + 1) * count);
      hours[hour] = tell(hour, predict(features));
    }
    hours[HOURS] = hours[HOURS - 1]! + usualStep(days.target, row);
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
