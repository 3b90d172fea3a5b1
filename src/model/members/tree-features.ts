// The features of an hour for boosted trees: net load, drivers, the last prices and the kind of day. Trees only see
// which of two values is larger, so that no scales are needed.

import { HOURS } from '#model/days/filled-days';
import type { ScaledDays } from '#model/days/scaled-days';
import type { HourFeatures, WriteHours } from '#model/members/learnt-hours';
import { type LevelView, placeOfLag, SEEN_DAYS } from '#model/members/level-view';

const LATE_HOURS = 3;
const SATURDAY = 5;
const WEEK = SEEN_DAYS * HOURS;

interface Summary {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

function summaryOf(values: Float64Array, from: number, to = from + HOURS): Summary {
  let [mean, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = from; i < to; i++) {
    mean += values[i]! / (to - from);
    low = Math.min(low, values[i]!);
    high = Math.max(high, values[i]!);
  }
  return { mean, low, high };
}

/** Writes what a source says of an hour to `out` from `at` on, and returns the place after it. */
type WriteHour = (hour: number, out: Float64Array, at: number) => number;

const NET_COLUMNS = 11;

/** The net load of the day that begins at `start`, beside that of the hours and days around. */
function netOf(net: Float64Array, start: number): WriteHour {
  const { mean, low, high } = summaryOf(net, start);
  const step = mean - summaryOf(net, start - HOURS).mean;
  const distance = mean - summaryOf(net, start - WEEK, start).mean;
  return (hour, out, at) => {
    const i = start + hour;
    const own = net[i]!;
    out[at++] = own;
    out[at++] = own - net[i - HOURS]!;
    out[at++] = own - net[i - 1]!;
    out[at++] = hour + 1 < HOURS ? own - net[i + 1]! : 0;
    out[at++] = high;
    out[at++] = low;
    out[at++] = mean;
    out[at++] = step;
    out[at++] = distance;
    out[at++] = own - net[i - WEEK]!;
    out[at++] = net[i - HOURS]!;
    return at;
  };
}

const DRIVER_COLUMNS = 2;

const driverOf =
  (values: Float64Array, start: number): WriteHour =>
  (hour, out, at) => {
    const own = values[start + hour]!;
    out[at++] = own;
    out[at++] = own - values[start + hour - HOURS]!;
    return at;
  };

const PAST_COLUMNS = 11;

/** The prices of the week before, as seen from their row. */
function pastOf(past: Float64Array): WriteHour {
  const [last, before, week] = [placeOfLag(1), placeOfLag(2), placeOfLag(SEEN_DAYS)];
  const yesterday = summaryOf(past, last);
  const late = summaryOf(past, WEEK - LATE_HOURS, WEEK).mean;
  const dayMeans = [before, week].map((start) => summaryOf(past, start).mean);
  return (hour, out, at) => {
    let mean = 0;
    for (let i = hour; i < WEEK; i += HOURS) mean += past[i]! / SEEN_DAYS;
    out[at++] = past[last + hour]!;
    out[at++] = past[before + hour]!;
    out[at++] = past[week + hour]!;
    out[at++] = mean;
    out[at++] = yesterday.mean;
    out[at++] = late;
    out[at++] = past[WEEK - 1]!;
    out[at++] = yesterday.low;
    out[at++] = yesterday.high;
    out[at++] = dayMeans[0]!;
    out[at++] = dayMeans[1]!;
    return at;
  };
}

const DAY_COLUMNS = 3;

function kindOf({ calendar }: ScaledDays['days'], row: number): WriteHour {
  const weekday = calendar.weekday[row]!;
  const isFree = weekday >= SATURDAY || calendar.isHoliday[row] === 1;
  return (hour, out, at) => {
    out[at++] = weekday;
    out[at++] = isFree ? 1 : 0;
    out[at++] = hour;
    return at;
  };
}

export function treeFeatures(scaled: ScaledDays, view: LevelView): HourFeatures {
  const net = scaled.netLoad?.raw;
  const drivers = scaled.drivers.map(({ raw }) => raw);
  const netColumns = net === undefined ? 0 : NET_COLUMNS;
  const count = netColumns + DRIVER_COLUMNS * drivers.length + PAST_COLUMNS + DAY_COLUMNS;
  const write: WriteHours = (row, first, step, out, at) => {
    const start = row * HOURS;
    const writers = [
      ...(net === undefined ? [] : [netOf(net, start)]),
      ...drivers.map((values) => driverOf(values, start)),
      pastOf(view.from(row).past),
      kindOf(scaled.days, row),
    ];
    let to = at;
    for (let hour = first; hour < HOURS; hour += step) {
      for (const writeHour of writers) to = writeHour(hour, out, to);
    }
    for (let i = at; i < to; i++) if (!Number.isFinite(out[i])) return false;
    return true;
  };
  return { count, write };
}
