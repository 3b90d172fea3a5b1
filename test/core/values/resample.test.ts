// Resampling against the slow reference, and by hand on the days that often go wrong.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { gridOf } from '#core/time/grid';
import { DAY_MS } from '#core/time/instant';
import { RESOLUTIONS, type ResolutionName, resolutionOf } from '#core/time/resolution';
import { AGGREGATIONS, type Aggregation } from '#core/values/aggregation';
import type { Points } from '#core/values/column';
import { resample } from '#core/values/reduce-column';
import { runs, zoneNamed } from '../properties.ts';
import { referenceResample } from '../reference.ts';
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

function resampleCase(given: SeriesCase, to: ResolutionName, aggregation: Aggregation): Points {
  const zone = zoneNamed(given.zoneName);
  const part = columnInSpan(given, zone);
  if (!part) return NO_POINTS;
  return resample(part.column, gridOf(resolutionOf(to), zone), part.touched, aggregation);
}

const targets = RESOLUTIONS.filter(({ rank }) => rank >= resolutionOf('hour').rank);

suite('resampling any series equals the slow reference', () => {
  for (const target of targets) {
    for (const aggregation of AGGREGATIONS) {
      test(`${aggregation} by ${target.name} equals the slow reference`, () => {
        fc.assert(
          fc.property(someSeries(finerThan(target.rank)), (given) => {
            assertSamePoints(
              resampleCase(given, target.name, aggregation),
              referenceResample(
                storedSlowly(given),
                inclusive(given.span),
                target.name,
                aggregation,
              ),
            );
          }),
          runs(60),
        );
      });
    }
  }
});

/** A Berlin series from a date on, read from one date to another, both included. */
function berlinSeries(
  native: ResolutionName,
  firstDate: string,
  values: readonly number[],
  fromDate: string,
  toDate: string,
): SeriesCase {
  const end = dawnOf(Temporal.PlainDate.from(toDate).add({ days: 1 }).toString());
  return {
    zoneName: BERLIN,
    native: resolutionOf(native),
    start: dawnOf(firstDate),
    values,
    span: { start: dawnOf(fromDate), end },
  };
}

/** Lines such as `2024-03-31 = 12`. */
const listed = ({ times, values }: Points): string[] =>
  Array.from(times, (time, i) => {
    const value = values[i]!;
    return `${zoned(time, BERLIN).toPlainDate()} = ${Number.isNaN(value) ? 'gap' : value}`;
  });

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
const gaps = (count: number): number[] => new Array<number>(count).fill(Number.NaN);

suite('resampling by hand', () => {
  test('a spring day averages its 23 hours and an autumn day its 25', () => {
    const spring = berlinSeries('hour', '2024-03-31', upTo(23), '2024-03-31', '2024-03-31');
    assert.deepEqual(listed(resampleCase(spring, 'day', 'Average')), ['2024-03-31 = 12']);
    assert.deepEqual(listed(resampleCase(spring, 'day', 'Count')), ['2024-03-31 = 23']);
    const autumn = berlinSeries('hour', '2024-10-27', upTo(25), '2024-10-27', '2024-10-27');
    assert.deepEqual(listed(resampleCase(autumn, 'day', 'Average')), ['2024-10-27 = 13']);
    assert.deepEqual(listed(resampleCase(autumn, 'day', 'Sum')), ['2024-10-27 = 325']);
  });

  test('the days beside a clock change keep their own hours', () => {
    const flat = [...new Array(24).fill(1), ...new Array(23).fill(2), ...new Array(24).fill(3)];
    const spring = berlinSeries('hour', '2024-03-30', flat, '2024-03-30', '2024-04-01');
    assert.deepEqual(listed(resampleCase(spring, 'day', 'Average')), [
      '2024-03-30 = 1',
      '2024-03-31 = 2',
      '2024-04-01 = 3',
    ]);
    const long = [...new Array(24).fill(1), ...new Array(25).fill(2), ...new Array(24).fill(3)];
    const autumn = berlinSeries('hour', '2024-10-26', long, '2024-10-26', '2024-10-28');
    assert.deepEqual(listed(resampleCase(autumn, 'day', 'Average')), [
      '2024-10-26 = 1',
      '2024-10-27 = 2',
      '2024-10-28 = 3',
    ]);
  });

  test('quarter-hours become hours, and the repeated hour stays two', () => {
    const quarters = upTo(100);
    const autumn = berlinSeries('quarterhour', '2024-10-27', quarters, '2024-10-27', '2024-10-27');
    const { times, values } = resampleCase(autumn, 'hour', 'Average');
    assert.equal(times.length, 25);
    assert.deepEqual([...values.slice(1, 5)], [6.5, 10.5, 14.5, 18.5]);
    assert.equal(zoned(times[2]!, BERLIN).toString(), '2024-10-27T02:00:00+02:00[Europe/Berlin]');
    assert.equal(zoned(times[3]!, BERLIN).toString(), '2024-10-27T02:00:00+01:00[Europe/Berlin]');
  });

  // March 2024 has 743 hours, October 745: one day of 743 or 745 among zeros shows its weight.
  test('days weigh 23, 24 and 25 hours in their month', () => {
    const month = (first: string, days: number, dayOfMonth: number, value: number) => {
      const values = new Array<number>(days).fill(0);
      values[dayOfMonth - 1] = value;
      const last = `${first.slice(0, 8)}${days}`;
      return listed(
        resampleCase(berlinSeries('day', first, values, first, last), 'month', 'Average'),
      );
    };
    assert.deepEqual(month('2024-03-01', 31, 30, 743), ['2024-03-01 = 24']);
    assert.deepEqual(month('2024-03-01', 31, 31, 743), ['2024-03-01 = 23']);
    assert.deepEqual(month('2024-10-01', 31, 26, 745), ['2024-10-01 = 24']);
    assert.deepEqual(month('2024-10-01', 31, 27, 745), ['2024-10-01 = 25']);
  });

  test('a gap takes its weight with it', () => {
    // 30 March (24 h) and 31 March (23 h) alone: (24 × 47 + 0) / 47 hours.
    const values = [...gaps(29), 47, 0];
    const given = berlinSeries('day', '2024-03-01', values, '2024-03-01', '2024-03-31');
    assert.deepEqual(listed(resampleCase(given, 'month', 'Average')), ['2024-03-01 = 24']);
  });

  test('months weigh their own length in a quarter and a year', () => {
    // 2024: January 744 h, February 696 h, March 743 h; together 2183 h.
    const quarter = berlinSeries('month', '2024-01-01', [0, 2183, 0], '2024-01-01', '2024-03-31');
    assert.deepEqual(listed(resampleCase(quarter, 'quarter', 'Average')), ['2024-01-01 = 696']);
    // A leap year has 8784 hours; its quarters 2183, 2184, 2208 and 2209.
    const year = berlinSeries('quarter', '2024-01-01', [0, 0, 0, 8784], '2024-01-01', '2024-12-31');
    assert.deepEqual(listed(resampleCase(year, 'year', 'Average')), ['2024-01-01 = 2209']);
  });

  test('a week belongs to the year of its Monday, even if little of it lies in that year', () => {
    const weeks = berlinSeries('week', '2024-12-23', [10, 20, 40], '2024-12-01', '2025-01-31');
    assert.deepEqual(listed(resampleCase(weeks, 'year', 'Average')), [
      '2024-01-01 = 15',
      '2025-01-01 = 40',
    ]);
  });

  test('the week of the spring change weighs 167 hours, that of the autumn change 169', () => {
    const spring = berlinSeries('week', '2024-03-18', [0, 335], '2024-03-01', '2024-03-31');
    assert.deepEqual(listed(resampleCase(spring, 'month', 'Average')), ['2024-03-01 = 167']);
    const autumn = berlinSeries('week', '2024-10-14', [0, 337], '2024-10-01', '2024-10-31');
    assert.deepEqual(listed(resampleCase(autumn, 'month', 'Average')), ['2024-10-01 = 169']);
  });

  test('the span is applied first: a cut bucket averages only the values inside', () => {
    const given = {
      ...berlinSeries('hour', '2024-05-15', upTo(48), '2024-05-15', '2024-05-16'),
      span: { start: at('2024-05-15T22:00'), end: at('2024-05-16T01:00') + 1 },
    };
    // 22:00 and 23:00 are 23 and 24; 00:00 and 01:00 (its end included) are 25 and 26.
    assert.deepEqual(listed(resampleCase(given, 'day', 'Average')), [
      '2024-05-15 = 23.5',
      '2024-05-16 = 25.5',
    ]);
  });

  test('a day without a value is a gap and not a zero in every aggregation', () => {
    const values = [
      ...new Array<number>(24).fill(5),
      ...gaps(24),
      ...new Array<number>(24).fill(7),
    ];
    const given = berlinSeries('hour', '2024-05-15', values, '2024-05-15', '2024-05-17');
    const expected = {
      Average: [5, 7],
      Sum: [120, 168],
      Min: [5, 7],
      Max: [5, 7],
      Count: [24, 24],
    };
    for (const aggregation of AGGREGATIONS) {
      const [first, last] = expected[aggregation];
      assert.deepEqual(listed(resampleCase(given, 'day', aggregation)), [
        `2024-05-15 = ${first}`,
        '2024-05-16 = gap',
        `2024-05-17 = ${last}`,
      ]);
    }
  });

  test('a month that the span touches between two weekly time stamps is a gap', () => {
    const weeks = berlinSeries('week', '2024-01-22', [1, 2, 4], '2024-01-31', '2024-02-06');
    assert.deepEqual(listed(resampleCase(weeks, 'month', 'Average')), [
      '2024-01-01 = gap',
      '2024-02-01 = 4',
    ]);
  });

  test('neither leading nor trailing gaps extend the answer', () => {
    const values = [...gaps(48), ...new Array<number>(24).fill(5), ...gaps(72)];
    const given = berlinSeries('hour', '2024-05-13', values, '2024-05-01', '2024-05-31');
    assert.deepEqual(listed(resampleCase(given, 'day', 'Average')), ['2024-05-15 = 5']);
  });

  test('a span that misses the series, or falls between two of its time stamps, gives nothing', () => {
    const days = berlinSeries('day', '2024-05-15', [1, 2, 3], '2024-06-01', '2024-06-30');
    assert.deepEqual(listed(resampleCase(days, 'month', 'Average')), []);
    const between = { start: at('2024-05-15T10:00'), end: at('2024-05-15T11:00') };
    assert.deepEqual(listed(resampleCase({ ...days, span: between }, 'month', 'Average')), []);
  });

  test('a year of hours gives one value a day, each of its own hours', () => {
    const hours = 8784;
    const given = berlinSeries('hour', '2024-01-01', upTo(hours), '2024-01-01', '2024-12-31');
    const { times, values } = resampleCase(given, 'day', 'Count');
    assert.equal(times.length, 366);
    assert.equal(
      values.reduce((sum, value) => sum + value, 0),
      hours,
    );
    const odd = Array.from(values.entries()).filter(([, value]) => value !== 24);
    assert.deepEqual(
      odd.map(([day, value]) => [zoned(times[day]!, BERLIN).toPlainDate().toString(), value]),
      [
        ['2024-03-31', 23],
        ['2024-10-27', 25],
      ],
    );
    assert.ok(times.every((time, i) => i === 0 || time - times[i - 1]! >= DAY_MS - 3.6e6));
  });
});
