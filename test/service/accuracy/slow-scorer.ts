// A scorer that can be checked by reading: every figure comes from a plain list of values, every date from
// Temporal. It is slow, and only for hours in Germany's market time.

import { DEFAULT_BLOCKS, describeHours } from '#core/values/blocks';
import { type Case, figuresOf, grouped, type LinkOf } from './slow-figures.ts';

const ZONE = 'Europe/Berlin';
const HOUR_MS = 3_600_000;
const MOST_LEAD_DAYS = 7;
const LEADS = Array.from({ length: MOST_LEAD_DAYS }, (_, i) => i + 1);

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

const marketDaysBetween = (from: number, to: number): number =>
  Temporal.PlainDate.from(dayOf(from)).until(dayOf(to)).days;

/** Whether a run was made before a time of day such as 12:00, market time. */
const isBefore = ({ analyzedAt }: SlowRun, time: string): boolean =>
  wall(analyzedAt).toPlainTime().toString() < time;

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

  #caseOf(time: number, run: SlowRun | undefined, isByDeciles: boolean): Case {
    const isWeekly = [1, 6, 7].includes(wall(time).dayOfWeek);
    const weekly = this.actualAt(earlier(time, 7));
    const at = run ? (time - run.from) / HOUR_MS : -1;
    return {
      time,
      leadHours: run ? Math.floor((time - run.analyzedAt) / HOUR_MS) : Number.NaN,
      actual: this.actualAt(time),
      forecast: run?.values[at] ?? null,
      weekly,
      standard: isWeekly ? weekly : this.actualAt(earlier(time, 1)),
      isByDeciles,
      bands: (run?.bands ?? []).map(({ level, lower, upper }) => ({
        level,
        lower: lower[at] ?? null,
        upper: upper[at] ?? null,
      })),
    };
  }

  /**
   * One case an hour, from the first forecast hour on: of the runs made a number of market days before it, and
   * before a time of day, the newest that covers it.
   */
  aheadOf(source: string, daysAhead: number, issuedBefore: string): Case[] {
    const isByDeciles = this.#hasQuantiles(source, issuedBefore);
    const cases = this.times.map((time) =>
      this.#caseOf(time, this.#runOf(time, source, daysAhead, issuedBefore), isByDeciles),
    );
    const first = cases.findIndex(({ forecast }) => forecast !== null);
    return first < 0 ? [] : cases.slice(first);
  }

  #runOf(time: number, source: string, daysAhead: number, issuedBefore: string) {
    return this.#market.runs
      .filter((run) => run.source === source && isIn(run, time))
      .filter((run) => marketDaysBetween(run.analyzedAt, time) === daysAhead)
      .filter((run) => isBefore(run, issuedBefore))
      .sort((a, b) => b.analyzedAt - a.analyzedAt)[0];
  }

  /** Whether a run of the source that is scored at any lead has a whole distribution. */
  #hasQuantiles(source: string, issuedBefore: string): boolean {
    return this.times.some((time) =>
      LEADS.some((daysAhead) =>
        this.#runOf(time, source, daysAhead, issuedBefore)?.bands.some(({ level }) => level === 0),
      ),
    );
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
export function scoreSlowly(market: SlowMarket, start: number, end: number, issuedBefore: string) {
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
  const dayAhead = new Map(sourceNames.map((name) => [name, hours.aheadOf(name, 1, issuedBefore)]));
  const shared = hours.sharedBy([...dayAhead.values()]);
  return {
    sameHours: shared.length,
    sourceNames,
    sources: sourceNames.map((source) => {
      const ahead = dayAhead.get(source)!;
      const runs = overlapping.filter((run) => run.source === source);
      const link = (daysAhead: number) => linkTo(source, daysAhead, issuedBefore);
      return {
        source,
        kind: 'runs',
        runs: runs.length,
        runsInTime: runs.filter((run) => isBefore(run, issuedBefore)).length,
        dayAhead: figuresOf(ahead, link(1)),
        sameHours: figuresOf(
          ahead.filter(({ time }) => shared.includes(time)),
          link(1),
        ),
        byLeadDay: LEADS.map((leadDays) => ({
          leadDays,
          cases: hours.aheadOf(source, leadDays, issuedBefore),
        }))
          .filter(({ cases }) => cases.length > 0)
          .map(({ leadDays, cases }) => ({ leadDays, ...figuresOf(cases, link(leadDays)) })),
        ...byGroup(ahead, link(1), market.holidays),
      };
    }),
  };
}

const linkTo =
  (source: string, daysAhead: number, issuedBefore: string): LinkOf =>
  (cases) => {
    if (cases.length === 0) return null;
    const [from, to] = [cases[0]!, cases.at(-1)!].map(({ time }) => utc(time));
    const query = `daysAhead=${daysAhead}&issuedBefore=${issuedBefore}&source=${source}&from=${from}&to=${to}`;
    return `/api/v1/forecasts/dehrprice/sliced?${query}&bands=true&actual=true`;
  };

const utc = (time: number): string => new Date(time).toISOString().replace('.000', '');

const byGroup = (cases: readonly Case[], link: LinkOf, holidays: readonly string[]) => ({
  byLeadHour: grouped(
    cases.filter(({ leadHours }) => !Number.isNaN(leadHours)),
    link,
    ({ leadHours }) => [String(leadHours)],
    (leadHours) => ({ leadHours: Number(leadHours) }),
  ),
  byHour: grouped(
    cases,
    link,
    ({ time }) => [String(wall(time).hour)],
    (hour) => ({ hour: Number(hour) }),
  ),
  byBlock: grouped(
    cases,
    link,
    blocksOf,
    (block) => ({
      block,
      hours: describeHours(DEFAULT_BLOCKS.find(({ name }) => name === block)!),
    }),
    DEFAULT_BLOCKS.map(({ name }) => name),
  ),
  byMonth: grouped(
    cases,
    link,
    ({ time }) => [dayOf(time).slice(0, 7)],
    (month) => ({ month }),
  ),
  byDayType: grouped(
    cases,
    link,
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
