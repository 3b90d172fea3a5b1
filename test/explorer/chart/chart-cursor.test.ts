// The cursor of a chart: finding values by time, and moving by keyboard.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { findZone, UTC } from '#core/time/zone';
import type { ChartAction } from '#explorer/chart/input/chart-keys.ts';
import { moveCursor } from '#explorer/chart/input/move-cursor.ts';
import {
  nextStretch,
  previousStretch,
  shiftDays,
  stretchAt,
  valueIndexAt,
} from '#explorer/chart/scene/nearest-value.ts';
import { lineOf, valueRange } from '#view/chart/line';
import { indexAt } from '#view/chart/time-index';
import { at, HOUR, makeSeries } from '../../view/chart/chart-series.ts';

const BERLIN = findZone('Europe/Berlin')!;
const hourly = lineOf(makeSeries([1, 2, 3, 4, 5, 6, 7, 8]));
const fourHourly = lineOf(makeSeries([10, 20], { step: 4 * HOUR, label: 'slow' }));

suite('finding values by time', () => {
  test('a value lasts from its time stamp until the next', () => {
    assert.equal(valueIndexAt(hourly, 0), 0);
    assert.equal(valueIndexAt(hourly, HOUR - 1), 0);
    assert.equal(valueIndexAt(hourly, HOUR), 1);
    assert.equal(valueIndexAt(hourly, 8 * HOUR - 1), 7);
    assert.equal(valueIndexAt(hourly, 8 * HOUR), -1);
    assert.equal(valueIndexAt(hourly, -1), -1);
  });

  test('the binary search agrees with a look at every value', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 99 })),
        fc.integer({ min: -1, max: 100 }),
        (list, time) => {
          const times = list.sort((a, b) => a - b);
          assert.equal(
            indexAt(times, time),
            times.findLastIndex((one) => one <= time),
          );
        },
      ),
    );
  });

  test('lines of different steps are read together at the finer one', () => {
    const both = [fourHourly, hourly];
    assert.deepEqual(stretchAt(both, 5.5 * HOUR), { start: 5 * HOUR, end: 6 * HOUR });
    assert.deepEqual(nextStretch(both, 3 * HOUR), { start: 4 * HOUR, end: 5 * HOUR });
    assert.deepEqual(previousStretch(both, 4 * HOUR), { start: 3 * HOUR, end: 4 * HOUR });
    assert.equal(nextStretch(both, 7 * HOUR), undefined);
    assert.equal(previousStretch(both, 0), undefined);
  });

  test('the cursor reads the other lines after one line has ended', () => {
    const long = lineOf(makeSeries([1, 2, 3], { step: 4 * HOUR, label: 'long' }));
    assert.deepEqual(stretchAt([hourly, long], 9 * HOUR), { start: 8 * HOUR, end: 12 * HOUR });
    assert.equal(stretchAt([hourly, long], 12 * HOUR), undefined);
  });

  test('the value range counts a value that began before the span and none that begins at its end', () => {
    assert.deepEqual(valueRange([hourly], { start: 2.5 * HOUR, end: 5 * HOUR }), {
      min: 3,
      max: 5,
    });
    assert.equal(valueRange([hourly], { start: 8 * HOUR, end: 9 * HOUR }), undefined);
    assert.equal(
      valueRange([lineOf(makeSeries([null, null]))], { start: 0, end: HOUR }),
      undefined,
    );
  });

  test('the next day has the same clock time across both clock changes', () => {
    assert.equal(shiftDays(at('2026-03-28T11:00Z'), 1, BERLIN), at('2026-03-29T10:00Z'));
    assert.equal(shiftDays(at('2026-10-24T10:00Z'), 1, BERLIN), at('2026-10-25T11:00Z'));
    assert.equal(shiftDays(at('2026-10-26T11:00Z'), -2, BERLIN), at('2026-10-24T10:00Z'));
  });
});

suite('the cursor by keyboard', () => {
  const span = { start: 0, end: 8 * HOUR };
  const move = (cursor: number | undefined, action: ChartAction, now = 2.2 * HOUR) =>
    moveCursor([hourly], cursor, action, { span, zone: UTC, now });

  test('the first key reads what is now', () => {
    assert.equal(move(undefined, { kind: 'step', direction: 1 }), 2.5 * HOUR);
  });

  test('the first key reads the middle if now is not on the screen', () => {
    assert.equal(move(undefined, { kind: 'step', direction: 1 }, 99 * HOUR), 4.5 * HOUR);
  });

  test('arrow keys go from value to value and stop at the ends', () => {
    assert.equal(move(2.5 * HOUR, { kind: 'step', direction: 1 }), 3.5 * HOUR);
    assert.equal(move(2.5 * HOUR, { kind: 'step', direction: -1 }), 1.5 * HOUR);
    assert.equal(move(0.5 * HOUR, { kind: 'step', direction: -1 }), 0.5 * HOUR);
    assert.equal(move(7.5 * HOUR, { kind: 'step', direction: 1 }), 7.5 * HOUR);
  });

  test('Home and End go to the first and last value', () => {
    assert.equal(move(2.5 * HOUR, { kind: 'first' }), 0.5 * HOUR);
    assert.equal(move(undefined, { kind: 'last' }), 7.5 * HOUR);
  });

  test('a step of a day beyond the data stops at its end', () => {
    assert.equal(move(2.5 * HOUR, { kind: 'day', direction: 1 }), 7.5 * HOUR);
    assert.equal(move(2.5 * HOUR, { kind: 'day', direction: -1 }), 0.5 * HOUR);
  });

  test('a chart without lines has no cursor', () => {
    assert.equal(
      moveCursor([], undefined, { kind: 'first' }, { span, zone: UTC, now: 0 }),
      undefined,
    );
  });
});
