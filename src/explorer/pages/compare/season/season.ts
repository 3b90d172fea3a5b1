// A year between the years before it: for each day, week or month of the year, the least, the greatest
// and the mean value of the same date in earlier years. Pure.

import { civilOfDay, dayOfCivil } from '#core/time/civil';
import { SECOND_MS } from '#core/time/instant';
import { isoWeekOf, mondayOfWeek, weeksIn } from '#core/time/iso-week';
import type { ResolutionName } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { GridLine } from '#view/compare/grid-line';

export interface Season {
  /** The starts of the year's days, weeks or months, in seconds. */
  readonly times: readonly number[];
  readonly endTime: number;
  /** The values of the year itself. */
  readonly current: readonly (number | null)[];
  /** The indices of current values of periods that are not complete. */
  readonly partial: ReadonlySet<number>;
  /** The last time at which a current value is observed. */
  readonly lastObserved: number | undefined;
  /** The figures of the years before; NaN or null if none has a value. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly means: readonly (number | null)[];
  /** The number of years behind each. */
  readonly counts: readonly number[];
  /** The years before that have a value, ascending. */
  readonly years: readonly number[];
}

/** A day, week or month of a year; its key is the same in every year. */
interface YearPart {
  readonly year: number;
  readonly key: number;
}

interface Calendar {
  partOf(dayNumber: number): YearPart;
  /** The first days of a year's periods, and the day after the last. */
  startsOf(year: number): number[];
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

const CALENDARS: Readonly<Partial<Record<ResolutionName, Calendar>>> = {
  day: {
    partOf: (dayNumber) => {
      const { year, month, day } = civilOfDay(dayNumber);
      return { year, key: month * 100 + day };
    },
    startsOf: (year) => {
      const [first, next] = [dayOfCivil(year, 1, 1), dayOfCivil(year + 1, 1, 1)];
      return range(next - first + 1).map((i) => first + i);
    },
  },
  week: {
    partOf: (dayNumber) => {
      const { year, week } = isoWeekOf(dayNumber);
      return { year, key: week };
    },
    startsOf: (year) => range(weeksIn(year) + 1).map((i) => mondayOfWeek({ year, week: i + 1 })),
  },
  month: {
    partOf: (dayNumber) => {
      const { year, month } = civilOfDay(dayNumber);
      return { year, key: month };
    },
    startsOf: (year) => range(13).map((i) => dayOfCivil(year, i + 1, 1)),
  },
};

/** The season of a year; undefined if the line is not of days, weeks or months. */
export function seasonOf(line: GridLine, year: number, zone: Zone): Season | undefined {
  const calendar = CALENDARS[line.resolution.name];
  if (!calendar) return undefined;
  const starts = calendar.startsOf(year);
  const keys = starts.slice(0, -1).map((day) => calendar.partOf(day).key);
  const past = new Map<number, number[]>();
  const current = new Map<number, number>();
  const years = new Set<number>();
  line.times.forEach((time, i) => {
    const value = line.values[i] ?? null;
    if (value === null) return;
    const part = calendar.partOf(zone.dayOf(time * SECOND_MS));
    if (part.year === year) current.set(part.key, i);
    const isWhole = line.kinds[i] === 'observed' && !line.partial?.has(i);
    if (part.year >= year || !isWhole) return;
    years.add(part.year);
    const present = past.get(part.key);
    if (present) present.push(value);
    else past.set(part.key, [value]);
  });
  const found = keys.map((key) => past.get(key) ?? []);
  const indices = keys.map((key) => current.get(key));
  const times = starts.map((day) => zone.startOfDay(day) / SECOND_MS);
  return {
    times: times.slice(0, -1),
    endTime: times.at(-1)!,
    current: indices.map((i) => (i === undefined ? null : (line.values[i] ?? null))),
    partial: new Set(
      indices.flatMap((i, at) => (i !== undefined && line.partial?.has(i) ? [at] : [])),
    ),
    lastObserved: line.lastObserved,
    lower: Float64Array.from(found, (values) => (values.length ? Math.min(...values) : Number.NaN)),
    upper: Float64Array.from(found, (values) => (values.length ? Math.max(...values) : Number.NaN)),
    means: found.map(meanOf),
    counts: found.map(({ length }) => length),
    years: [...years].sort((a, b) => a - b),
  };
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
