// A scorer that can be checked by reading: every figure comes from a plain list of values, every date from
// Temporal. It is slow, and only for hours in Germany's market time.

import { DEFAULT_BLOCKS, describeHours } from '#core/values/blocks';
import { type Case, figuresOf, grouped } from './slow-figures.ts';

const ZONE = 'Europe/Berlin';
const HOUR_MS = 3_600_000;
const MOST_LEAD_DAYS = 7;

export interface SlowRun {
  readonly source: string;
  readonly analyzedAt: number;
  /** The start of the first value. */
  readonly from: number;
  readonly values: readonly (number | null)[];
  readonly bands: readonly {
    readonly level: number;
    readonly lower: readonly (number | null)[];
    readonly upper: readonly (number | null)[];
  }[];
}

export interface SlowMarket {
  readonly from: number;
  readonly values: readonly (number | null)[];
  readonly runs: readonly SlowRun[];
  readonly holidays: readonly string[];
}

const wall = (time: number) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(ZONE);

const dayOf = (time: number): string => wall(time).toPlainDate().toString();

const earlier = (time: number, days: number): number =>
  wall(time).toPlainDateTime().subtract({ days }).toZonedDateTime(ZONE).epochMilliseconds;

const utcDateOf = (time: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('UTC').toPlainDate();

const marketDaysBetween = (from: number, to: number): number =>
  Temporal.PlainDate.from(dayOf(from)).until(dayOf(to)).days;

/** The fewer of UTC days and market days; on the run's own UTC day, market days. */
function leadDaysOf(from: number, to: number): number {
  const utcDays = utcDateOf(from).until(utcDateOf(to)).days;
  const marketDays = marketDaysBetween(from, to);
  return utcDays < 1 ? marketDays : Math.min(utcDays, marketDays);
}

const endOf = (run: SlowRun): number => run.from + run.values.length * HOUR_MS;

const isIn = (run: SlowRun, time: number): boolean => time >= run.from && time < endOf(run);

/** The scored hours of a market, and the cases of its runs. */
class SlowHours {
  readonly times: number[] = [];
  readonly #market: SlowMarket;

  constructor(market: SlowMarket, start: number, end: number) {
    this.#market = market;
    const last = market.from + market.values.findLastIndex((value) => value !== null) * HOUR_MS;
    for (let time = start; time < end && time <= last; time += HOUR_MS) this.times.push(time);
  }

  actualAt(time: number): number | null {
    return this.#market.values[(time - this.#market.from) / HOUR_MS] ?? null;
  }

  #caseOf(time: number, run: SlowRun | undefined): Case {
    const isWeekly = [1, 6, 7].includes(wall(time).dayOfWeek);
    const weekly = this.actualAt(earlier(time, 7));
    const at = run ? (time - run.from) / HOUR_MS : -1;
    return {
      time,
      leadDays: run ? leadDaysOf(run.analyzedAt, time) : Number.NaN,
      leadHours: run ? Math.floor((time - run.analyzedAt) / HOUR_MS) : Number.NaN,
      actual: this.actualAt(time),
      forecast: run?.values[at] ?? null,
      weekly,
      standard: isWeekly ? weekly : this.actualAt(earlier(time, 1)),
      bands: (run?.bands ?? []).map(({ level, lower, upper }) => ({
        level,
        lower: lower[at] ?? null,
        upper: upper[at] ?? null,
      })),
    };
  }

  /** Every forecast of a source, 1 to 7 days ahead. */
  allOf(source: string): Case[] {
    return this.#market.runs
      .filter((run) => run.source === source)
      .flatMap((run) =>
        this.times.filter((time) => isIn(run, time)).map((time) => this.#caseOf(time, run)),
      )
      .filter(({ leadDays }) => leadDays >= 1 && leadDays <= MOST_LEAD_DAYS);
  }

  /** One case an hour, from the first forecast hour on. */
  dayAheadOf(source: string): Case[] {
    const cases = this.times.map((time) => {
      const runs = this.#market.runs
        .filter((run) => run.source === source && isIn(run, time))
        .filter((run) => this.#caseOf(time, run).leadDays === 1)
        .filter((run) => this.#caseOf(time, run).forecast !== null)
        .sort((a, b) => b.analyzedAt - a.analyzedAt);
      return this.#caseOf(time, runs[0]);
    });
    const first = cases.findIndex(({ forecast }) => forecast !== null);
    return first < 0 ? [] : cases.slice(first);
  }

  /** The hours with an actual value and a day-ahead forecast of every source that made one. */
  sharedBy(sources: readonly (readonly Case[])[]): number[] {
    const compared = sources.filter((cases) => cases.length > 0);
    return this.times.filter(
      (time) =>
        compared.length > 0 &&
        this.actualAt(time) !== null &&
        compared.every((cases) => cases.some((one) => one.time === time && one.forecast !== null)),
    );
  }
}

/** The scorecard's `sameHours`, `sourceNames` and `sources` for the hours from `start` to before `end`. */
export function scoreSlowly(market: SlowMarket, start: number, end: number) {
  const hours = new SlowHours(market, start, end);
  const overlapping = market.runs.filter(
    (run) =>
      run.from < end &&
      endOf(run) > start &&
      // The scored days of an earlier run end before the span.
      marketDaysBetween(run.analyzedAt, start) <= MOST_LEAD_DAYS &&
      run.analyzedAt < end,
  );
  const sourceNames = [...new Set(overlapping.map(({ source }) => source))].sort();
  const dayAhead = new Map(sourceNames.map((name) => [name, hours.dayAheadOf(name)]));
  const shared = hours.sharedBy([...dayAhead.values()]);
  return {
    sameHours: shared.length,
    sourceNames,
    sources: sourceNames.map((source) => {
      const ahead = dayAhead.get(source)!;
      return {
        source,
        kind: 'runs',
        runs: overlapping.filter((run) => run.source === source).length,
        dayAhead: figuresOf(ahead),
        sameHours: figuresOf(ahead.filter(({ time }) => shared.includes(time))),
        ...byLead(hours.allOf(source)),
        ...byCalendar(ahead, market.holidays),
      };
    }),
  };
}

const byLead = (cases: readonly Case[]) => ({
  byLeadDay: grouped(
    cases,
    ({ leadDays }) => [String(leadDays)],
    (leadDays) => ({ leadDays: Number(leadDays) }),
  ),
  byLeadHour: grouped(
    cases.filter(({ leadDays }) => leadDays === 1),
    ({ leadHours }) => [String(leadHours)],
    (leadHours) => ({ leadHours: Number(leadHours) }),
  ),
});

const byCalendar = (cases: readonly Case[], holidays: readonly string[]) => ({
  byBlock: grouped(
    cases,
    blocksOf,
    (block) => ({
      block,
      hours: describeHours(DEFAULT_BLOCKS.find(({ name }) => name === block)!),
    }),
    DEFAULT_BLOCKS.map(({ name }) => name),
  ),
  byMonth: grouped(
    cases,
    ({ time }) => [dayOf(time).slice(0, 7)],
    (month) => ({ month }),
  ),
  byDayType: grouped(
    cases,
    ({ time }) => [dayTypeOf(time, holidays)],
    (dayType) => ({ dayType }),
    ['working-day', 'saturday', 'sunday-or-holiday'],
  ),
});

function dayTypeOf(time: number, holidays: readonly string[]): string {
  const { dayOfWeek } = wall(time);
  if (dayOfWeek === 7 || holidays.includes(dayOf(time))) return 'sunday-or-holiday';
  return dayOfWeek === 6 ? 'saturday' : 'working-day';
}

const blocksOf = ({ time }: Case): string[] =>
  DEFAULT_BLOCKS.filter(({ hours, isBaseAtWeekends }) => {
    const { hour, dayOfWeek } = wall(time);
    if (isBaseAtWeekends && dayOfWeek >= 6) return true;
    return hours.some(({ from, to }) => from <= hour && hour < to);
  }).map(({ name }) => name);
