// Spans are half-open; a value is in a span if its time stamp is.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gridOf } from '#core/time/grid';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { indicesIn, intersect, isEmpty, lengthOf } from '#core/time/span';
import { zoneNamed } from '../properties.ts';
import { at, BERLIN } from './temporal.ts';

const grid = (name: ResolutionName) => gridOf(resolutionOf(name), zoneNamed(BERLIN));

suite('spans', () => {
  test('a span has the time stamps from its start up to but not including its end', () => {
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

  test('two spans meet in the indices of both, which may be none', () => {
    assert.deepEqual(intersect({ start: 1, end: 5 }, { start: 3, end: 9 }), { start: 3, end: 5 });
    const apart = intersect({ start: 1, end: 3 }, { start: 5, end: 9 });
    assert.equal(isEmpty(apart), true);
    assert.equal(lengthOf(apart), 0);
    assert.equal(isEmpty({ start: 3, end: 3 }), true);
    assert.equal(isEmpty({ start: 3, end: 4 }), false);
  });
});
