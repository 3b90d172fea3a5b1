// The slow, obvious way to do what core does fast: one Temporal object per value, loops over lists.
// It uses nothing of core's arithmetic; the property tests compare the results of both.

import type { ResolutionName } from '#core/time/resolution';
import type { Aggregation } from '#core/values/aggregation';

/** One stored value and the interval it covers; NaN is a gap. */
export interface StoredValue {
  readonly start: Temporal.ZonedDateTime;
  readonly end: Temporal.ZonedDateTime;
  readonly value: number;
}

/** An inclusive stretch of time, as the interface names it. */
export interface ReferenceSpan {
  readonly first: Temporal.Instant;
  readonly last: Temporal.Instant;
}

export interface ReferencePoint {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly value: number;
}

/** Hours such as `[[0, 8], [20, 24]]`; all hours at weekends if `isBaseAtWeekends`. */
export interface ReferenceBlock {
  readonly hours: readonly (readonly [number, number])[];
  readonly isBaseAtWeekends: boolean;
}

type Zoned = Temporal.ZonedDateTime;

/** The start of the interval of a resolution that contains a moment. */
export function floorTo(resolution: ResolutionName, moment: Zoned): Zoned {
  const onClock = (minute: number) =>
    moment.with({ minute, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
  const date = moment.toPlainDate();
  switch (resolution) {
    case 'quarterhour':
      return onClock(moment.minute - (moment.minute % 15));
    case 'halfhour':
      return onClock(moment.minute - (moment.minute % 30));
    case 'hour':
      return onClock(0);
    case 'day':
      return moment.startOfDay();
    case 'week':
      return date.subtract({ days: date.dayOfWeek - 1 }).toZonedDateTime(moment.timeZoneId);
    case 'month':
      return date.with({ day: 1 }).toZonedDateTime(moment.timeZoneId);
    case 'quarter':
      return date
        .with({ day: 1, month: date.month - ((date.month - 1) % 3) })
        .toZonedDateTime(moment.timeZoneId);
    case 'year':
      return date.with({ day: 1, month: 1 }).toZonedDateTime(moment.timeZoneId);
  }
}

const EXACT_MINUTES = { quarterhour: 15, halfhour: 30, hour: 60 } as const;
const CALENDAR_STEPS = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
} as const;

/** The start of the interval after the one that begins at `start`. */
export function nextAfter(resolution: ResolutionName, start: Zoned): Zoned {
  if (resolution in EXACT_MINUTES) {
    return start.add({ minutes: EXACT_MINUTES[resolution as keyof typeof EXACT_MINUTES] });
  }
  const step = CALENDAR_STEPS[resolution as keyof typeof CALENDAR_STEPS];
  return start.toPlainDate().add(step).toZonedDateTime(start.timeZoneId);
}

/** A series: the interval that contains `moment`, then one interval after another. */
export function storeFrom(
  resolution: ResolutionName,
  moment: Zoned,
  values: readonly number[],
): StoredValue[] {
  let start = floorTo(resolution, moment);
  return values.map((value) => {
    const stored = { start, end: nextAfter(resolution, start), value };
    start = stored.end;
    return stored;
  });
}

const compare = Temporal.Instant.compare;
const later = (a: Temporal.Instant, b: Temporal.Instant) => (compare(a, b) > 0 ? a : b);
const earlier = (a: Temporal.Instant, b: Temporal.Instant) => (compare(a, b) < 0 ? a : b);

/** The one value that the members of a bucket reduce to. */
export function reduceTo(aggregation: Aggregation, members: readonly StoredValue[]): number {
  const present = members.filter(({ value }) => !Number.isNaN(value));
  if (present.length === 0) return Number.NaN;
  const values = present.map(({ value }) => value);
  if (aggregation === 'Count') return values.length;
  if (aggregation === 'Min') return Math.min(...values);
  if (aggregation === 'Max') return Math.max(...values);
  if (aggregation === 'Sum') return values.reduce((sum, value) => sum + value, 0);
  let weighted = 0;
  let hours = 0;
  for (const { start, end, value } of present) {
    const lasts = start.until(end).total('hours');
    weighted += value * lasts;
    hours += lasts;
  }
  return weighted / hours;
}

/** The part of a span between the series' first and last time stamp, or undefined. */
function touchedPart(
  series: readonly StoredValue[],
  { first, last }: ReferenceSpan,
): ReferenceSpan | undefined {
  const present = series.filter(({ value }) => !Number.isNaN(value));
  if (present.length === 0) return undefined;
  const touched = {
    first: later(first, present[0]!.start.toInstant()),
    last: earlier(last, present.at(-1)!.start.toInstant()),
  };
  return compare(touched.first, touched.last) <= 0 ? touched : undefined;
}

const isWithin = (moment: Zoned, { first, last }: ReferenceSpan): boolean =>
  compare(moment.toInstant(), first) >= 0 && compare(moment.toInstant(), last) <= 0;

/** The buckets of a longer resolution, or the days of a block, over the touched part of a series. */
function reduceOver(
  series: readonly StoredValue[],
  span: ReferenceSpan,
  resolution: ResolutionName,
  aggregation: Aggregation,
  isWanted: (stored: StoredValue) => boolean,
): ReferencePoint[] {
  const touched = touchedPart(series, span);
  const zone = series[0]!.start.timeZoneId;
  const inSpan = series.filter(({ start }) => touched !== undefined && isWithin(start, touched));
  if (touched === undefined || inSpan.length === 0) return [];
  const points: ReferencePoint[] = [];
  let bucket = floorTo(resolution, touched.first.toZonedDateTimeISO(zone));
  while (compare(bucket.toInstant(), touched.last) <= 0) {
    const next = nextAfter(resolution, bucket);
    const members = inSpan.filter(
      (stored) =>
        isWanted(stored) &&
        compare(stored.start.toInstant(), bucket.toInstant()) >= 0 &&
        compare(stored.start.toInstant(), next.toInstant()) < 0,
    );
    points.push({ time: bucket.epochMilliseconds, value: reduceTo(aggregation, members) });
    bucket = next;
  }
  return points;
}

export const referenceResample = (
  series: readonly StoredValue[],
  span: ReferenceSpan,
  to: ResolutionName,
  aggregation: Aggregation,
): ReferencePoint[] => reduceOver(series, span, to, aggregation, () => true);

export const referenceExtract = (
  series: readonly StoredValue[],
  span: ReferenceSpan,
  block: ReferenceBlock,
  aggregation: Aggregation,
): ReferencePoint[] =>
  reduceOver(series, span, 'day', aggregation, ({ start }) => isInBlock(start, block));

function isInBlock(start: Zoned, block: ReferenceBlock): boolean {
  const isWeekend = start.dayOfWeek >= 6;
  if (isWeekend && block.isBaseAtWeekends) return true;
  return block.hours.some(([from, to]) => start.hour >= from && start.hour < to);
}

/** How many native intervals begin in each bucket that starts at one of `times`, one by one. */
export function referenceExpected(
  times: readonly number[],
  zoneName: string,
  native: ResolutionName,
  to: ResolutionName,
  block?: ReferenceBlock,
): number[] {
  return times.map((time) => {
    const bucket = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zoneName);
    const end = nextAfter(to, bucket).epochMilliseconds;
    let start = floorTo(native, bucket);
    let expected = 0;
    while (start.epochMilliseconds < end) {
      const isMember = start.epochMilliseconds >= time && (!block || isInBlock(start, block));
      if (isMember) expected++;
      start = nextAfter(native, start);
    }
    return expected;
  });
}
