// Shared arrays of time stamps: each span gets its own starts, whatever spans came before.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Grid, gridOf, startsOf } from '#core/time/grid';
import { RESOLUTIONS } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { runs } from '../properties.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'UTC'];

describe('the starts of a grid’s intervals', () => {
  for (const resolution of RESOLUTIONS) {
    it(`the starts of each ${resolution.name} are right in any order of spans`, () => {
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
        runs(60),
      );
    });
  }

  it('the starts are right for spans too long to cache, and for short ones after them', () => {
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

  /** A grid with nothing cached yet. */
  const newGrid = (): Grid => Object.create(gridOf(RESOLUTIONS[0]!, findZone('UTC')!));
  /** Whether each further span shares the memory of the first. */
  const shared = (grid: Grid, spans: readonly (readonly [number, number])[]): boolean[] => {
    const [first, ...others] = spans.map(([start, end]) => startsOf(grid, start, end).buffer);
    return others.map((buffer) => buffer === first);
  };

  it('a span within the cached one shares its memory', () => {
    const spans = [
      [100, 200],
      [100, 200],
      [101, 199],
      [150, 150],
    ] as const;
    assert.deepEqual(shared(newGrid(), spans), [true, true, true]);
  });

  it('the cache grows by an eighth on the side that grew, and on no other', () => {
    const later = newGrid();
    startsOf(later, 100, 200);
    // From 100 to 260 is 160, an eighth of it is 20.
    assert.deepEqual(
      shared(later, [
        [100, 260],
        [100, 280],
        [100, 281],
      ]),
      [true, false],
    );
    const earlier = newGrid();
    startsOf(earlier, 100, 200);
    assert.deepEqual(
      shared(earlier, [
        [40, 200],
        [20, 200],
        [19, 200],
      ]),
      [true, false],
    );
    const fixed = newGrid();
    startsOf(fixed, 100, 200);
    assert.deepEqual(
      shared(fixed, [
        [100, 260],
        [99, 260],
      ]),
      [false],
      'the other side did not grow',
    );
  });

  it('the cache has at most 400,000 intervals, and longer spans leave it alone', () => {
    assert.deepEqual(
      shared(newGrid(), [
        [0, 400_000],
        [0, 400_000],
      ]),
      [true],
    );
    assert.deepEqual(
      shared(newGrid(), [
        [0, 400_001],
        [0, 400_001],
      ]),
      [false],
    );
    const grid = newGrid();
    assert.deepEqual(
      shared(grid, [
        [5, 9],
        [0, 400_001],
        [5, 9],
      ]),
      [false, true],
    );
    // The cached span and the new one together are too long: the new one replaces it.
    assert.deepEqual(
      shared(grid, [
        [399_000, 399_010],
        [399_000, 399_010],
        [5, 9],
      ]),
      [true, false],
    );
  });
});
