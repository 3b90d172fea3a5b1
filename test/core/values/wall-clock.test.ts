// Wall-clock keys: the repeated autumn hour is one key, the spring gap is none. Nothing else is merged.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import type { Points } from '#core/values/column';
import { mergeRepeatedHours, setBacksIn } from '#core/values/wall-clock';
import { instantNearChange, MARKET_ZONE_NAMES, runs, zoneNamed } from '../properties.ts';
import { at, BERLIN, show, zoned } from '../time/temporal.ts';

const berlin = zoneNamed(BERLIN);

function pointsFrom(start: number, stepMs: number, values: readonly number[]): Points {
  return {
    times: Float64Array.from(values, (_, i) => start + i * stepMs),
    values: Float64Array.from(values),
  };
}

const keyed = ({ times, values }: Points, zoneName: string): string[] =>
  Array.from(times, (time, i) => `${formatMarket(time, zoneNamed(zoneName))} = ${values[i]}`);

/** The means of the present values by Temporal's wall time, sorted by key. */
function referenceKeyed({ times, values }: Points, zoneName: string): string[] {
  const groups = new Map<string, number[]>();
  for (const [i, time] of times.entries()) {
    const wall = zoned(time, zoneName).toPlainDateTime().toString({ smallestUnit: 'second' });
    groups.set(wall, [...(groups.get(wall) ?? []), values[i]!]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([wall, members]) => {
      const present = members.filter((value) => !Number.isNaN(value));
      const sum = present.reduce((total, value) => total + value, 0);
      return `${wall} = ${present.length === 0 ? Number.NaN : sum / present.length}`;
    });
}

suite('wall-clock keys', () => {
  test('any stretch of values has each wall time once, ascending, repeated ones as their mean', () => {
    const someCase = fc.constantFrom(...MARKET_ZONE_NAMES).chain((zoneName) =>
      fc.record({
        zoneName: fc.constant(zoneName),
        near: instantNearChange(zoneName, 30 * HOUR_MS),
        stepMs: fc.constantFrom(15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS),
        values: fc.array(fc.oneof(fc.integer({ min: -99, max: 99 }), fc.constant(Number.NaN)), {
          maxLength: 130,
        }),
      }),
    );
    fc.assert(
      fc.property(someCase, ({ zoneName, near, stepMs, values }) => {
        const points = pointsFrom(Math.floor(near / stepMs) * stepMs, stepMs, values);
        const merged = mergeRepeatedHours(points, zoneNamed(zoneName));
        assert.deepEqual(keyed(merged, zoneName), referenceKeyed(points, zoneName));
      }),
      runs(1_500),
    );
  });

  const autumnDay = at('2024-10-26T22:00:00Z');
  const hours = Array.from({ length: 25 }, (_, i) => i + 1);

  test('the autumn day has 24 keys and 02:00 has the mean of both hours', () => {
    const merged = mergeRepeatedHours(pointsFrom(autumnDay, HOUR_MS, hours), berlin);
    assert.equal(merged.times.length, 24);
    assert.deepEqual(keyed(merged, BERLIN).slice(0, 5), [
      '2024-10-27T00:00:00 = 1',
      '2024-10-27T01:00:00 = 2',
      '2024-10-27T02:00:00 = 3.5',
      '2024-10-27T03:00:00 = 5',
      '2024-10-27T04:00:00 = 6',
    ]);
  });

  test('if one of the two hours is a gap, the key has the value of the other', () => {
    const withGap = (position: number) =>
      hours.map((value, i) => (i === position ? Number.NaN : value));
    const at02 = (values: number[]) =>
      mergeRepeatedHours(pointsFrom(autumnDay, HOUR_MS, values), berlin).values[2];
    assert.equal(at02(withGap(2)), 4);
    assert.equal(at02(withGap(3)), 3);
    assert.equal(
      at02(hours.map((value, i) => (i === 2 || i === 3 ? Number.NaN : value))),
      Number.NaN,
    );
  });

  test('quarter-hours of the repeated hour pair up: 02:15 with 02:15', () => {
    const quarters = Array.from({ length: 100 }, (_, i) => i);
    const merged = mergeRepeatedHours(pointsFrom(autumnDay, 15 * MINUTE_MS, quarters), berlin);
    assert.equal(merged.times.length, 96);
    assert.deepEqual(keyed(merged, BERLIN).slice(7, 13), [
      '2024-10-27T01:45:00 = 7',
      '2024-10-27T02:00:00 = 10',
      '2024-10-27T02:15:00 = 11',
      '2024-10-27T02:30:00 = 12',
      '2024-10-27T02:45:00 = 13',
      '2024-10-27T03:00:00 = 16',
    ]);
  });

  test('the spring day has 23 keys and none at 02:00', () => {
    const spring = pointsFrom(at('2024-03-30T23:00:00Z'), HOUR_MS, hours.slice(0, 23));
    const merged = mergeRepeatedHours(spring, berlin);
    assert.equal(merged, spring, 'nothing to merge, nothing copied');
    assert.deepEqual(keyed(merged, BERLIN).slice(1, 3), [
      '2024-03-31T01:00:00 = 2',
      '2024-03-31T03:00:00 = 3',
    ]);
  });

  test('two years of hours lose exactly one key each autumn', () => {
    const start = at('2022-12-31T23:00:00Z');
    const count = (at('2024-12-31T23:00:00Z') - start) / HOUR_MS;
    const merged = mergeRepeatedHours(pointsFrom(start, HOUR_MS, new Array(count).fill(1)), berlin);
    assert.equal(count, 17_544);
    assert.equal(merged.times.length, count - 2);
  });

  test('a span with only one of the two hours keeps its value', () => {
    const first = pointsFrom(at('2024-10-27T00:00:00Z'), HOUR_MS, [3]);
    const second = pointsFrom(at('2024-10-27T01:00:00Z'), HOUR_MS, [4, 5]);
    assert.deepEqual(keyed(mergeRepeatedHours(first, berlin), BERLIN), ['2024-10-27T02:00:00 = 3']);
    assert.deepEqual(keyed(mergeRepeatedHours(second, berlin), BERLIN), [
      '2024-10-27T02:00:00 = 4',
      '2024-10-27T03:00:00 = 5',
    ]);
  });

  test('a span that begins in the middle of the first hour still ascends', () => {
    // 02:30 and 02:45 of the first hour, then the whole of the second.
    const quarters = pointsFrom(at('2024-10-27T00:30:00Z'), 15 * MINUTE_MS, [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(keyed(mergeRepeatedHours(quarters, berlin), BERLIN), [
      '2024-10-27T02:00:00 = 3',
      '2024-10-27T02:15:00 = 4',
      '2024-10-27T02:30:00 = 3',
      '2024-10-27T02:45:00 = 4',
    ]);
  });

  test('an empty answer has no keys', () => {
    assert.equal(mergeRepeatedHours(pointsFrom(0, HOUR_MS, []), berlin).times.length, 0);
  });

  test('the clock is set back once a year in Berlin, at 01:00 UTC of a Sunday in October', () => {
    const found = setBacksIn(berlin, at('2020-01-01T00:00:00Z'), at('2024-12-31T00:00:00Z'));
    assert.deepEqual(
      found.map(({ at: instant, setBackMs }) => [show(instant), setBackMs]),
      [
        ['2020-10-25T02:00:00+01:00', HOUR_MS],
        ['2021-10-31T02:00:00+01:00', HOUR_MS],
        ['2022-10-30T02:00:00+01:00', HOUR_MS],
        ['2023-10-29T02:00:00+01:00', HOUR_MS],
        ['2024-10-27T02:00:00+01:00', HOUR_MS],
      ],
    );
  });
});
