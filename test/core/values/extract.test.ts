// Extraction against the slow reference, and by hand on clock-change days and weekends.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { AGGREGATIONS, type Aggregation } from '#core/values/aggregation';
import { type Block, DEFAULT_BLOCKS, readBlockHours } from '#core/values/blocks';
import type { Points } from '#core/values/column';
import { extract } from '#core/values/extract';
import { runs, zoneNamed } from '../properties.ts';
import { type ReferenceBlock, referenceExtract } from '../reference.ts';
import { at, BERLIN, dawnOf, zoned } from '../time/temporal.ts';
import {
  assertSamePoints,
  columnInSpan,
  finerThan,
  inclusive,
  NO_POINTS,
  type SeriesCase,
  someSeries,
  storedSlowly,
} from './series-cases.ts';

function extractCase(given: SeriesCase, block: Block, aggregation: Aggregation): Points {
  const zone = zoneNamed(given.zoneName);
  const part = columnInSpan(given, zone);
  if (!part) return NO_POINTS;
  return extract(part.column, block, zone, part.touched, aggregation);
}

const blockNamed = (name: string): Block => DEFAULT_BLOCKS.find((block) => block.name === name)!;

const subDaily = finerThan(resolutionOf('day').rank);

const daily = (...hours: [number, number][]) => ({ hours, isBaseAtWeekends: false });

/** The contract's hours, written down a second time. */
const CONTRACT_HOURS: Record<string, ReferenceBlock> = {
  peak: daily([9, 20]),
  offpeak: daily([0, 8], [20, 24]),
  offpeak1: daily([0, 8]),
  offpeak2: daily([20, 24]),
  night: daily([0, 6]),
  rushhour: daily([16, 20]),
  offpeakweek: { ...daily([0, 8], [20, 24]), isBaseAtWeekends: true },
  peakweek: { ...daily([9, 20]), isBaseAtWeekends: true },
};

suite('extracting from any series equals the slow reference', () => {
  for (const [name, reference] of Object.entries(CONTRACT_HOURS)) {
    for (const aggregation of AGGREGATIONS) {
      test(`${aggregation} of ${name} equals the slow reference`, () => {
        fc.assert(
          fc.property(someSeries(subDaily), (given) => {
            assertSamePoints(
              extractCase(given, blockNamed(name), aggregation),
              referenceExtract(storedSlowly(given), inclusive(given.span), reference, aggregation),
            );
          }),
          runs(50),
        );
      });
    }
  }

  test('extraction equals the slow reference for any hours of the operator’s', () => {
    const someRange = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }))
      .filter(([from, to]) => from < to);
    fc.assert(
      fc.property(someSeries(subDaily), someRange, (given, [from, to]) => {
        const blocks = readBlockHours(`peak=${from}-${to}`);
        const block = blocks.find(({ name }) => name === 'peakweek')!;
        const reference: ReferenceBlock = { hours: [[from, to]], isBaseAtWeekends: true };
        assertSamePoints(
          extractCase(given, block, 'Average'),
          referenceExtract(storedSlowly(given), inclusive(given.span), reference, 'Average'),
        );
      }),
      runs(300),
    );
  });
});

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

function berlinDays(
  native: ResolutionName,
  firstDate: string,
  values: readonly number[],
  lastDate: string = firstDate,
): SeriesCase {
  const end = dawnOf(Temporal.PlainDate.from(lastDate).add({ days: 1 }).toString());
  return {
    zoneName: BERLIN,
    native: resolutionOf(native),
    start: dawnOf(firstDate),
    values,
    span: { start: dawnOf(firstDate), end },
  };
}

const listed = ({ times, values }: Points): string[] =>
  Array.from(times, (time, i) => {
    const value = values[i]!;
    assert.equal(time, zoned(time, BERLIN).startOfDay().epochMilliseconds, 'keyed by the day');
    return `${zoned(time, BERLIN).toPlainDate()} = ${Number.isNaN(value) ? 'gap' : value}`;
  });

const oneDay = (given: SeriesCase, name: string): number => {
  const { times, values } = extractCase(given, blockNamed(name), 'Average');
  assert.equal(times.length, 1);
  return values[0]!;
};

suite('extraction by hand', () => {
  // The n-th real hour has the value n: the clock's hour h has h + 1.
  test('the blocks of an ordinary day have known values', () => {
    const day = berlinDays('hour', '2024-05-15', upTo(24));
    assert.equal(oneDay(day, 'peak'), 15);
    assert.equal(oneDay(day, 'offpeak'), (36 + 90) / 12);
    assert.equal(oneDay(day, 'offpeak1'), 4.5);
    assert.equal(oneDay(day, 'offpeak2'), 22.5);
    assert.equal(oneDay(day, 'night'), 3.5);
    assert.equal(oneDay(day, 'rushhour'), 18.5);
  });

  // No hour 02: from 03 on, the clock's hour h has the value h.
  test('the blocks of the spring day have known values, and its night has five hours', () => {
    const day = berlinDays('hour', '2024-03-31', upTo(23));
    assert.equal(oneDay(day, 'peak'), 14);
    assert.equal(oneDay(day, 'offpeak'), (28 + 86) / 11);
    assert.equal(oneDay(day, 'offpeak1'), 4);
    assert.equal(oneDay(day, 'offpeak2'), 21.5);
    assert.equal(oneDay(day, 'night'), 3);
    assert.equal(oneDay(day, 'rushhour'), 17.5);
  });

  // Hour 02 twice: from 03 on, the clock's hour h has the value h + 2.
  test('the blocks of the autumn day have known values, and its night has seven hours', () => {
    const day = berlinDays('hour', '2024-10-27', upTo(25));
    assert.equal(oneDay(day, 'peak'), 16);
    assert.equal(oneDay(day, 'offpeak'), (45 + 94) / 13);
    assert.equal(oneDay(day, 'offpeak1'), 5);
    assert.equal(oneDay(day, 'offpeak2'), 23.5);
    assert.equal(oneDay(day, 'night'), 4);
    assert.equal(oneDay(day, 'rushhour'), 19.5);
  });

  test('quarter-hours are extracted on both clock-change days', () => {
    const spring = berlinDays('quarterhour', '2024-03-31', upTo(92));
    assert.equal(oneDay(spring, 'night'), 10.5);
    assert.equal(oneDay(spring, 'peak'), 54.5);
    assert.equal(oneDay(spring, 'offpeak'), (28 * 14.5 + 16 * 84.5) / 44);
    const autumn = berlinDays('quarterhour', '2024-10-27', upTo(100));
    assert.equal(oneDay(autumn, 'night'), 14.5);
    assert.equal(oneDay(autumn, 'peak'), 62.5);
    assert.equal(oneDay(autumn, 'offpeak'), (36 * 18.5 + 16 * 92.5) / 52);
  });

  test('each block counts its real hours on both clock-change days', () => {
    const count = (date: string, hours: number, name: string) =>
      extractCase(berlinDays('hour', date, upTo(hours)), blockNamed(name), 'Count').values[0];
    const names = ['peak', 'offpeak', 'night', 'peakweek', 'offpeakweek'];
    assert.deepEqual(
      names.map((name) => count('2024-03-31', 23, name)),
      [11, 11, 5, 23, 23],
    );
    assert.deepEqual(
      names.map((name) => count('2024-10-27', 25, name)),
      [11, 13, 7, 25, 25],
    );
  });

  // Friday's hour h has the value h, Saturday's 100 + h, Sunday's 200 + h, Monday's 300 + h.
  test('peakweek and offpeakweek take the base value on Saturday and Sunday', () => {
    const hours = Array.from({ length: 96 }, (_, i) => Math.floor(i / 24) * 100 + (i % 24));
    const days = berlinDays('hour', '2024-05-17', hours, '2024-05-20');
    assert.deepEqual(listed(extractCase(days, blockNamed('peakweek'), 'Average')), [
      '2024-05-17 = 14',
      '2024-05-18 = 111.5',
      '2024-05-19 = 211.5',
      '2024-05-20 = 314',
    ]);
    assert.deepEqual(listed(extractCase(days, blockNamed('offpeakweek'), 'Average')), [
      '2024-05-17 = 9.5',
      '2024-05-18 = 111.5',
      '2024-05-19 = 211.5',
      '2024-05-20 = 309.5',
    ]);
    assert.deepEqual(listed(extractCase(days, blockNamed('peak'), 'Average')), [
      '2024-05-17 = 14',
      '2024-05-18 = 114',
      '2024-05-19 = 214',
      '2024-05-20 = 314',
    ]);
  });

  test('the base value of a clock-change Sunday is over its real hours', () => {
    assert.equal(oneDay(berlinDays('hour', '2024-03-31', upTo(23)), 'peakweek'), 12);
    assert.equal(oneDay(berlinDays('hour', '2024-10-27', upTo(25)), 'peakweek'), 13);
  });

  test('hours before the block’s first and from its last on do not count', () => {
    const only = (hour: number) => {
      const values = new Array<number>(24).fill(Number.NaN);
      values[0] = values[23] = 0;
      values[hour] = 1;
      return berlinDays('hour', '2024-05-15', values);
    };
    assert.deepEqual(
      [8, 9, 19, 20].map((hour) => oneDay(only(hour), 'peak')),
      [Number.NaN, 1, 1, Number.NaN],
    );
  });

  test('a day whose block has no value is a gap between its neighbours', () => {
    const values = upTo(72);
    values.fill(Number.NaN, 24 + 9, 24 + 20);
    const days = berlinDays('hour', '2024-05-14', values, '2024-05-16');
    assert.deepEqual(listed(extractCase(days, blockNamed('peak'), 'Average')), [
      '2024-05-14 = 15',
      '2024-05-15 = gap',
      '2024-05-16 = 63',
    ]);
  });

  test('a day that the span touches outside the block is a gap', () => {
    const days = {
      ...berlinDays('hour', '2024-05-14', upTo(72), '2024-05-16'),
      span: { start: at('2024-05-14T21:00'), end: at('2024-05-15T10:00') + 1 },
    };
    // 09:00 and 10:00 of the 15th are the 34th and 35th hour.
    assert.deepEqual(listed(extractCase(days, blockNamed('peak'), 'Average')), [
      '2024-05-14 = gap',
      '2024-05-15 = 34.5',
    ]);
  });

  test('an operator’s hours at the clock change follow the clock', () => {
    const block = readBlockHours('night=02-03').find(({ name }) => name === 'night')!;
    const spring = extractCase(berlinDays('hour', '2024-03-31', upTo(23)), block, 'Average');
    assert.deepEqual(listed(spring), ['2024-03-31 = gap']);
    const autumn = extractCase(berlinDays('hour', '2024-10-27', upTo(25)), block, 'Average');
    assert.deepEqual(listed(autumn), ['2024-10-27 = 3.5']);
  });
});
