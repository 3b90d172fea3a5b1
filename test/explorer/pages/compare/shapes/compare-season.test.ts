// A year between the years before it: leap days, clock changes, weeks 53, gaps and running periods.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { seasonOf } from '#explorer/pages/compare/season/season.ts';
import type { GridLine } from '#view/compare/grid-line';

const berlin = findZone('Europe/Berlin')!;
const DAY = 86_400_000;

/** The start of a date in Berlin, in seconds. */
const startOf = (date: string): number => berlin.startOfDay(Date.parse(date) / DAY) / 1000;

function lineOf(
  resolution: ResolutionName,
  points: readonly (readonly [date: string, value: number | null])[],
  part: Partial<GridLine> = {},
): GridLine {
  return {
    resolution: resolutionOf(resolution),
    times: points.map(([date]) => startOf(date)),
    values: points.map(([, value]) => value),
    kinds: points.map(() => 'observed'),
    endTime: startOf('2027-01-01'),
    lastObserved: startOf('2026-12-31'),
    ...part,
  };
}

function* datesFrom(first: string, last: string): Generator<string> {
  for (let day = Date.parse(first); day <= Date.parse(last); day += DAY)
    yield new Date(day).toISOString().slice(0, 10);
}

suite('a season', () => {
  test('every day has the figures of its date in earlier years, as a slow count finds them', () => {
    const points = [...datesFrom('2021-01-01', '2026-11-10')].map((date, i) => {
      const value = i % 13 === 0 ? null : Math.round(Math.sin(i) * 500) / 10;
      return [date, value] as const;
    });
    const season = seasonOf(lineOf('day', points), 2026, berlin)!;
    const dates = [...datesFrom('2026-01-01', '2026-12-31')];
    assert.equal(season.times.length, dates.length);
    assert.deepEqual(season.years, [2021, 2022, 2023, 2024, 2025]);
    const byDate = new Map(points);
    dates.forEach((date, i) => {
      assert.equal(season.times[i], startOf(date));
      assert.equal(season.current[i], byDate.get(date) ?? null);
      const past = points.flatMap(([other, value]) =>
        other.slice(5) === date.slice(5) && !other.startsWith('2026') && value !== null
          ? [value]
          : [],
      );
      assert.equal(season.counts[i], past.length);
      if (past.length === 0) return;
      assert.equal(season.lower[i], Math.min(...past));
      assert.equal(season.upper[i], Math.max(...past));
      assert.ok(Math.abs(season.means[i]! - past.reduce((a, b) => a + b, 0) / past.length) < 1e-9);
    });
    assert.equal(season.endTime, startOf('2027-01-01'));
  });

  test('a leap day is shown in leap years only, from leap years only', () => {
    const points = [
      ['2020-02-29', 20],
      ['2024-02-28', 28],
      ['2024-02-29', 29],
      ['2025-02-28', 8],
      ['2028-02-29', 100],
    ] as const;
    const leap = seasonOf(lineOf('day', points), 2028, berlin)!;
    assert.equal(leap.times.length, 366);
    assert.deepEqual([leap.lower[59], leap.upper[59], leap.counts[59]], [20, 29, 2]);
    assert.equal(leap.current[59], 100);
    const plain = seasonOf(lineOf('day', points), 2026, berlin)!;
    assert.equal(plain.times.length, 365);
    assert.deepEqual([plain.lower[58], plain.upper[58]], [8, 28]);
    // 1 March follows 28 February.
    assert.equal(plain.counts[59], 0);
    assert.ok(Number.isNaN(plain.lower[59]));
  });

  test('weeks are compared by their number, and week 53 with other weeks 53 only', () => {
    const points = [
      ['2019-12-30', 1],
      ['2020-12-28', 53],
      ['2024-12-30', 2],
      ['2026-12-28', 5],
    ] as const;
    const season = seasonOf(lineOf('week', points), 2026, berlin)!;
    assert.equal(season.times.length, 53);
    assert.deepEqual([season.lower[0], season.upper[0]], [1, 2]);
    assert.deepEqual([season.means[52], season.current[52]], [53, 5]);
    assert.equal(seasonOf(lineOf('week', points), 2025, berlin)!.times.length, 52);
  });

  test('months are compared by their name', () => {
    const points = [
      ['2025-03-01', 3],
      ['2026-03-01', 4],
    ] as const;
    const season = seasonOf(lineOf('month', points), 2026, berlin)!;
    assert.equal(season.times.length, 12);
    assert.deepEqual([season.means[2], season.current[2]], [3, 4]);
  });

  test('forecasts and short periods of earlier years do not count, this year they are drawn', () => {
    const points = [
      ['2024-05-01', 1],
      ['2025-05-01', 100],
      ['2025-05-02', 2],
      ['2026-05-01', 3],
    ] as const;
    const line = lineOf('day', points, {
      kinds: ['observed', 'forecast', 'observed', 'forecast'],
      partial: new Set([2, 3]),
    });
    const season = seasonOf(line, 2026, berlin)!;
    const may = season.times.indexOf(startOf('2026-05-01'));
    assert.deepEqual([season.counts[may], season.counts[may + 1]], [1, 0]);
    assert.equal(season.current[may], 3);
    assert.deepEqual([...season.partial], [may]);
  });

  test('hours, quarters and years have no season', () => {
    for (const name of ['hour', 'quarter', 'year'] as const)
      assert.equal(seasonOf(lineOf(name, [['2026-01-01', 1]]), 2026, berlin), undefined);
  });
});
