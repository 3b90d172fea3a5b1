// A compared line on the dates of the comparison: what its values are, shifted or not.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SeriesColumns } from '#contract/forecast';
import { findZone } from '#core/time/zone';
import { drawLine } from '#view/compare/draw-line';

const berlin = findZone('Europe/Berlin')!;
const RUN = '2026-11-16T06:00:00Z';
const at = (text: string): number => Date.parse(text) / 1000;

const answer = (part: Partial<SeriesColumns>): SeriesColumns => ({
  seriesId: 'dehrcons',
  description: 'Germany consumption',
  unit: 'MWh',
  resolution: 'Day',
  nativeResolution: 'Hour',
  aggregation: 'Average',
  from: null,
  to: null,
  lastUpdated: null,
  lastObserved: '2026-11-10T08:00:00Z',
  times: [],
  values: [],
  ...part,
});

suite('a compared line', () => {
  const days = answer({
    times: [at('2026-11-08T23:00Z'), at('2026-11-09T23:00Z'), at('2026-11-10T23:00Z')],
    values: [1, 2, 3],
    counts: [20, 24, 24],
    expected: [24, 24, 24],
    origins: [
      { first: 0, kind: 'observed', run: null },
      { first: 1, kind: 'mixed', run: RUN },
      { first: 2, kind: 'forecast', run: RUN },
    ],
  });

  test('a line has the kinds of its values, its short periods and their counts', () => {
    const line = drawLine(days, 0, berlin);
    assert.deepEqual(line.kinds, ['observed', 'mixed', 'forecast']);
    assert.deepEqual([...line.partial], [0]);
    assert.equal(line.notes?.get(0), '20 of 24 h');
    assert.equal(line.lastObserved, days.times[0]);
  });

  test('a line of days that is shifted by a week keeps all of it a week later', () => {
    const line = drawLine(days, -7, berlin);
    assert.deepEqual(line.kinds, ['observed', 'mixed', 'forecast']);
    assert.deepEqual([...line.partial], [0]);
    assert.equal(line.times[0], days.times[0]! + 7 * 86_400);
    assert.equal(line.lastObserved, days.times[0]! + 7 * 86_400);
  });

  test('a short hour is found again after the hour that a shift draws twice', () => {
    // The day before has 24 hours; drawn on the day of 25, its third hour is drawn twice.
    const start = at('2026-10-23T22:00Z');
    const hours = answer({
      resolution: 'Hour',
      nativeResolution: 'QuarterHour',
      lastObserved: '2026-10-24T12:00:00Z',
      times: Array.from({ length: 24 }, (_, i) => start + i * 3600),
      values: Array.from({ length: 24 }, (_, i) => i),
      counts: Array.from({ length: 24 }, (_, i) => (i === 2 || i === 5 ? 3 : 4)),
      expected: Array.from({ length: 24 }, () => 4),
    });
    const line = drawLine(hours, -1, berlin);
    assert.deepEqual(line.values.slice(0, 7), [0, 1, 2, 2, 3, 4, 5]);
    assert.deepEqual([...line.partial], [2, 3, 6]);
    assert.equal(line.kinds.length, line.values.length);
    assert.equal(line.kinds.at(-1), 'forecast');
  });
});
