// Figures over the hours that all lines have, against a slow count second by second.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { rowsOf } from '#explorer/pages/compare/hours/line-rows.ts';
import {
  commonIntervals,
  nounOf,
  statisticsOver,
  valuesOver,
} from '#explorer/pages/compare/hours/shared-intervals.ts';
import type { GridLine } from '#view/compare/grid-line';
import { layOnGrid } from '#view/compare/line-grid';

const berlin = findZone('Europe/Berlin')!;
const at = (text: string): number => Date.parse(text) / 1000;

function line(
  resolution: ResolutionName,
  start: string,
  step: number,
  values: readonly (number | null)[],
  part: Partial<GridLine> = {},
): GridLine {
  return {
    resolution: resolutionOf(resolution),
    times: values.map((_, i) => at(start) + i * step),
    values,
    kinds: values.map(() => 'observed'),
    endTime: at(start) + values.length * step,
    lastObserved: Number.POSITIVE_INFINITY,
    ...part,
  };
}

/** A number that looks random, the same at every run; about one of nine is a gap. */
function noise(seed: number): number | null {
  const value = Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1;
  return value < 0.11 ? null : Math.round((value - 0.4) * 1000) / 10;
}

/** The mean of a step function over [start, end) at every quarter hour; null if any has no value. */
function slowMean({ times, values, endTime }: GridLine, start: number, end: number): number | null {
  let total = 0;
  for (let time = start; time < end; time += 900) {
    const index = times.findLastIndex((one) => one <= time);
    const value = time < endTime ? (values[index] ?? null) : null;
    if (index < 0 || value === null) return null;
    total += value;
  }
  return total / ((end - start) / 900);
}

suite('lines on one grid', () => {
  const days = { short: '2026-03-27T23:00Z', long: '2026-10-23T22:00Z' };

  for (const [name, start] of Object.entries(days)) {
    test(`finer lines have the means of a slow count around the ${name} day`, () => {
      const quarters = line(
        'quarterhour',
        start,
        900,
        Array.from({ length: 300 }, (_, i) => noise(i)),
      );
      const hours = line(
        'hour',
        start,
        3600,
        Array.from({ length: 75 }, (_, i) => noise(i + 999)),
      );
      const full = line(
        'quarterhour',
        start,
        900,
        Array.from({ length: 300 }, (_, i) => i % 17),
      );
      const grid = layOnGrid([quarters, hours, full], berlin);
      assert.equal(grid.resolution.name, 'hour');
      assert.equal(grid.times.length, 75);
      grid.times.forEach((time, row) => {
        assert.equal(grid.ends[row], time + 3600);
        [quarters, hours, full].forEach((one, i) => {
          const expected = slowMean(one, time, time + 3600);
          const found = grid.lines[i]!.values[row]!;
          if (expected === null) assert.equal(found, null);
          else assert.ok(Math.abs(found - expected) < 1e-9);
        });
      });
    });

    test(`hours beside days have the means of market days around the ${name} day`, () => {
      const hours = line(
        'hour',
        start,
        3600,
        Array.from({ length: 71 }, (_, i) => i),
      );
      const dayTimes = [0, 1, 2].map(
        (i) => berlin.startOfDay(berlin.dayOf(at(start) * 1000) + i) / 1000,
      );
      const daily = {
        ...line('day', start, 86_400, [1, 2, 3]),
        times: dayTimes,
        endTime: dayTimes[2]! + 86_400,
      };
      const grid = layOnGrid([daily, hours], berlin);
      assert.deepEqual(grid.times, dayTimes);
      grid.times.forEach((time, row) => {
        assert.equal(grid.lines[1]!.values[row], slowMean(hours, time, grid.ends[row]!));
      });
    });
  }

  test('weeks beside months count by the days that lie in each month', () => {
    const start = '2026-09-27T22:00Z';
    const weekTimes = Array.from(
      { length: 7 },
      (_, i) => berlin.startOfDay(berlin.dayOf(at(start) * 1000) + i * 7) / 1000,
    );
    const weeks = {
      ...line('week', start, 0, [10, 20, 30, 40, 50, 60, 70]),
      times: weekTimes,
      endTime: at('2026-11-15T23:00Z'),
    };
    const months = {
      ...line('month', '2026-09-30T22:00Z', 0, [1]),
      endTime: at('2026-10-31T23:00Z'),
    };
    const grid = layOnGrid([months, weeks], berlin);
    const row = grid.times.indexOf(at('2026-09-30T22:00Z'));
    const expected = slowMean(weeks, grid.times[row]!, grid.ends[row]!)!;
    assert.ok(Math.abs(grid.lines[1]!.values[row]! - expected) < 1e-9);
    // September has three days of the first week only.
    assert.equal(grid.lines[1]!.values[grid.times.indexOf(at('2026-08-31T22:00Z'))], null);
  });

  test('an hour of quarters of both kinds is mixed, and one short quarter makes it short', () => {
    const quarters = line('quarterhour', '2026-11-10T00:00Z', 900, [1, 2, 3, 4, 5, 6, 7, 8], {
      kinds: [...new Array(6).fill('observed'), 'forecast', 'forecast'],
      partial: new Set([1]),
    });
    const hours = line('hour', '2026-11-10T00:00Z', 3600, [1, 2]);
    const [laid] = layOnGrid([quarters, hours], berlin).lines;
    assert.deepEqual(laid!.kinds, ['observed', 'mixed']);
    assert.deepEqual(laid!.isPartial, [true, false]);
  });

  test('a stamp that is left out is no value, and does not make the one before it longer', () => {
    const holes = line('hour', '2026-11-10T00:00Z', 3600, [1, 2]);
    const times = [holes.times[0]!, holes.times[0]! + 7200];
    const quarters = line('quarterhour', '2026-11-10T00:00Z', 900, new Array(12).fill(3));
    const grid = layOnGrid([{ ...holes, times, endTime: times[1]! + 3600 }, quarters], berlin);
    assert.deepEqual(grid.lines[0]!.values, [1, null, 2]);
    assert.deepEqual(
      grid.ends.map((end, row) => end - grid.times[row]!),
      [3600, 3600, 3600],
    );
  });
});

suite('common hours', () => {
  test('figures count the hours that all lines have, as a slow count does', () => {
    const count = 200;
    const lines = [1, 2, 3].map((seed) =>
      line(
        'hour',
        '2026-10-20T00:00Z',
        3600,
        Array.from({ length: count }, (_, i) => noise(i + seed * 777)),
        {
          kinds: Array.from({ length: count }, (_, i) =>
            i < 150 + seed ? 'observed' : 'forecast',
          ),
          partial: new Set([seed * 7]),
        },
      ),
    );
    const common = commonIntervals(lines, berlin);
    const isWhole = (i: number): boolean =>
      lines.every(({ values, partial }) => values[i] !== null && !partial?.has(i));
    const indices = Array.from({ length: count }, (_, i) => i);
    const observed = indices.filter(
      (i) => isWhole(i) && lines.every(({ kinds }) => kinds[i] === 'observed'),
    );
    const forecast = indices.filter(
      (i) => isWhole(i) && lines.some(({ kinds }) => kinds[i] !== 'observed'),
    );
    assert.deepEqual(common.observedRows, observed);
    assert.deepEqual(common.forecastRows, forecast);
    assert.equal(
      common.anyCount,
      indices.filter((i) => lines.some(({ values }) => values[i] !== null)).length,
    );
    assert.equal(nounOf(common), 'hours');
    lines.forEach(({ values, times }, l) => {
      const own = observed.map((i) => values[i]!);
      const statistics = statisticsOver(common, l, common.observedRows)!;
      assert.equal(statistics.count, own.length);
      assert.equal(statistics.min.value, Math.min(...own));
      assert.equal(statistics.max.value, Math.max(...own));
      assert.equal(statistics.last.time, times[observed.at(-1)!]);
      assert.ok(Math.abs(statistics.mean - own.reduce((a, b) => a + b, 0) / own.length) < 1e-9);
      assert.deepEqual(valuesOver(common, l, common.observedRows).values, own);
      const all = indices.filter(
        (i) =>
          values[i] !== null && lines[l]!.kinds[i] === 'observed' && !lines[l]!.partial!.has(i),
      );
      assert.deepEqual(rowsOf(common, l, true), all);
      assert.deepEqual(rowsOf(common, l, false), observed);
    });
  });

  test('a mean of days weighs each day as long as it is', () => {
    const times = ['2026-10-23T22:00Z', '2026-10-24T22:00Z', '2026-10-25T23:00Z'].map(at);
    const days = {
      ...line('day', '2026-10-23T22:00Z', 0, [0, 100, 0]),
      times,
      endTime: times[2]! + 86_400,
    };
    const common = commonIntervals([days], berlin);
    assert.equal(statisticsOver(common, 0, common.observedRows)!.mean, (100 * 25) / (24 + 25 + 24));
    assert.equal(nounOf(common), 'days');
  });

  test('lines without a common hour have no figures', () => {
    const [a, b] = [
      line('hour', '2026-11-10T00:00Z', 3600, [1, 2]),
      line('hour', '2026-11-11T00:00Z', 3600, [1, 2]),
    ];
    const common = commonIntervals([a, b], berlin);
    assert.deepEqual([common.observedRows.length, common.anyCount], [0, 4]);
    assert.equal(statisticsOver(common, 0, common.observedRows), undefined);
  });
});
