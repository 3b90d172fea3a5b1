// The features of a day for the Gaussian process: hours on robust scales, summaries and the calendar, each
// group with its weight. Days are alike if their features are.

import { HOURS } from '#model/days/filled-days';
import type { ScaledDays, ScaledSource } from '#model/days/scaled-days';
import { type LevelView, placeOfLag } from '#model/members/level-view';
import { fitRobustScale, type RobustScale, toScaled } from '#model/numbers/robust-scale';

const LONGEST_LAG = 7;
/** The weight of each group, shared by its columns. */
const WEIGHTS = {
  targetLags: [
    [1, 1],
    [2, 0.3],
    [3, 0.2],
    [7, 0.3],
  ],
  driverLags: [
    [0, 2],
    [1, 0.5],
  ],
  netLoad: 2,
  /** The steps of the net load from hour to hour: plants that have to start make a steep hour dear. */
  netSteps: 1,
  /** The last six hours of the day before once more, as they show the latest level. */
  lateHours: 1,
  summaries: 1,
  weekday: 0.6,
  season: 0.3,
} as const;
/** The weight of all drivers: two drivers have full weight, more of them share it. */
const FULL_DRIVERS = 2;
const LATE_HOURS = 6;
/** The steps within a day. */
const STEPS = HOURS - 1;
const RADIANS_PER_DAY = (2 * Math.PI) / 365.25;

export interface GpFeatures {
  readonly count: number;
  /** The first row with all the days that its features need. */
  readonly firstRow: number;
  /** Writes the weighted features of a row; false if a value is missing. */
  readonly write: (row: number, out: Float64Array) => boolean;
}

function meanOf(values: Float64Array, row: number): number {
  let total = 0;
  for (let i = row * HOURS; i < (row + 1) * HOURS; i++) total += values[i]!;
  return total / HOURS;
}

/** A source with the means of its first days, which do not change any more. */
interface DayMeans {
  readonly raw: Float64Array;
  readonly known: Float64Array;
}

function dayMeansOf(raw: Float64Array, day: number): DayMeans {
  const known = new Float64Array(day);
  for (let row = 0; row < day; row++) known[row] = meanOf(raw, row);
  return { raw, known };
}

const dayMean = ({ raw, known }: DayMeans, row: number): number =>
  row < known.length ? known[row]! : meanOf(raw, row);

function weekMean(means: DayMeans, row: number): number {
  let total = 0;
  for (let lag = 1; lag <= LONGEST_LAG; lag++) total += dayMean(means, row - lag);
  return total / LONGEST_LAG;
}

/**
 * Writes yesterday's lowest, highest and mean value and the week's mean; the drivers' mean, step and distance. The means
 * are those of the target and of the drivers.
 */
function writeSummaries(
  [own, ...drivers]: readonly DayMeans[],
  row: number,
  out: Float64Array,
  at: number,
): void {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = (row - 1) * HOURS; i < row * HOURS; i++) {
    low = Math.min(low, own!.raw[i]!);
    high = Math.max(high, own!.raw[i]!);
  }
  out[at] = low;
  out[at + 1] = high;
  out[at + 2] = dayMean(own!, row - 1);
  out[at + 3] = weekMean(own!, row);
  let to = at + 4;
  for (const means of drivers) {
    const mean = dayMean(means, row);
    out[to++] = mean;
    out[to++] = mean - dayMean(means, row - 1);
    out[to++] = mean - weekMean(means, row);
  }
}

/** The scales of the summaries over the rows whose scales are settled. */
function summaryScales(
  { settledRow, drivers }: ScaledDays,
  means: readonly DayMeans[],
  firstRow: number,
): RobustScale[] {
  const rows = Math.max(0, settledRow - firstRow);
  const width = 4 + 3 * drivers.length;
  const all = new Float64Array(rows * width);
  for (let i = 0; i < rows; i++) writeSummaries(means, firstRow + i, all, i * width);
  return Array.from({ length: width }, (_, column) => fitRobustScale(all, column, width));
}

/** The step to each hour from `firstRow` on from the hour before, on the scale of that hour over the settled rows. */
function stepsOf(raw: Float64Array, { firstRow, settledRow }: ScaledDays): Float64Array {
  const seen = raw.subarray(firstRow * HOURS);
  const changes = new Float64Array(seen.length).fill(Number.NaN);
  for (let i = 1; i < seen.length; i++) changes[i] = seen[i]! - seen[i - 1]!;
  const learnt = changes.subarray(0, (settledRow - firstRow) * HOURS);
  const scales = Array.from({ length: HOURS }, (_, hour) => fitRobustScale(learnt, hour, HOURS));
  for (let i = 0; i < changes.length; i++) {
    changes[i] = toScaled(scales[i % HOURS]!, 'asinh', changes[i]!);
  }
  return changes;
}

/** Hours of a source, `lag` days before the row, with the weight of the whole day. */
type HourBlock = readonly [source: ScaledSource, lag: number, weight: number];

/** What the features of each row are made of. */
interface FeatureParts {
  readonly scaled: ScaledDays;
  readonly view: LevelView;
  readonly blocks: readonly HourBlock[];
  readonly steps: Float64Array | undefined;
  readonly means: readonly DayMeans[];
  readonly scales: readonly RobustScale[];
}

export function gpFeatures(scaled: ScaledDays, view: LevelView): GpFeatures {
  const { drivers, netLoad, target, day } = scaled;
  const firstRow = scaled.firstRow + LONGEST_LAG;
  const means = [target, ...drivers].map(({ raw }) => dayMeansOf(raw, day));
  const scales = summaryScales(scaled, means, firstRow);
  const driverShare = Math.min(1, FULL_DRIVERS / Math.max(1, drivers.length));
  const blocks: HourBlock[] = drivers.flatMap((driver) =>
    WEIGHTS.driverLags.map(([lag, weight]): HourBlock => [driver, lag, weight * driverShare]),
  );
  if (netLoad !== undefined) blocks.push([netLoad, 0, WEIGHTS.netLoad]);
  const steps = netLoad && stepsOf(netLoad.raw, scaled);
  const parts = { scaled, view, blocks, steps, means, scales };
  const calendarColumns = 12;
  const dayBlocks = WEIGHTS.targetLags.length + blocks.length;
  const stepColumns = steps === undefined ? 0 : STEPS;
  const count = dayBlocks * HOURS + stepColumns + LATE_HOURS + scales.length + calendarColumns;
  return { count, firstRow, write: (row, out) => writeFeatures(parts, row, out) };
}

/** A function of the module: an engine forgets what it made of a function that ends with its fit. */
function writeFeatures(
  { scaled, view, blocks, steps, means, scales }: FeatureParts,
  row: number,
  out: Float64Array,
): boolean {
  let at = 0;
  const { past } = view.from(row);
  for (const [lag, weight] of WEIGHTS.targetLags) {
    const share = Math.sqrt(weight / HOURS);
    const start = placeOfLag(lag);
    for (let hour = 0; hour < HOURS; hour++) out[at++] = share * past[start + hour]!;
  }
  for (const [source, lag, weight] of blocks) {
    const share = Math.sqrt(weight / HOURS);
    const start = (row - lag - scaled.firstRow) * HOURS;
    for (let hour = 0; hour < HOURS; hour++) out[at++] = share * source.scaled[start + hour]!;
  }
  if (steps !== undefined) {
    const share = Math.sqrt(WEIGHTS.netSteps / STEPS);
    const start = (row - scaled.firstRow) * HOURS;
    for (let hour = 1; hour < HOURS; hour++) out[at++] = share * steps[start + hour]!;
  }
  const lateShare = Math.sqrt(WEIGHTS.lateHours / LATE_HOURS);
  const lateStart = past.length - LATE_HOURS;
  for (let i = lateStart; i < past.length; i++) out[at++] = lateShare * past[i]!;
  const share = Math.sqrt(WEIGHTS.summaries / scales.length);
  writeSummaries(means, row, out, at);
  for (const scale of scales) {
    out[at] = share * toScaled(scale, 'asinh', out[at]!);
    at++;
  }
  writeCalendar(scaled.days.calendar, row, out, at);
  for (let i = 0; i < at; i++) if (!Number.isFinite(out[i])) return false;
  return true;
}

/** Seven weekdays, weekend, holiday, bridge day, and the sine and cosine of the day of the year. */
function writeCalendar(
  calendar: ScaledDays['days']['calendar'],
  row: number,
  out: Float64Array,
  at: number,
): void {
  const weekday = calendar.weekday[row]!;
  const share = Math.sqrt(WEIGHTS.weekday / 8);
  out.fill(0, at, at + 10);
  out[at + weekday] = share;
  if (weekday >= 5) out[at + 7] = share;
  if (calendar.isHoliday[row] === 1) out[at + 8] = 2 * share;
  if (calendar.isBridge[row] === 1) out[at + 9] = share;
  const season = Math.sqrt(WEIGHTS.season / 2);
  out[at + 10] = season * Math.sin(RADIANS_PER_DAY * calendar.dayOfYear[row]!);
  out[at + 11] = season * Math.cos(RADIANS_PER_DAY * calendar.dayOfYear[row]!);
}
