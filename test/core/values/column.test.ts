// Columns: time stamps and lengths of consecutive values, and the part of a series that a span touches.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gridOf } from '#core/time/grid';
import { HOUR_MS } from '#core/time/instant';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { durationsOf, pointsOf, touchedSpan } from '#core/values/column';
import { zoneNamed } from '../properties.ts';
import { at, BERLIN, dawnOf, show } from '../time/temporal.ts';

const grid = (name: ResolutionName) => gridOf(resolutionOf(name), zoneNamed(BERLIN));

suite('columns', () => {
  const springDays = {
    grid: grid('day'),
    firstIndex: grid('day').indexOf(at('2024-03-30T00:00')),
    values: Float64Array.of(1, 2, 3),
  };

  test('each value of a column has the time stamp of its interval’s start', () => {
    const { times, values } = pointsOf(springDays);
    assert.deepEqual(
      Array.from(times, (time) => show(time)),
      ['2024-03-30T00:00:00+01:00', '2024-03-31T00:00:00+01:00', '2024-04-01T00:00:00+02:00'],
    );
    assert.deepEqual([...values], [1, 2, 3]);
  });

  test('durationsOf gives the lengths of intervals if they vary', () => {
    assert.deepEqual(
      Array.from(durationsOf(springDays)!, (ms) => ms / HOUR_MS),
      [24, 23, 24],
    );
    const weeks = {
      grid: grid('week'),
      firstIndex: grid('week').indexOf(at('2024-10-21T00:00')),
      values: Float64Array.of(1, 2),
    };
    assert.deepEqual(
      Array.from(durationsOf(weeks)!, (ms) => ms / HOUR_MS),
      [169, 168],
    );
    assert.equal(durationsOf({ ...springDays, grid: grid('hour') }), undefined);
  });

  test('a span touches a column between the first and the last time stamp', () => {
    const [first, last] = [dawnOf('2024-05-01'), dawnOf('2024-05-31')];
    const inside = { start: dawnOf('2024-05-10'), end: dawnOf('2024-05-11') };
    assert.deepEqual(touchedSpan(inside, first, last), inside);
    const around = { start: dawnOf('2024-04-01'), end: dawnOf('2024-07-01') };
    assert.deepEqual(touchedSpan(around, first, last), { start: first, end: last + 1 });
    const before = { start: dawnOf('2024-04-01'), end: first };
    assert.equal(touchedSpan(before, first, last), undefined);
    assert.deepEqual(touchedSpan({ ...before, end: first + 1 }, first, last), {
      start: first,
      end: first + 1,
    });
    const after = { start: last + 1, end: dawnOf('2024-07-01') };
    assert.equal(touchedSpan(after, first, last), undefined);
    assert.deepEqual(touchedSpan({ ...after, start: last }, first, last), {
      start: last,
      end: last + 1,
    });
  });
});
