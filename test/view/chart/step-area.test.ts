// A stepped area: one outline for each stretch without a gap.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findZone } from '#core/time/zone';
import { type AreaSteps, traceArea } from '#view/chart/step-area';

const NONE = Number.NaN;

/** The outlines of an area as lists of corners; a pixel is an hour unless told otherwise. */
function outlinesOf(area: Partial<AreaSteps> & Pick<AreaSteps, 'lower' | 'upper'>, hours = 1) {
  const count = area.lower.length;
  const outlines: { corners: [number, number][]; isClosed: boolean }[] = [];
  const times = Array.from({ length: count }, (_, i) => i * 3600 * hours);
  traceArea(
    { times, from: 0, to: count, endTime: count * 3600 * hours, ...area },
    (time) => Math.floor(time / 3600),
    (value) => value,
    {
      moveTo: (x, y) => outlines.push({ corners: [[x, y]], isClosed: false }),
      lineTo: (x, y) => outlines.at(-1)!.corners.push([x, y]),
      closePath: () => {
        outlines.at(-1)!.isClosed = true;
      },
    },
  );
  assert.ok(outlines.every(({ isClosed }) => isClosed));
  return outlines.map(({ corners }) => corners);
}

describe('a stepped area', () => {
  it('the outline goes along the upper bounds and back along the lower ones', () => {
    // Pixels grow downwards: the upper bound is the smaller number.
    assert.deepEqual(outlinesOf({ upper: [10, 30], lower: [20, 50] }), [
      [
        [0, 10],
        [1, 10],
        [1, 30],
        [2, 30],
        [2, 50],
        [1, 50],
        [1, 20],
        [0, 20],
      ],
    ]);
  });

  it('a gap of either bound interrupts the area', () => {
    const outlines = outlinesOf({ upper: [1, 1, NONE, 2, 3, 4], lower: [5, 5, 5, 6, NONE, 8] });
    assert.equal(outlines.length, 3);
    const spans = outlines.map((corners) => {
      const xs = corners.map(([x]) => x);
      return [Math.min(...xs), Math.max(...xs)];
    });
    assert.deepEqual(spans, [
      [0, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  it('an area without a value has no outline', () => {
    assert.deepEqual(outlinesOf({ upper: [NONE, NONE], lower: [1, NONE] }), []);
    assert.deepEqual(outlinesOf({ upper: [], lower: [] }), []);
  });

  it('only the part asked for is traced, up to its own end', () => {
    const [corners] = outlinesOf({
      upper: [1, 2, 3, 4],
      lower: [9, 9, 9, 9],
      from: 1,
      to: 3,
      endTime: 3 * 3600,
    });
    assert.deepEqual([corners![0], Math.max(...corners!.map(([x]) => x))], [[1, 2], 3]);
  });

  it('quarter hours that share a pixel keep the widest bounds of it', () => {
    const [corners, ...rest] = outlinesOf(
      { upper: [8, 2, 7, 7, 6, 6, 6, 6], lower: [10, 11, 30, 12, 9, 9, 9, 9] },
      0.25,
    );
    assert.deepEqual(rest, []);
    assert.deepEqual(corners, [
      [0, 2],
      [1, 2],
      [1, 6],
      [2, 6],
      [2, 9],
      [1, 9],
      [1, 30],
      [0, 30],
    ]);
  });

  it('a lone quarter hour between gaps is at least a pixel wide', () => {
    const [corners] = outlinesOf(
      { upper: [NONE, 4, NONE, NONE], lower: [NONE, 5, NONE, NONE] },
      0.25,
    );
    assert.deepEqual(corners, [
      [0, 4],
      [1, 4],
      [1, 5],
      [0, 5],
    ]);
  });

  it('the days of a clock change have 23 and 25 hours without a break', () => {
    const berlin = findZone('Europe/Berlin')!;
    for (const [noon, hours] of [
      ['2026-03-29T12:00:00Z', 23],
      ['2026-10-25T12:00:00Z', 25],
    ] as const) {
      const day = berlin.dayOf(Date.parse(noon));
      const [start, end] = [berlin.startOfDay(day) / 1000, berlin.startOfDay(day + 1) / 1000];
      const times = Array.from({ length: (end - start) / 3600 }, (_, i) => start + i * 3600);
      assert.equal(times.length, hours);
      const upper = times.map((_, i) => i);
      const lower = times.map((_, i) => 100 + i);
      const outlines = outlinesOf({ times, upper, lower, endTime: end });
      assert.equal(outlines.length, 1);
      const xs = outlines[0]!.map(([x]) => x);
      assert.equal(Math.max(...xs) - Math.min(...xs), hours);
      assert.equal(new Set(xs).size, hours + 1);
    }
  });
});
