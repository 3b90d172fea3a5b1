// Runs continue an observed series: gaps after the last observation take the newest run with a value.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, formatUtc, HOUR_MS } from '#core/time/instant';
import { type ForecastRun, fillFromRun, horizonOf, ownHorizon } from '#core/values/forecast-run';
import { runs, zoneNamed } from '../properties.ts';

const gap = Number.NaN;

const runOf = (analyzedAt: number, firstIndex: number, values: number[]): ForecastRun => ({
  analyzedAt,
  updatedAt: analyzedAt,
  firstIndex,
  values: Float64Array.from(values),
  source: 'test',
});

/** Observed values from index 100 on, filled from index `from` on. */
function filled(observed: number[], from: number, newestFirst: ForecastRun[]): number[] {
  const values = Float64Array.from(observed);
  for (const run of newestFirst) fillFromRun(values, 100, from, run);
  return [...values];
}

suite('forecast runs', () => {
  test('a horizon is half-open, from the first value to one past the last', () => {
    assert.deepEqual(horizonOf(runOf(0, 7, [1, 2, 3])), { start: 7, end: 10 });
  });

  test('each instant takes the newest run that covers it', () => {
    const newer = runOf(2, 102, [20, 21]);
    const older = runOf(1, 101, [11, 12, 13, 14, 15]);
    assert.deepEqual(
      filled([1, gap, gap, gap, gap, gap], 101, [newer, older]),
      [1, 11, 20, 21, 14, 15],
    );
  });

  test('observed values stay, and so does a gap before the last one', () => {
    const run = runOf(1, 98, new Array(10).fill(9));
    assert.deepEqual(filled([1, gap, 3, gap, gap], 103, [run]), [1, gap, 3, 9, 9]);
  });

  test('a gap within the newer run is filled by the older', () => {
    const newer = runOf(2, 101, [20, gap, 22]);
    const older = runOf(1, 101, [10, 11, 12]);
    assert.deepEqual(filled([1, gap, gap, gap], 101, [newer, older]), [1, 20, 11, 22]);
  });

  test('a run before, after or larger than the span fills only what it meets', () => {
    const cases: [ForecastRun, number[]][] = [
      [runOf(1, 90, [1, 2, 3]), [gap, gap, gap]],
      [runOf(1, 103, [1, 2, 3]), [gap, gap, gap]],
      [runOf(1, 99, [1, 2, 3, 4, 5]), [2, 3, 4]],
      [runOf(1, 102, [1, 2]), [gap, gap, 1]],
    ];
    for (const [run, expected] of cases) {
      assert.deepEqual(filled([gap, gap, gap], 100, [run]), expected);
    }
  });

  test('fillFromRun returns the number of filled values, so that a reader knows when to stop', () => {
    const values = Float64Array.from([1, gap, gap, gap]);
    assert.equal(fillFromRun(values, 100, 101, runOf(2, 102, [5])), 1);
    assert.equal(fillFromRun(values, 100, 101, runOf(1, 100, [7, 7, 7, 7])), 2);
    assert.equal(fillFromRun(values, 100, 101, runOf(0, 100, [8, 8, 8, 8])), 0);
    assert.deepEqual([...values], [1, 7, 5, 7]);
  });

  test('for any runs, each gap takes the value of the first run in the list that has one', () => {
    const maybe = fc.oneof(fc.integer({ min: 0, max: 99 }), fc.constant(gap));
    const someRun = fc
      .record({
        firstIndex: fc.integer({ min: 90, max: 125 }),
        values: fc.array(maybe, { maxLength: 20 }),
      })
      .map(({ firstIndex, values }) => runOf(0, firstIndex, values));
    fc.assert(
      fc.property(
        fc.array(maybe, { maxLength: 20 }),
        fc.integer({ min: 95, max: 125 }),
        fc.array(someRun, { maxLength: 5 }),
        (observed, from, newestFirst) => {
          const expected = observed.map((value, i) => {
            const index = 100 + i;
            if (!Number.isNaN(value) || index < from) return value;
            const candidates = newestFirst.map((run) => run.values[index - run.firstIndex] ?? gap);
            return candidates.find((candidate) => !Number.isNaN(candidate)) ?? gap;
          });
          assert.deepEqual(filled(observed, from, newestFirst), expected);
        },
      ),
      runs(500),
    );
  });
});

// Zone, time of the run, its first hour, and the hour after its last.
const HORIZONS: readonly (readonly [string, string, string, string])[] = [
  ['Europe/Berlin', '2026-11-15T12:00:00Z', '2026-11-15T23:00:00Z', '2026-11-23T01:00:00Z'],
  ['Europe/Berlin', '2026-06-15T06:00:00Z', '2026-06-15T22:00:00Z', '2026-06-23T01:00:00Z'],
  // The clock changes on the first day and after the last.
  ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-28T23:00:00Z', '2026-04-05T01:00:00Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-24T22:00:00Z', '2026-11-01T01:00:00Z'],
  // The market day has begun when the run is made.
  ['Europe/Berlin', '2026-11-15T23:20:00Z', '2026-11-16T00:00:00Z', '2026-11-23T01:00:00Z'],
  ['Europe/Berlin', '2026-11-15T23:00:00Z', '2026-11-15T23:00:00Z', '2026-11-23T01:00:00Z'],
  ['UTC', '2026-11-15T12:00:00Z', '2026-11-16T00:00:00Z', '2026-11-23T01:00:00Z'],
  ['Europe/Helsinki', '2026-11-15T12:00:00Z', '2026-11-15T22:00:00Z', '2026-11-23T01:00:00Z'],
  ['Asia/Tokyo', '2026-11-15T12:00:00Z', '2026-11-15T15:00:00Z', '2026-11-23T01:00:00Z'],
  ['America/New_York', '2026-11-15T12:00:00Z', '2026-11-16T00:00:00Z', '2026-11-23T05:00:00Z'],
  ['America/New_York', '2026-10-30T12:00:00Z', '2026-10-31T00:00:00Z', '2026-11-07T05:00:00Z'],
];

suite('the horizon of a run of our own', () => {
  for (const [zone, analyzedAt, first, end] of HORIZONS) {
    test(`a run of ${analyzedAt} in ${zone} reaches from ${first} up to ${end}`, () => {
      const horizon = ownHorizon(Date.parse(analyzedAt), zoneNamed(zone));
      assert.deepEqual([formatUtc(horizon.start), formatUtc(horizon.end)], [first, end]);
    });
  }

  test('a run has seven whole UTC days and every market day that had not begun', () => {
    const zones = ['Europe/Berlin', 'UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Auckland'];
    const instants = fc.integer({ min: 0, max: 60 * 366 * 24 * 60 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (name, minute) => {
        const zone = zoneNamed(name);
        const analyzedAt = minute * 60_000;
        const { start, end } = ownHorizon(analyzedAt, zone);
        const firstDay = Math.floor(analyzedAt / DAY_MS) + 1;
        assert.ok(start >= analyzedAt && start % HOUR_MS === 0 && end % HOUR_MS === 0);
        assert.ok(start <= firstDay * DAY_MS && end >= (firstDay + 7) * DAY_MS + HOUR_MS);
        for (let day = firstDay; day < firstDay + 7; day++) {
          const hasBegun = zone.startOfDay(day) < analyzedAt;
          assert.ok(hasBegun || start <= zone.startOfDay(day));
          assert.ok(end >= zone.startOfDay(day + 1));
        }
      }),
      runs(300),
    );
  });
});
