// The scorecard against a scorer that can be checked by reading, on random markets.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Caller } from '#accounts/authenticate';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { describeAccuracy } from '#http/writers/write-accuracy';
import { parseAccuracyRequest } from '#service/accuracy/parse-accuracy-request';
import { scoreRuns, settleAccuracy } from '#service/accuracy/score-runs';
import { openStore } from '#store/open/open-store';
import { rounds } from '../../../harness/rounds.ts';
import { type SlowMarket, type SlowRun, scoreSlowly } from './slow-scorer.ts';

const HOUR_MS = 3_600_000;
const ZONE = findZone('Europe/Berlin')!;
const CALLER = { plan: { name: 'all', patterns: ['*'] } } as unknown as Caller;

interface Season {
  readonly first: number;
  readonly holidays: readonly string[];
}

/** Good Friday and Easter Monday of 2024 lie on both sides of the clock change. */
const SPRING: Season = {
  first: Date.parse('2024-03-20T00:00Z'),
  holidays: ['2024-03-29', '2024-04-01'],
};
const AUTUMN: Season = { first: Date.parse('2024-10-19T00:00Z'), holidays: [] };
const HOURS = 16 * 24;

const value = fc.option(fc.integer({ min: -20, max: 200 }), { freq: 8 });

const ended = (values: (number | null)[]): (number | null)[] => [1, ...values, 2];

const levelsOf = (has: string): number[] => {
  if (has === 'nothing') return [];
  return has === 'bands' ? [80, 90] : [0, 20, 40, 60, 80, 90, 98];
};

function runs(first: number): fc.Arbitrary<SlowRun[]> {
  const one = fc
    .record({
      source: fc.constantFrom('ours', 'theirs'),
      hour: fc.integer({ min: 8, max: HOURS - 30 }),
      /** A run may begin before it was made. */
      lead: fc.integer({ min: -20, max: 60 }),
      values: fc.array(value, { minLength: 1, maxLength: 120 }).map(ended),
      half: fc.integer({ min: 0, max: 60 }),
      has: fc.constantFrom('nothing', 'bands', 'quantiles'),
    })
    .map(({ source, hour, lead, values, half, has }): SlowRun => {
      const bound = (by: number) =>
        values.map((each, i) => (each === null || i % 11 === 5 ? null : each + by));
      return {
        source,
        analyzedAt: first + hour * HOUR_MS,
        from: first + (hour + lead) * HOUR_MS,
        values,
        bands: levelsOf(has).map((level) => ({
          ...{ level, lower: bound((-half * level) / 80), upper: bound((half * level) / 80) },
        })),
      };
    });
  return fc.uniqueArray(one, { selector: ({ analyzedAt }) => analyzedAt, maxLength: 10 });
}

const market = fc.constantFrom(SPRING, AUTUMN).chain(({ first, holidays }) =>
  fc.record({
    from: fc.constant(first),
    holidays: fc.constant(holidays),
    values: fc.array(value, { minLength: HOURS - 60, maxLength: HOURS }).map(ended),
    runs: runs(first),
  }),
);

const numbers = (values: readonly (number | null)[]): Float64Array =>
  Float64Array.from(values, (each) => each ?? Number.NaN);

async function scoreStored(world: SlowMarket, start: number, end: number, issuedBefore: string) {
  const store = await openStore('sqlite::memory:');
  try {
    await store.write(async (writer) => {
      const { key } = await writer.defineSeries({
        code: 'dehrprice',
        description: 'price',
        unit: 'EUR/MWh',
        resolution: 'hour',
        area: 'DE',
        category: 'hrprice',
      });
      const first = world.from / HOUR_MS;
      const indices = Int32Array.from(world.values, (_, i) => first + i);
      await writer.writePoints(key, indices, numbers(world.values), 0);
      for (const { analyzedAt, source, from, values, bands } of world.runs) {
        const run = {
          analyzedAt,
          updatedAt: analyzedAt,
          firstIndex: from / HOUR_MS,
          values: numbers(values),
          source,
        };
        const stored = bands.map(({ level, lower, upper }) => ({
          level,
          lower: numbers(lower),
          upper: numbers(upper),
        }));
        await writer.writeRun(key, run, analyzedAt, undefined, stored);
      }
    });
    const context = { store, zone: ZONE, blocks: DEFAULT_BLOCKS };
    const asked = {
      area: 'DE',
      category: 'hrprice',
      from: new Date(start).toISOString(),
      to: new Date(end - HOUR_MS).toISOString(),
      issuedBefore,
    };
    const task = await settleAccuracy(parseAccuracyRequest(asked, end, context), CALLER, context);
    return describeAccuracy(await scoreRuns(task, context), context);
  } finally {
    await store.close();
  }
}

/** Sums in another order differ in the last digits. The slow scorer’s links ask for no quantiles. */
function rounded(given: unknown): unknown {
  return JSON.parse(
    JSON.stringify(given, (_, each) => {
      if (typeof each === 'string') return each.replace(/&quantile=[\d,]+/, '');
      return typeof each === 'number' ? Number(each.toPrecision(10)) + 0 : each;
    }),
  );
}

suite('a scorecard', () => {
  test('a scorecard equals that of a slow and obvious scorer', async () => {
    const spans = fc.record({
      start: fc.integer({ min: 0, max: HOURS - 1 }),
      hours: fc.integer({ min: 1, max: HOURS }),
      before: fc.constantFrom('06:00', '12:00', '12:00', '24:00'),
    });
    await fc.assert(
      fc.asyncProperty(market, spans, async (given, { start, hours, before }) => {
        const from = given.from + start * HOUR_MS;
        const to = from + hours * HOUR_MS;
        const { sameHours, sourceNames, sources } = await scoreStored(given, from, to, before);
        const expected = scoreSlowly(given, from, to, before);
        assert.deepEqual(rounded({ sameHours, sourceNames, sources }), rounded(expected));
      }),
      { numRuns: rounds(25, 4) },
    );
  });
});
