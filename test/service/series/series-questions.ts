// Random series, gaps, runs and spans, and requests about them, mostly near a clock change.

import fc from 'fast-check';
import type { World } from '../../../harness/world/world.ts';
import {
  type Native,
  type SlowQuestion,
  type SlowSeries,
  startOf,
  stepFrom,
} from './slow-answer.ts';

export type Value = number | null;

/** Values enough to cross a clock change and several buckets, and few enough to be quick. */
const MOST_VALUES: Record<Native, number> = {
  quarterhour: 250,
  halfhour: 160,
  hour: 120,
  day: 90,
  week: 60,
  month: 30,
  quarter: 14,
  year: 6,
};
/** Hours and finer come more often: only they meet the clock changes in full. */
const NATIVES: readonly Native[] = [
  ...(Object.keys(MOST_VALUES) as Native[]),
  'quarterhour',
  'halfhour',
  'hour',
  'hour',
  'hour',
  'hour',
];
const RESAMPLED = [
  'native',
  'native',
  'hour',
  'hour',
  'hour',
  'day',
  'day',
  'week',
  'month',
  'quarter',
  'year',
];
export const EXTRACTED = `peak offpeak offpeak1 offpeak2 night rushhour peakweek offpeakweek`.split(
  ' ',
);
const AGGREGATIONS = ['Average', 'Average', 'Sum', 'Min', 'Max', 'Count'];
export const ASKS_PER_SERIES = 8;

/** Whole numbers and prices, single gaps, and gaps long enough to empty a day. */
const someValues = (most: number): fc.Arbitrary<Value[]> =>
  fc
    .array(
      fc.oneof(
        {
          arbitrary: fc.array(
            fc.oneof(
              {
                arbitrary: fc.integer({ min: -50_000, max: 300_000 }).map((n) => n / 100),
                weight: 5,
              },
              { arbitrary: fc.constant(null), weight: 1 },
            ),
            { minLength: 1, maxLength: 40 },
          ),
          weight: 3,
        },
        {
          arbitrary: fc.integer({ min: 1, max: 60 }).map((n) => new Array<Value>(n).fill(null)),
          weight: 1,
        },
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((stretches) => stretches.flat().slice(0, most));

/** Cuts values to what a run may be: not empty, and with a value at both ends. */
const someRunValues = (most: number): fc.Arbitrary<Value[]> =>
  someValues(most).map((values) => [1, ...values, 2]);

/** The clock changes of both markets, a year's end, a leap day, the end of the hydrological year. */
const DATES = {
  'Europe/Berlin': ['2025-03-30', '2025-10-26', '2025-10-26', '2024-12-30', '2024-02-29'],
  'America/New_York': ['2025-03-09', '2025-11-02', '2025-11-02', '2025-08-30'],
} as const;

export type Market = keyof typeof DATES;

const moments = (zone: Market): fc.Arbitrary<Temporal.ZonedDateTime> =>
  fc
    .tuple(
      fc.constantFrom(...DATES[zone]),
      fc.integer({ min: -3, max: 1 }),
      fc.integer({ min: 0, max: 1_439 }),
    )
    .map(([date, shift, minute]) =>
      Temporal.PlainDate.from(date)
        .add({ days: shift })
        .toZonedDateTime(zone)
        .add({ minutes: minute }),
    );

export const someSeries = (zone: Market): fc.Arbitrary<SlowSeries> =>
  fc
    .tuple(fc.constantFrom(...NATIVES), moments(zone))
    .chain(([native, moment]) =>
      fc.record({
        native: fc.constant(native),
        start: fc.constant(startOf(native, moment)),
        values: someValues(MOST_VALUES[native]),
        runs: fc.array(
          fc.record({
            offset: fc.integer({ min: -5, max: MOST_VALUES[native] + 10 }),
            values: someRunValues(Math.ceil(MOST_VALUES[native] / 2)),
          }),
          { maxLength: 3 },
        ),
      }),
    )
    .map((series) => ({
      ...series,
      runs: series.runs.map((run, age) => ({ ...run, age })),
    }))
    .filter(({ values, runs }) => runs.length > 0 || values.some((value) => value !== null));

export interface Ask {
  /** The places of From and To as shares of the series' length, also a little before and after it. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly isWhole: boolean;
  readonly resolution: string;
  readonly aggregation: string;
  readonly timeZone: string | undefined;
}

export const someAsk: fc.Arbitrary<Ask> = fc.record({
  from: fc.option(fc.double({ min: -0.2, max: 1.2, noNaN: true }), { nil: undefined, freq: 5 }),
  to: fc.option(fc.double({ min: -0.2, max: 1.2, noNaN: true }), { nil: undefined, freq: 5 }),
  isWhole: fc.boolean(),
  resolution: fc.constantFrom(...RESAMPLED, ...EXTRACTED),
  aggregation: fc.constantFrom(...AGGREGATIONS),
  timeZone: fc.constantFrom(undefined, undefined, undefined, 'UTC', 'Asia/Kolkata'),
});

/** The instant at a share of the series' length, at an interval's start or anywhere. */
function instantAt(series: SlowSeries, part: number, isWhole: boolean): Temporal.Instant {
  const { native, start, values } = series;
  const position = part * Math.max(values.length, 4);
  const step = stepFrom(native, start, Math.floor(position));
  if (isWhole) return step.toInstant();
  const length = stepFrom(native, start, Math.floor(position) + 1)
    .since(step)
    .total('seconds');
  return step.add({ seconds: Math.floor(length * (position % 1)) }).toInstant();
}

export function questionOf(series: SlowSeries, ask: Ask): SlowQuestion {
  const at = (part: number | undefined) =>
    part === undefined ? undefined : instantAt(series, part, ask.isWhole);
  return { ...ask, from: at(ask.from), to: at(ask.to) };
}

/** The time of the run of an age. */
export const runTime = (age: number): string => new Date(Date.UTC(2024, 0, 1 + age)).toISOString();

export async function loadSlowly(world: World, code: string, series: SlowSeries): Promise<void> {
  const { native, start, values, runs } = series;
  await world.load({ code, resolution: native, from: start.toInstant().toString(), values });
  for (const { age, offset, values: given } of runs) {
    const from = stepFrom(native, start, offset).toInstant().toString();
    await world.loadRun(code, runTime(age), from, given);
  }
}

export const HOURS_OR_FINER: readonly Native[] = ['quarterhour', 'halfhour', 'hour'];
