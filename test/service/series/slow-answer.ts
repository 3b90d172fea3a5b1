// The answer of POST /api/fundamental/series, computed the slow and obvious way: one Temporal object per
// value, plain lists, the contract's sentences one by one. It uses nothing of src.

type Zoned = Temporal.ZonedDateTime;
type Value = number | null;

export type Native =
  | 'quarterhour'
  | 'halfhour'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year';

export interface SlowRun {
  /** A larger number is a newer run. */
  readonly age: number;
  /** The number of intervals after the series' first one. */
  readonly offset: number;
  readonly values: readonly Value[];
}

export interface SlowSeries {
  readonly native: Native;
  /** The start of the interval of `values[0]`, in the market's zone. */
  readonly start: Zoned;
  readonly values: readonly Value[];
  readonly runs: readonly SlowRun[];
}

export interface SlowQuestion {
  /** The first and last instant wanted, both included; undefined if left out. */
  readonly from: Temporal.Instant | undefined;
  readonly to: Temporal.Instant | undefined;
  readonly resolution: string;
  readonly aggregation: string;
  /** The zone of keys with an offset; undefined for market time without one. */
  readonly timeZone: string | undefined;
}

interface Stamped {
  readonly start: Zoned;
  readonly end: Zoned;
  readonly value: Value;
  /** The age of the run that a forecast value is of. */
  readonly run?: number | undefined;
}

const LENGTHS: readonly Native[] = [
  'quarterhour',
  'halfhour',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
];

const BLOCKS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  peak: [[9, 20]],
  offpeak: [
    [0, 8],
    [20, 24],
  ],
  offpeak1: [[0, 8]],
  offpeak2: [[20, 24]],
  night: [[0, 6]],
  rushhour: [[16, 20]],
};

const isBefore = (a: Temporal.Instant, b: Temporal.Instant): boolean =>
  Temporal.Instant.compare(a, b) < 0;

/** The start of the interval after the one that begins at `start`. */
export function stepFrom(native: Native, start: Zoned, count = 1): Zoned {
  const zone = start.timeZoneId;
  const date = start.toPlainDate();
  if (native === 'quarterhour') return start.add({ minutes: 15 * count });
  if (native === 'halfhour') return start.add({ minutes: 30 * count });
  if (native === 'hour') return start.add({ hours: count });
  if (native === 'day') return date.add({ days: count }).toZonedDateTime(zone);
  if (native === 'week') return date.add({ weeks: count }).toZonedDateTime(zone);
  if (native === 'month') return date.add({ months: count }).toZonedDateTime(zone);
  if (native === 'quarter') return date.add({ months: 3 * count }).toZonedDateTime(zone);
  return date.add({ years: count }).toZonedDateTime(zone);
}

/** The start of the interval that contains a moment. */
export function startOf(native: Native, moment: Zoned): Zoned {
  const hour = moment.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const [zone, date] = [moment.timeZoneId, moment.toPlainDate()];
  if (native === 'quarterhour') return hour.add({ minutes: Math.floor(moment.minute / 15) * 15 });
  if (native === 'halfhour') return hour.add({ minutes: Math.floor(moment.minute / 30) * 30 });
  if (native === 'hour') return hour;
  if (native === 'day') return moment.startOfDay();
  if (native === 'week') return date.subtract({ days: date.dayOfWeek - 1 }).toZonedDateTime(zone);
  if (native === 'month') return date.with({ day: 1 }).toZonedDateTime(zone);
  const month = native === 'year' ? 1 : Math.floor((date.month - 1) / 3) * 3 + 1;
  return date.with({ day: 1, month }).toZonedDateTime(zone);
}

/** Every value of a series, in order: observed, then of the newest run that has one. */
function contentsOf({ native, start, values, runs }: SlowSeries): Stamped[] {
  const observed = new Map<number, number>();
  for (const [i, value] of values.entries()) if (value !== null) observed.set(i, value);
  const forecast = new Map<number, number>();
  const runOf = new Map<number, number>();
  const covered = new Set<number>();
  for (const { age, offset, values: given } of [...runs].sort((a, b) => a.age - b.age)) {
    for (const [i, value] of given.entries()) {
      covered.add(offset + i);
      if (value === null) continue;
      forecast.set(offset + i, value);
      runOf.set(offset + i, age);
    }
  }
  const last = Math.max(...observed.keys(), Number.NEGATIVE_INFINITY);
  const first = Math.min(...(observed.size > 0 ? observed.keys() : covered));
  const end = Math.max(last, ...covered);
  const contents: Stamped[] = [];
  let stamp = stepFrom(native, start, first);
  for (let i = first; i <= end; i++) {
    const value = i <= last ? observed.get(i) : forecast.get(i);
    const next = stepFrom(native, stamp);
    const run = i <= last ? undefined : runOf.get(i);
    contents.push({ start: stamp, end: next, value: value ?? null, run });
    stamp = next;
  }
  return contents;
}

/** The end if To is left out: the last observed time stamp, or the newest run's if that is later. */
function defaultEnd({ native, start, values, runs }: SlowSeries): Temporal.Instant {
  const newest = [...runs].sort((a, b) => b.age - a.age)[0];
  const ends = values.flatMap((value, i) => (value === null ? [] : [i]));
  if (newest) ends.push(newest.offset + newest.values.length - 1);
  return stepFrom(native, start, Math.max(...ends)).toInstant();
}

/** One value out of several; an average weighs each by how long it lasts. */
function reduce(aggregation: string, members: readonly Stamped[]): Value {
  const present = members.flatMap(({ start, end, value }) =>
    value === null ? [] : [{ value, hours: start.until(end).total('hours') }],
  );
  if (present.length === 0) return null;
  const values = present.map(({ value }) => value);
  if (aggregation === 'Count') return values.length;
  if (aggregation === 'Sum') return values.reduce((sum, value) => sum + value, 0);
  if (aggregation === 'Min') return Math.min(...values);
  if (aggregation === 'Max') return Math.max(...values);
  const weighed = present.reduce((sum, { value, hours }) => sum + value * hours, 0);
  return weighed / present.reduce((sum, { hours }) => sum + hours, 0);
}

function isInBlock(resolution: string, { start }: Stamped): boolean {
  if (!(resolution in BLOCKS) && !resolution.endsWith('week')) return true;
  if (resolution === 'week') return true;
  const isWeekend = start.dayOfWeek === 6 || start.dayOfWeek === 7;
  if (resolution.endsWith('week') && isWeekend) return true;
  const hours = BLOCKS[resolution.replace(/week$/, '')]!;
  return hours.some(([from, to]) => from <= start.hour && start.hour < to);
}

function keyOf(start: Zoned, timeZone: string | undefined): string {
  const wall = (moment: Zoned) => moment.toPlainDateTime().toString({ smallestUnit: 'second' });
  if (timeZone === undefined) return wall(start);
  const moved = start.withTimeZone(timeZone);
  return `${wall(moved)}${timeZone === 'UTC' ? 'Z' : moved.offset}`;
}

/** The wall clock shows one hour twice in autumn: its key has the mean of the present values. */
function mergeKeys(points: readonly (readonly [string, Value])[]): Map<string, Value> {
  const merged = new Map<string, Value[]>();
  for (const [key, value] of points) {
    merged.set(key, [...(merged.get(key) ?? []), value]);
  }
  return new Map(
    [...merged.keys()].sort().map((key) => {
      const present = merged.get(key)!.filter((value) => value !== null);
      const sum = present.reduce((total, value) => total + value, 0);
      return [key, present.length === 0 ? null : sum / present.length];
    }),
  );
}

/** A value of an answer, and the stored values that it is made of. */
interface SlowPoint {
  readonly start: Zoned;
  readonly value: Value;
  /** The values of the span that belong to it, gaps too. */
  readonly members: readonly Stamped[];
  /** The native intervals of all of its bucket. */
  readonly expected: () => number;
}

/** The points of an answer; undefined if the request is refused as reversed. */
function slowPoints(series: SlowSeries, question: SlowQuestion): SlowPoint[] | undefined {
  const { resolution, aggregation } = question;
  const contents = contentsOf(series);
  const [firstStamp, lastStamp] = [contents[0]!, contents.at(-1)!].map((c) => c.start.toInstant());
  const from = question.from ?? firstStamp!;
  const to = question.to ?? defaultEnd(series);
  if (question.from && question.to && isBefore(to, from)) return undefined;
  const inSpan = contents.filter(({ start }) => {
    const stamp = start.toInstant();
    return !isBefore(stamp, from) && !isBefore(to, stamp);
  });
  if (inSpan.length === 0) return [];

  const isExtraction = resolution in BLOCKS || /.week$/.test(resolution);
  const wanted = isExtraction ? 'day' : (resolution as Native);
  const isAsStored = !isExtraction && LENGTHS.indexOf(wanted) <= LENGTHS.indexOf(series.native);
  if (isAsStored || resolution === 'native')
    return inSpan.map((stored) => ({ ...stored, members: [stored], expected: () => 1 }));
  const points: SlowPoint[] = [];
  const first = isBefore(from, firstStamp!) ? firstStamp! : from;
  const last = isBefore(lastStamp!, to) ? lastStamp! : to;
  const zone = series.start.timeZoneId;
  let bucket = startOf(wanted, first.toZonedDateTimeISO(zone));
  let rest = inSpan;
  while (!isBefore(last, bucket.toInstant())) {
    const next = stepFrom(wanted, bucket);
    const later = rest.findIndex(({ start }) => !isBefore(start.toInstant(), next.toInstant()));
    const inBucket = later < 0 ? rest : rest.slice(0, later);
    rest = rest.slice(inBucket.length);
    const members = inBucket.filter((stamped) => isInBlock(resolution, stamped));
    const [start, end] = [bucket, next];
    const expected = () => countIntervals(series.native, resolution, start, end);
    points.push({ start, value: reduce(aggregation, members), members, expected });
    bucket = next;
  }
  return points;
}

/** Counts the native intervals that begin between two moments and belong to a resolution's block. */
function countIntervals(native: Native, resolution: string, from: Zoned, end: Zoned): number {
  let count = 0;
  let start = startOf(native, from);
  while (isBefore(start.toInstant(), end.toInstant())) {
    const isIn = !isBefore(start.toInstant(), from.toInstant());
    if (isIn && isInBlock(resolution, { start, end: start, value: null })) count++;
    start = stepFrom(native, start);
  }
  return count;
}

/** The entries of Values; undefined if the request is refused as reversed. */
export function slowAnswer(
  series: SlowSeries,
  question: SlowQuestion,
): Map<string, Value> | undefined {
  const { timeZone } = question;
  const points = slowPoints(series, question)?.map(
    ({ start, value }) => [keyOf(start, timeZone), value] as const,
  );
  if (!points) return undefined;
  return timeZone === undefined ? mergeKeys(points) : new Map(points);
}

export interface SlowRow {
  readonly time: number;
  readonly value: Value;
  readonly count: number;
  readonly expected: number;
  readonly kind: 'observed' | 'forecast' | 'mixed' | null;
  /** The age of the one run of the forecast values. */
  readonly run: number | null;
}

/**
 * The points with what is said of them. Values of a smaller share than `threshold` are left out.
 * Undefined if the request is refused as reversed.
 */
export function slowRows(
  series: SlowSeries,
  question: SlowQuestion,
  threshold: number,
): SlowRow[] | undefined {
  return slowPoints(series, question)?.map(({ start, value, members, expected: countAll }) => {
    const present = members.filter((member) => member.value !== null);
    const forecasts = present.filter(({ run }) => run !== undefined);
    const expected = countAll();
    const isKept = value !== null && present.length / expected >= threshold;
    const runs = new Set(forecasts.map(({ run }) => run!));
    const kind =
      forecasts.length === 0
        ? 'observed'
        : forecasts.length === present.length
          ? 'forecast'
          : 'mixed';
    return {
      time: start.epochMilliseconds,
      value: isKept ? value : null,
      count: present.length,
      expected,
      kind: isKept ? kind : null,
      run: isKept && runs.size === 1 ? [...runs][0]! : null,
    };
  });
}
