// Duration curves, typical weeks, scatters and stacks, against slow counts on hard days.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findZone, UTC } from '#core/time/zone';
import { stackColumns } from '#explorer/pages/compare/mix/stack.ts';
import { durationCurve, valueAtShare } from '#explorer/pages/compare/shapes/duration.ts';
import { fitLine } from '#explorer/pages/compare/shapes/scatter.ts';
import { axisOfValues } from '#explorer/pages/compare/shapes/shape-axis.ts';
import { stopAfterKey } from '#explorer/pages/compare/shapes/shape-keys.ts';
import { hourName, typicalWeek } from '#explorer/pages/compare/shapes/typical-week.ts';

const berlin = findZone('Europe/Berlin')!;
const at = (text: string): number => Date.parse(text) / 1000;
const noise = (seed: number): number => Math.round(Math.sin(seed * 78.233) * 1000) / 10;

suite('a duration curve', () => {
  test('a value is reached for the share of time that a slow count finds', () => {
    const values = Array.from({ length: 80 }, (_, i) => noise(i));
    const seconds = values.map((_, i) => (i % 7 === 0 ? 90_000 : 86_400));
    const curve = durationCurve(values, seconds);
    const total = seconds.reduce((a, b) => a + b, 0);
    for (let percent = 0; percent < 100; percent++) {
      const value = valueAtShare(curve, percent / 100)!;
      const above = seconds.filter((_, i) => values[i]! > value).reduce((a, b) => a + b, 0);
      const atLeast = seconds.filter((_, i) => values[i]! >= value).reduce((a, b) => a + b, 0);
      assert.ok(above / total <= percent / 100 && percent / 100 < atLeast / total);
    }
    assert.equal(valueAtShare(curve, 0), Math.max(...values));
    assert.equal(valueAtShare(curve, 1), Math.min(...values));
  });

  test('equal values, zero with a sign and a single value keep their order', () => {
    assert.deepEqual(durationCurve([1, 1, -0, 0], [1, 1, 1, 1]).starts, [0, 0.25, 0.5, 0.75]);
    assert.equal(valueAtShare(durationCurve([7], [3600]), 0.5), 7);
    assert.equal(valueAtShare(durationCurve([], []), 0.5), undefined);
  });
});

suite('a typical week', () => {
  /** The mean of the values whose local weekday and hour are those of `name`, by the browser's calendar. */
  function slowMean(times: readonly number[], values: readonly (number | null)[], name: string) {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    const found = values.filter((value, i) => {
      const parts = format.formatToParts(times[i]! * 1000);
      const part = (type: string) => parts.find((one) => one.type === type)!.value;
      return value !== null && `${part('weekday')} ${part('hour')}` === name;
    });
    const total = found.reduce((sum: number, value) => sum + value!, 0);
    return { mean: found.length === 0 ? null : total / found.length, count: found.length };
  }

  for (const start of ['2026-03-20T23:00Z', '2026-10-17T22:00Z', '2026-12-24T23:00Z']) {
    test(`every hour has the mean of a slow count over two weeks from ${start}`, () => {
      const times = Array.from({ length: 14 * 24 }, (_, i) => at(start) + i * 3600);
      const values = times.map((_, i) => (i % 31 === 0 ? null : noise(i)));
      const week = typicalWeek({ times, values }, berlin);
      for (let hour = 0; hour < 168; hour++) {
        const expected = slowMean(times, values, hourName(hour).slice(0, 6));
        assert.equal(week.counts[hour], expected.count);
        if (expected.mean === null) assert.equal(week.means[hour], null);
        else assert.ok(Math.abs(week.means[hour]! - expected.mean) < 1e-9);
      }
    });
  }

  test('the hour that the clock shows twice counts twice, and the one that it skips not at all', () => {
    const day = (start: string, count: number) => {
      const times = Array.from({ length: count }, (_, i) => at(start) + i * 3600);
      return typicalWeek({ times, values: times.map((_, i) => i) }, berlin);
    };
    const [long, short] = [day('2026-10-24T22:00Z', 25), day('2026-03-28T23:00Z', 23)];
    const sunday = 6 * 24;
    assert.deepEqual([long.counts[sunday + 2], long.means[sunday + 2]], [2, 2.5]);
    assert.deepEqual([short.counts[sunday + 2], short.means[sunday + 2]], [0, null]);
  });

  test('quarter hours count in the hour that they are in', () => {
    const times = [0, 900, 1800, 2700].map((seconds) => at('2026-11-09T00:00Z') + seconds);
    const week = typicalWeek({ times, values: [1, 2, 3, 6] }, UTC);
    assert.deepEqual([week.means[0], week.counts[0], week.means[1]], [3, 4, null]);
    assert.equal(hourName(167), 'Sun 23:00–24:00');
  });
});

suite('a scatter', () => {
  test('the line of a scatter is the one from which the squares are least', () => {
    const xs = Array.from({ length: 60 }, (_, i) => noise(i) + i);
    const ys = xs.map((x, i) => 3 - 0.5 * x + noise(i + 500) / 10);
    const { slope, intercept } = fitLine(xs, ys)!;
    const squares = (a: number, b: number): number =>
      xs.reduce((sum, x, i) => sum + (ys[i]! - a - b * x) ** 2, 0);
    const least = squares(intercept, slope);
    for (const [a, b] of [
      [1e-3, 0],
      [-1e-3, 0],
      [0, 1e-4],
      [0, -1e-4],
    ] as const)
      assert.ok(squares(intercept + a, slope + b) > least);
  });

  test('too few points, or points above each other, have no line', () => {
    assert.equal(fitLine([1, 2], [1, 2]), undefined);
    assert.equal(fitLine([5, 5, 5], [1, 2, 3]), undefined);
    assert.deepEqual(fitLine([1, 2, 3], [4, 4, 4]), { slope: 0, intercept: 4 });
  });
});

suite('a stack', () => {
  test('positive values go up from zero and negative ones down, each on the last of its side', () => {
    const { layers, totals } = stackColumns([
      [10, -5, 0],
      [20, 7, -0],
      [-3, -2, 4],
    ]);
    const bounds = layers.map(({ lower, upper }) => [...lower].map((low, i) => [low, upper[i]]));
    assert.deepEqual(bounds[0]![0], [0, 10]);
    assert.deepEqual(bounds[1]![0], [10, 30]);
    assert.deepEqual(bounds[2]![0], [-3, 0]);
    assert.deepEqual(bounds[0]![1], [-5, 0]);
    assert.deepEqual(bounds[2]![1], [-7, -5]);
    assert.deepEqual(totals, [27, 0, 4]);
    assert.ok(Object.is(stackColumns([[-0]]).totals[0], 0));
  });

  test('an interval in which one line has no value is a gap of all', () => {
    const { layers, totals } = stackColumns([
      [1, null],
      [2, 3],
    ]);
    assert.deepEqual(totals, [3, null]);
    assert.ok(layers.every(({ lower, upper }) => Number.isNaN(lower[1]! + upper[1]!)));
  });
});

suite('a plot that is not over time', () => {
  const press = (key: string, more = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });

  test('keys read from end to end and stop at the ends', () => {
    assert.equal(stopAfterKey(press('ArrowRight'), undefined, 100), 0);
    assert.equal(stopAfterKey(press('End'), undefined, 100), 99);
    assert.equal(stopAfterKey(press('ArrowRight'), 98, 100), 99);
    assert.equal(stopAfterKey(press('ArrowRight'), 99, 100), 99);
    assert.equal(stopAfterKey(press('PageDown'), 3, 100), 8);
    assert.equal(stopAfterKey(press('PageUp'), 3, 100), 0);
    assert.equal(stopAfterKey(press('Home'), 50, 100), 0);
    assert.equal(stopAfterKey(press('a'), 50, 100), undefined);
    assert.equal(stopAfterKey(press('ArrowRight', { ctrlKey: true }), 5, 100), undefined);
    assert.equal(stopAfterKey(press('ArrowRight'), undefined, 0), undefined);
  });

  test('an axis contains all values, also if they are equal or none', () => {
    const { min, max, splits } = axisOfValues([-3, 12.5], 'EUR');
    assert.ok(min <= -3 && max >= 12.5 && splits[0]!.at === min && splits.at(-1)!.at === max);
    const flat = axisOfValues([5, 5], 'EUR');
    assert.ok(flat.min < 5 && flat.max > 5);
    assert.deepEqual(axisOfValues([], 'EUR').min, 0);
  });
});
