// A scorer that anybody can check by reading: every figure from a plain list of values, every date from
// Temporal. Slow, and only for hours in Germany's market time.

import type { AccuracyFigures } from '#contract/accuracy';
import { DEFAULT_BLOCKS, describeHours } from '#core/values/blocks';

const ZONE = 'Europe/Berlin';
const HOUR_MS = 3_600_000;

export interface SlowRun {
  readonly source: string;
  readonly analyzedAt: number;
  /** Start of the first value. */
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

/** One forecast of one hour, beside everything that it is compared with. */
interface Case {
  readonly time: number;
  readonly leadDays: number;
  readonly leadHours: number;
  readonly actual: number | null;
  readonly forecast: number | null;
  readonly weekly: number | null;
  readonly standard: number | null;
  readonly bands: readonly { level: number; lower: number | null; upper: number | null }[];
}

const wall = (time: number) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(ZONE);

const dayOf = (time: number): string => wall(time).toPlainDate().toString();

const earlier = (time: number, days: number): number =>
  wall(time).toPlainDateTime().subtract({ days }).toZonedDateTime(ZONE).epochMilliseconds;

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const ratio = (above: number, below: number): number | null => (below > 0 ? above / below : null);

/** The wire's figures of a list of cases, as prices. */
function figuresOf(cases: readonly Case[]): AccuracyFigures {
  const scored = cases.flatMap((one) =>
    one.actual === null || one.forecast === null
      ? []
      : [{ ...one, actual: one.actual, error: one.forecast - one.actual, forecast: one.forecast }],
  );
  const rmae = (naive: 'weekly' | 'standard'): number | null => {
    const both = scored.filter((one) => one[naive] !== null);
    return ratio(
      both.reduce((sum, { error }) => sum + Math.abs(error), 0),
      both.reduce((sum, one) => sum + Math.abs(one[naive]! - one.actual), 0),
    );
  };
  const squared = mean(scored.map(({ error }) => error ** 2));
  const symmetric = mean(
    scored.map(({ error, actual, forecast }) =>
      error === 0 ? 0 : (200 * Math.abs(error)) / (Math.abs(actual) + Math.abs(forecast)),
    ),
  );
  const levels = [...new Set(cases.flatMap(({ bands }) => bands.map(({ level }) => level)))];
  const bands = levels.sort().flatMap((wanted) => {
    const held = cases.flatMap(({ actual, bands: all }) =>
      all
        .filter(({ level, lower, upper }) => level === wanted && lower !== null && upper !== null)
        .filter(() => actual !== null)
        .map(({ lower, upper }) => ({ actual: actual!, lower: lower!, upper: upper! })),
    );
    if (held.length === 0) return [];
    const inside = held.filter(({ actual, lower, upper }) => lower <= actual && actual <= upper);
    return {
      level: wanted,
      scored: held.length,
      coverage: inside.length / held.length,
      width: mean(held.map(({ lower, upper }) => upper - lower))!,
    };
  });
  return {
    scored: scored.length,
    missing: cases.length - scored.length,
    mae: mean(scored.map(({ error }) => Math.abs(error))),
    rmse: squared === null ? null : Math.sqrt(squared),
    bias: mean(scored.map(({ error }) => error)),
    smape: symmetric,
    rmaeWeekly: rmae('weekly'),
    rmaeStandard: rmae('standard'),
    bands,
  };
}

/** Cases in groups by a name each may have several of; in the order of `names`, or sorted. */
function grouped<Named>(
  cases: readonly Case[],
  namesOf: (one: Case) => readonly string[],
  describe: (name: string) => Named,
  names = [...new Set(cases.flatMap(namesOf))].sort(
    (a, b) => Number(a) - Number(b) || (a < b ? -1 : 1),
  ),
) {
  return names
    .map((name) => ({ name, own: cases.filter((one) => namesOf(one).includes(name)) }))
    .filter(({ own }) => own.length > 0)
    .map(({ name, own }) => ({ ...describe(name), ...figuresOf(own) }));
}

const blocksOf = ({ time }: Case): string[] =>
  DEFAULT_BLOCKS.filter(({ hours, isBaseAtWeekends }) => {
    const { hour, dayOfWeek } = wall(time);
    if (isBaseAtWeekends && dayOfWeek >= 6) return true;
    return hours.some(({ from, to }) => from <= hour && hour < to);
  }).map(({ name }) => name);

/** The scorecard's `sameHours`, `sourceNames` and `sources` for the hours from `start` to before `end`. */
export function scoreSlowly(market: SlowMarket, start: number, end: number) {
  const valueAt = (first: number, values: readonly (number | null)[], time: number) =>
    values[(time - first) / HOUR_MS] ?? null;
  const actualAt = (time: number) => valueAt(market.from, market.values, time);
  const lastObserved =
    market.from + market.values.findLastIndex((value) => value !== null) * HOUR_MS;
  const times: number[] = [];
  for (let time = start; time < end && time <= lastObserved; time += HOUR_MS) times.push(time);

  /** In days of UTC or of the market, whichever are fewer; on the run's own UTC day, of the market. */
  const leadOf = (from: number, to: number): number => {
    const utcDays = utcDateOf(from).until(utcDateOf(to)).days;
    const marketDays = Temporal.PlainDate.from(dayOf(from)).until(dayOf(to)).days;
    return utcDays < 1 ? marketDays : Math.min(utcDays, marketDays);
  };

  const caseOf = (time: number, run: SlowRun | undefined): Case => {
    const isWeekly = [1, 6, 7].includes(wall(time).dayOfWeek);
    const weekly = actualAt(earlier(time, 7));
    const at = run ? (time - run.from) / HOUR_MS : -1;
    return {
      time,
      leadDays: run ? leadOf(run.analyzedAt, time) : Number.NaN,
      leadHours: run ? Math.floor((time - run.analyzedAt) / HOUR_MS) : Number.NaN,
      actual: actualAt(time),
      forecast: run?.values[at] ?? null,
      weekly,
      standard: isWeekly ? weekly : actualAt(earlier(time, 1)),
      bands: (run?.bands ?? []).map(({ level, lower, upper }) => ({
        level,
        lower: lower[at] ?? null,
        upper: upper[at] ?? null,
      })),
    };
  };
  const isIn = (run: SlowRun, time: number): boolean =>
    time >= run.from && time < run.from + run.values.length * HOUR_MS;
  const dayTypeOf = ({ time }: Case): string => {
    const { dayOfWeek } = wall(time);
    if (dayOfWeek === 7 || market.holidays.includes(dayOf(time))) return 'sunday-or-holiday';
    return dayOfWeek === 6 ? 'saturday' : 'working-day';
  };
  /** Every forecast of a source, 1 to 7 days ahead. */
  const allOf = (source: string): Case[] =>
    market.runs
      .filter((run) => run.source === source)
      .flatMap((run) => times.filter((time) => isIn(run, time)).map((time) => caseOf(time, run)))
      .filter(({ leadDays }) => leadDays >= 1 && leadDays <= 7);
  /** One case an hour, from the first that was forecast on. */
  const dayAheadOf = (source: string): Case[] => {
    const cases = times.map((time) => {
      const runs = market.runs
        .filter((run) => run.source === source && isIn(run, time))
        .filter((run) => caseOf(time, run).leadDays === 1)
        .filter((run) => caseOf(time, run).forecast !== null)
        .sort((a, b) => b.analyzedAt - a.analyzedAt);
      return caseOf(time, runs[0]);
    });
    const first = cases.findIndex(({ forecast }) => forecast !== null);
    return first < 0 ? [] : cases.slice(first);
  };

  const overlapping = market.runs.filter(
    (run) =>
      run.from < end &&
      run.from + run.values.length * HOUR_MS > start &&
      // A run of more than seven days before the span says nothing that is scored.
      Temporal.PlainDate.from(dayOf(run.analyzedAt)).until(dayOf(start)).days <= 7 &&
      run.analyzedAt < end,
  );
  const sourceNames = [...new Set(overlapping.map(({ source }) => source))].sort();
  const dayAhead = new Map(sourceNames.map((name) => [name, dayAheadOf(name)]));
  const compared = [...dayAhead.values()].filter((cases) => cases.length > 0);
  const shared = times.filter(
    (time) =>
      compared.length > 0 &&
      actualAt(time) !== null &&
      compared.every((cases) => cases.some((one) => one.time === time && one.forecast !== null)),
  );
  return {
    sameHours: shared.length,
    sourceNames,
    sources: sourceNames.map((source) => {
      const [all, ahead] = [allOf(source), dayAhead.get(source)!];
      return {
        source,
        kind: 'runs',
        runs: overlapping.filter((run) => run.source === source).length,
        dayAhead: figuresOf(ahead),
        sameHours: figuresOf(ahead.filter(({ time }) => shared.includes(time))),
        byLeadDay: grouped(
          all,
          ({ leadDays }) => [String(leadDays)],
          (leadDays) => ({ leadDays: Number(leadDays) }),
        ),
        byLeadHour: grouped(
          all.filter(({ leadDays }) => leadDays === 1),
          ({ leadHours }) => [String(leadHours)],
          (leadHours) => ({ leadHours: Number(leadHours) }),
        ),
        byBlock: grouped(
          ahead,
          blocksOf,
          (block) => ({
            block,
            hours: describeHours(DEFAULT_BLOCKS.find(({ name }) => name === block)!),
          }),
          DEFAULT_BLOCKS.map(({ name }) => name),
        ),
        byMonth: grouped(
          ahead,
          ({ time }) => [dayOf(time).slice(0, 7)],
          (month) => ({ month }),
        ),
        byDayType: grouped(
          ahead,
          (one) => [dayTypeOf(one)],
          (dayType) => ({ dayType }),
          ['working-day', 'saturday', 'sunday-or-holiday'],
        ),
      };
    }),
  };
}

const utcDateOf = (time: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('UTC').toPlainDate();
