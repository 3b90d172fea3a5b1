// Spans are half-open; a value is in a span when its time stamp is.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { durationsOf, pointsOf, touchedSpan } from '#core/column';
import { gridOf } from '#core/grid';
import { HOUR_MS } from '#core/instant';
import { type ResolutionName, resolutionOf } from '#core/resolution';
import { indicesIn, intersect, isEmpty, lengthOf } from '#core/span';
import { zoneNamed } from './properties.ts';
import { at, BERLIN, dawnOf, show } from './temporal.ts';

const grid = (name: ResolutionName) => gridOf(resolutionOf(name), zoneNamed(BERLIN));

suite('spans', () => {
  test('hold the time stamps from their start up to but not including their end', () => {
    const count = (name: ResolutionName, start: string, end: string) =>
      lengthOf(indicesIn(grid(name), { start: at(start), end: at(end) }));
    assert.equal(count('hour', '2024-05-15T10:00', '2024-05-15T12:00'), 2);
    assert.equal(count('hour', '2024-05-15T10:00', '2024-05-15T12:00:00.001'), 3);
    assert.equal(count('hour', '2024-05-15T10:00:00.001', '2024-05-15T12:00'), 1);
    assert.equal(count('hour', '2024-05-15T10:15', '2024-05-15T10:45'), 0);
    assert.equal(count('day', '2024-05-15T00:00', '2024-05-15T00:00:00.001'), 1);
    assert.equal(count('day', '2024-05-15T10:00', '2024-05-15T11:00'), 0);
    assert.equal(count('week', '2024-05-14T00:00', '2024-05-20T00:00'), 0);
    assert.equal(count('week', '2024-05-13T00:00', '2024-05-20T00:00'), 1);
  });

  test('meet in what both hold, and may meet in nothing', () => {
    assert.deepEqual(intersect({ start: 1, end: 5 }, { start: 3, end: 9 }), { start: 3, end: 5 });
    const apart = intersect({ start: 1, end: 3 }, { start: 5, end: 9 });
    assert.equal(isEmpty(apart), true);
    assert.equal(lengthOf(apart), 0);
    assert.equal(isEmpty({ start: 3, end: 3 }), true);
    assert.equal(isEmpty({ start: 3, end: 4 }), false);
  });
});

suite('columns', () => {
  const springDays = {
    grid: grid('day'),
    firstIndex: grid('day').indexOf(at('2024-03-30T00:00')),
    values: Float64Array.of(1, 2, 3),
  };

  test('give each value the time stamp of its interval’s start', () => {
    const { times, values } = pointsOf(springDays);
    assert.deepEqual(
      Array.from(times, (time) => show(time)),
      ['2024-03-30T00:00:00+01:00', '2024-03-31T00:00:00+01:00', '2024-04-01T00:00:00+02:00'],
    );
    assert.deepEqual([...values], [1, 2, 3]);
  });

  test('know how long each value lasts, where that varies', () => {
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

  test('are touched by a span between the first and the last time stamp', () => {
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
