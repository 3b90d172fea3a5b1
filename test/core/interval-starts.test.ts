// Shared arrays of time stamps: whatever was asked for before, each span gets its own starts.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { gridOf } from '#core/grid';
import { startsOf } from '#core/interval-starts';
import { RESOLUTIONS } from '#core/resolution';
import { findZone } from '#core/zone';

const ZONES = ['Europe/Berlin', 'America/New_York', 'UTC'];

describe('the starts of a grid’s intervals', () => {
  for (const resolution of RESOLUTIONS) {
    it(`are those of each ${resolution.name}, in whatever order spans are asked for`, () => {
      const spans = fc.array(
        fc.tuple(
          fc.constantFrom(...ZONES),
          fc.integer({ min: -500, max: 2_000 }),
          fc.nat({ max: 300 }),
        ),
        { minLength: 1, maxLength: 12 },
      );
      fc.assert(
        fc.property(spans, (asked) => {
          for (const [zone, first, count] of asked) {
            const grid = gridOf(resolution, findZone(zone)!);
            const expected = Array.from({ length: count }, (_, i) => grid.startOf(first + i));
            assert.deepEqual(Array.from(startsOf(grid, first, first + count)), expected);
          }
        }),
        { numRuns: 60 },
      );
    });
  }

  it('are right for spans too long to be held, and for short ones after them', () => {
    const grid = gridOf(RESOLUTIONS[0]!, findZone('Europe/Berlin')!);
    for (const [first, count] of [
      [0, 450_000],
      [100, 10],
      [-300_000, 200_000],
      [350_000, 60_000],
      [100, 10],
    ] as const) {
      const starts = startsOf(grid, first, first + count);
      assert.equal(starts.length, count);
      for (const i of [0, 1, count - 1]) assert.equal(starts[i], (first + i) * 900_000);
    }
  });
});
