// The features of an hour for the curve of supply: its net load and drivers, the last prices, the kind of day and the
// hour, each with its weight. Hours are alike if their features are.

import { HOURS } from '#model/days/filled-days';
import type { ScaledDays } from '#model/days/scaled-days';
import type { HourFeatures, WriteHours } from '#model/members/learnt-hours';
import { type LevelView, placeOfLag } from '#model/members/level-view';

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

/** The hours of a source from `firstRow` on, on one scale: distances from the median in mean distances. */
function pooled(raw: Float64Array, { firstRow, settledRow }: ScaledDays): Float64Array {
  const learnt = new Float64Array(Math.max(0, settledRow - firstRow) * HOURS);
  let count = 0;
  for (let i = firstRow * HOURS; i < settledRow * HOURS; i++) {
    if (Number.isFinite(raw[i]!)) learnt[count++] = raw[i]!;
  }
  learnt.subarray(0, count).sort();
  const center = count > 0 ? learnt[count >> 1]! : 0;
  let distance = 0;
  for (let i = 0; i < count; i++) distance += Math.abs(learnt[i]! - center) / count;
  const scaled = new Float64Array(raw.length);
  for (let i = firstRow * HOURS; i < raw.length; i++) {
    scaled[i] = distance > 0 ? (raw[i]! - center) / distance : 0;
  }
  return scaled;
}

type Weighted = keyof typeof WEIGHTS;
const SHARES = Object.fromEntries(
  Object.entries(WEIGHTS).map(([name, weight]) => [name, Math.sqrt(weight)]),
) as Record<Weighted, number>;

/** The features of each hour of a day that are the same on all days. */
const HOUR_FEATURES = Array.from({ length: HOURS }, (_, hour) => {
  const angle = RADIANS_PER_HOUR * hour;
  return [
    ...[Math.sin(angle), Math.cos(angle)].map((value) => SHARES.hour * value),
    ...[Math.sin(2 * angle), Math.cos(2 * angle)].map((value) => SHARES.halfDay * value),
  ];
});

/** Whether no number of a part is missing. */
function isKnown(values: Float64Array, from: number, to: number): boolean {
  let total = 0;
  for (let i = from; i < to; i++) total += values[i]!;
  return Number.isFinite(total);
}

/** The features of the kind of day. */
function dayFeatures({ calendar }: ScaledDays['days'], row: number): readonly number[] {
  const weekday = calendar.weekday[row]!;
  const isSunday = weekday === SUNDAY || calendar.isHoliday[row] === 1;
  return [
    weekday === SATURDAY && !isSunday ? SHARES.weekend : 0,
    isSunday ? SHARES.weekend : 0,
    weekday === 0 && !isSunday ? SHARES.monday : 0,
  ];
}

/** Writes what net load says of hour `hour` of a row, whose first hour is at `start`. */
function writeNet(
  net: Float64Array,
  start: number,
  hour: number,
  { highest, lowest }: Extremes,
  out: Float64Array,
  at: number,
): void {
  const i = start + hour;
  const value = net[i]!;
  out[at] = SHARES.net * value;
  out[at + 1] = SHARES.netStep * (value - net[i - HOURS]!);
  out[at + 2] = SHARES.netNeighbour * (value - net[i - 1]!);
  out[at + 3] = hour + 1 < HOURS ? SHARES.netNeighbour * (value - net[i + 1]!) : 0;
  out[at + 4] = SHARES.netExtreme * highest;
  out[at + 5] = SHARES.netExtreme * lowest;
}

interface Extremes {
  readonly highest: number;
  readonly lowest: number;
}

function extremesOf(net: Float64Array, start: number): Extremes {
  let [highest, lowest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = start; i < start + HOURS; i++) {
    highest = Math.max(highest, net[i]!);
    lowest = Math.min(lowest, net[i]!);
  }
  return { highest, lowest };
}

interface DayBefore {
  readonly mean: number;
  /** The mean of the last hours. */
  readonly late: number;
}

function dayBeforeOf(past: Float64Array): DayBefore {
  const last = placeOfLag(1);
  let [mean, late] = [0, 0];
  for (let hour = 0; hour < HOURS; hour++) {
    mean += past[last + hour]! / HOURS;
    if (hour >= HOURS - LATE_HOURS) late += past[last + hour]! / LATE_HOURS;
  }
  return { mean, late };
}

/** Writes what the prices of the week before say of an hour; `past` has them as seen from its row. */
function writePast(
  past: Float64Array,
  hour: number,
  { mean, late }: DayBefore,
  out: Float64Array,
  at: number,
): void {
  let week = 0;
  for (let i = hour; i < past.length; i += HOURS) week += past[i]!;
  out[at] = SHARES.dayBefore * past[placeOfLag(1) + hour]!;
  out[at + 1] = SHARES.weekBefore * past[hour]!;
  out[at + 2] = (SHARES.weekMean / LONGEST_LAG) * week;
  out[at + 3] = SHARES.dayBeforeMean * mean;
  out[at + 4] = SHARES.dayBeforeLate * late;
}

/** What the features of each row are made of; net load and drivers are on scales of all hours. */
interface FeatureParts {
  readonly scaled: ScaledDays;
  readonly net: Float64Array | undefined;
  readonly drivers: readonly Float64Array[];
}

export function curveFeatures(scaled: ScaledDays, view: LevelView): HourFeatures {
  const net = scaled.netLoad && pooled(scaled.netLoad.raw, scaled);
  const drivers = scaled.drivers.map(({ raw }) => pooled(raw, scaled));
  const parts = { scaled, net, drivers };
  const count = (net ? 6 : 0) + drivers.length + 12;
  const write: WriteHours = (row, first, step, out, at) => {
    const { past } = view.from(row);
    if (!isKnownAt(parts, row, past)) return false;
    writeFeatures(parts, row, past, first, step, out, at);
    return true;
  };
  return { count, write };
}

function isKnownAt({ net, drivers }: FeatureParts, row: number, past: Float64Array): boolean {
  const start = row * HOURS;
  if (!isKnown(past, 0, past.length)) return false;
  for (const driver of drivers) if (!isKnown(driver, start, start + HOURS)) return false;
  return net === undefined || isKnown(net, start - HOURS, start + HOURS);
}

/** A function of the module: an engine forgets what it made of a function that ends with its fit. */
function writeFeatures(
  { scaled, net, drivers }: FeatureParts,
  row: number,
  past: Float64Array,
  first: number,
  step: number,
  out: Float64Array,
  at: number,
): void {
  const start = row * HOURS;
  const dayBefore = dayBeforeOf(past);
  const extremes = net && extremesOf(net, start);
  const driverShare = Math.sqrt(WEIGHTS.drivers / drivers.length);
  const kindOfDay = dayFeatures(scaled.days, row);
  let to = at;
  for (let hour = first; hour < HOURS; hour += step) {
    if (net && extremes) {
      writeNet(net, start, hour, extremes, out, to);
      to += 6;
    }
    for (const driver of drivers) out[to++] = driverShare * driver[start + hour]!;
    writePast(past, hour, dayBefore, out, to);
    to += 5;
    for (const value of kindOfDay) out[to++] = value;
    for (const value of HOUR_FEATURES[hour]!) out[to++] = value;
  }
}
