// The days on which the clock changes, and the height of a chart by its window.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findZone, UTC } from '#core/time/zone';
import { chartHeight } from '#explorer/chart/input/use-chart-height.ts';
import { clockChangeDays } from '#view/chart/clock-changes';

const berlin = findZone('Europe/Berlin')!;
const seconds = (utc: string): number => Date.parse(utc) / 1000;
const span = (start: string, end: string) => ({ start: seconds(start), end: seconds(end) });

describe('days of clock changes', () => {
  it('a year has one day of 23 and one of 25 hours, and its end is none', () => {
    const days = clockChangeDays(span('2025-12-01T00:00Z', '2027-01-15T00:00Z'), berlin);
    assert.deepEqual(days, [
      {
        ...span('2026-03-28T23:00Z', '2026-03-29T22:00Z'),
        hours: 23,
        change: seconds('2026-03-29T01:00Z'),
      },
      {
        ...span('2026-10-24T22:00Z', '2026-10-25T23:00Z'),
        hours: 25,
        change: seconds('2026-10-25T01:00Z'),
      },
    ]);
  });

  it('a part of the day counts, before and after the change', () => {
    for (const [start, end] of [
      ['2026-10-25T00:30Z', '2026-10-25T01:30Z'],
      ['2026-10-25T12:00Z', '2026-10-25T18:00Z'],
    ] as const)
      assert.deepEqual(
        clockChangeDays(span(start, end), berlin).map(({ hours }) => hours),
        [25],
        start,
      );
    assert.deepEqual(clockChangeDays(span('2026-10-25T23:00Z', '2026-10-27T00:00Z'), berlin), []);
  });

  it('UTC has none, and a span of many years is not marked', () => {
    assert.deepEqual(clockChangeDays(span('2026-01-01T00:00Z', '2027-01-01T00:00Z'), UTC), []);
    assert.deepEqual(clockChangeDays(span('2020-01-01T00:00Z', '2027-01-01T00:00Z'), berlin), []);
  });
});

describe('the height of a chart', () => {
  const at = (height: number, isFullScreen = false): number =>
    chartHeight(360, { height, isFullScreen });

  it('a usual window leaves the height, a high one adds to it, a low one takes from it', () => {
    assert.deepEqual([at(700), at(900), at(1440), at(390)], [360, 360, 900, 230]);
    assert.equal(at(1080, true), 830);
    assert.equal(chartHeight(230, { height: 1440, isFullScreen: false }), 230);
  });
});
