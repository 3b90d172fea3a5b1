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

/** All hours of a source on one scale: distances from the median in mean distances. */
function pooled(raw: Float64Array, { firstRow, settledRow }: ScaledDays): Float64Array {
  const learnt = raw
    .subarray(firstRow * HOURS, settledRow * HOURS)
    .filter(Number.isFinite)
    .sort();
  const center = learnt[learnt.length >> 1] ?? 0;
  let distance = 0;
  for (let i = 0; i < learnt.length; i++) {
    distance += Math.abs(learnt[i]! - center) / learnt.length;
  }
  const scaled = new Float64Array(raw.length);
  for (let i = 0; i < raw.length; i++) {
    scaled[i] = distance > 0 ? (raw[i]! - center) / distance : 0;
  }
  return scaled;
}

const share = (weight: keyof typeof WEIGHTS): number => Math.sqrt(WEIGHTS[weight]);

/** The features of each hour of a day that are the same on all days. */
const HOUR_FEATURES = Array.from({ length: HOURS }, (_, hour) => {
  const angle = RADIANS_PER_HOUR * hour;
  return [
    ...[Math.sin(angle), Math.cos(angle)].map((value) => share('hour') * value),
    ...[Math.sin(2 * angle), Math.cos(2 * angle)].map((value) => share('halfDay') * value),
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
    weekday === SATURDAY && !isSunday ? share('weekend') : 0,
    isSunday ? share('weekend') : 0,
    weekday === 0 && !isSunday ? share('monday') : 0,
  ];
}

/** Writes what net load says of hour `hour` of a row, whose first hour is at `start`. */
type WriteNet = (start: number, hour: number, out: Float64Array, at: number) => void;

function netFeatures(net: Float64Array): WriteNet {
  const [own, stepShare, around] = [share('net'), share('netStep'), share('netNeighbour')];
  const extreme = share('netExtreme');
  let seenStart = -1;
  let [highest, lowest] = [0, 0];
  return (start, hour, out, at) => {
    if (start !== seenStart) {
      const day = net.subarray(start, start + HOURS);
      [highest, lowest] = [extreme * Math.max(...day), extreme * Math.min(...day)];
      seenStart = start;
    }
    const i = start + hour;
    const value = net[i]!;
    out[at] = own * value;
    out[at + 1] = stepShare * (value - net[i - HOURS]!);
    out[at + 2] = around * (value - net[i - 1]!);
    out[at + 3] = hour + 1 < HOURS ? around * (value - net[i + 1]!) : 0;
    out[at + 4] = highest;
    out[at + 5] = lowest;
  };
}

/** Writes what the prices of the week before say of an hour; `past` has them as seen from its row. */
type WritePast = (hour: number, out: Float64Array, at: number) => void;

function pastFeatures(past: Float64Array): WritePast {
  const last = placeOfLag(1);
  let [mean, late] = [0, 0];
  for (let hour = 0; hour < HOURS; hour++) {
    mean += past[last + hour]! / HOURS;
    if (hour >= HOURS - LATE_HOURS) late += past[last + hour]! / LATE_HOURS;
  }
  const means = [share('dayBeforeMean') * mean, share('dayBeforeLate') * late] as const;
  const [dayShare, weekShare] = [share('dayBefore'), share('weekBefore')];
  const meanShare = share('weekMean') / LONGEST_LAG;
  return (hour, out, at) => {
    let week = 0;
    for (let i = hour; i < past.length; i += HOURS) week += past[i]!;
    out[at] = dayShare * past[last + hour]!;
    out[at + 1] = weekShare * past[hour]!;
    out[at + 2] = meanShare * week;
    out[at + 3] = means[0];
    out[at + 4] = means[1];
  };
}

export function curveFeatures(scaled: ScaledDays, view: LevelView): HourFeatures {
  const net = scaled.netLoad && pooled(scaled.netLoad.raw, scaled);
  const writeNet = net && netFeatures(net);
  const drivers = scaled.drivers.map(({ raw }) => pooled(raw, scaled));
  const driverShare = Math.sqrt(WEIGHTS.drivers / drivers.length);
  const count = (net ? 6 : 0) + drivers.length + 12;
  const write: WriteHours = (row, first, step, out, at) => {
    const start = row * HOURS;
    const { past } = view.from(row);
    const isWhole =
      isKnown(past, 0, past.length) &&
      drivers.every((driver) => isKnown(driver, start, start + HOURS)) &&
      (net === undefined || isKnown(net, start - HOURS, start + HOURS));
    if (!isWhole) return false;
    const kindOfDay = dayFeatures(scaled.days, row);
    const writePast = pastFeatures(past);
    let to = at;
    for (let hour = first; hour < HOURS; hour += step) {
      if (writeNet) {
        writeNet(start, hour, out, to);
        to += 6;
      }
      for (const driver of drivers) out[to++] = driverShare * driver[start + hour]!;
      writePast(hour, out, to);
      to += 5;
      for (const value of kindOfDay) out[to++] = value;
      for (const value of HOUR_FEATURES[hour]!) out[to++] = value;
    }
    return true;
  };
  return { count, write };
}
