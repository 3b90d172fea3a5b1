// When values are due: the thresholds of a resolution say what each series alone would say, over clock changes too.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { gridOf } from '#core/time/grid';
import { DAY_MS } from '#core/time/instant';
import { RESOLUTIONS } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { DueTimes, rememberDueTimes } from '#service/operator/due-times';

const BERLIN = findZone('Europe/Berlin')!;

describe('the due times of series', () => {
  it('a series is fresh until its next value is due, then late, and ended after a month and ten intervals', () => {
    const instant = fc.integer({
      min: Date.parse('2023-03-20T00:00:00Z'),
      max: Date.parse('2027-11-05T00:00:00Z'),
    });
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom(...RESOLUTIONS),
        fc.boolean(),
        instant,
        fc.integer({ min: -20, max: 4 }),
        (resolution, isPrice, now, steps) => {
          const grid = gridOf(resolution, BERLIN);
          const times = new DueTimes(resolution.name, isPrice, BERLIN, now);
          const lastIndex = grid.indexOf(now) + steps * (resolution.typicalMs < DAY_MS ? 24 : 1);
          const knownUntil = grid.startOf(lastIndex + 1);
          const expectedBy =
            knownUntil + (isPrice ? 0 : Math.max(DAY_MS, 2 * resolution.typicalMs));
          assert.deepEqual(times.dueOf(lastIndex), { knownUntil, expectedBy });
          const endedMs = Math.max(30 * DAY_MS, 10 * resolution.typicalMs);
          const standing =
            now < expectedBy ? 'fresh' : now - expectedBy < endedMs ? 'late' : 'ended';
          assert.equal(times.standingOf(lastIndex), standing);
          seen.add(standing);
        },
      ),
      { numRuns: 2_000 },
    );
    assert.deepEqual([...seen].sort(), ['ended', 'fresh', 'late']);
  });

  it('a series is late from the millisecond on at which its value is due', () => {
    const now = Date.parse('2024-05-17T10:00:00Z');
    const lastIndex = now / 3_600_000 - 1;
    for (const [at, standing] of [
      [now - 1, 'fresh'],
      [now, 'late'],
      [now + 30 * DAY_MS - 1, 'late'],
      [now + 30 * DAY_MS, 'ended'],
    ] as const)
      assert.equal(new DueTimes('hour', true, BERLIN, at).standingOf(lastIndex), standing);
  });

  it('prices and other values have due times of their own, and a series without a value has none', () => {
    const dueTimesOf = rememberDueTimes(BERLIN, Date.parse('2024-05-17T10:00:00Z'));
    assert.equal(dueTimesOf('hour', 'hrcons'), dueTimesOf('hour', null));
    assert.notEqual(dueTimesOf('hour', 'hrcons'), dueTimesOf('hour', 'hrprice'));
    assert.notEqual(dueTimesOf('hour', 'hrcons'), dueTimesOf('day', 'hrcons'));
    assert.equal(dueTimesOf('hour', 'hrcons').standingOf(null), 'empty');
  });
});
