// The path of a line of straight strokes, and the area under it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { traceUnder } from '#view/chart/area-under';
import type { PathSink } from '#view/chart/step-path';
import { traceStraight } from '#view/chart/straight-path';

type Point = readonly [x: number, y: number];

/** Records what a canvas would draw: one list of points per stroke of the pen. */
class Recorder implements PathSink {
  readonly strokes: Point[][] = [];
  closedCount = 0;

  moveTo(x: number, y: number): void {
    this.strokes.push([[x, y]]);
  }

  lineTo(x: number, y: number): void {
    this.strokes.at(-1)!.push([x, y]);
  }

  closePath(): void {
    this.closedCount++;
  }
}

const GAP = Number.NaN;

/** Traces values ten seconds apart, one pixel a second unless `perPixel` says otherwise. */
function trace(values: readonly number[], perPixel = 1, from = 0, joinsBefore = false): Recorder {
  const path = new Recorder();
  const times = values.map((_, i) => i * 10);
  traceStraight(
    { times, values, from, to: values.length, endTime: values.length * 10, joinsBefore },
    (time) => Math.round(time / perPixel),
    (value) => value,
    path,
  );
  return path;
}

suite('the straight strokes of a line', () => {
  test('each value stands in the middle of its interval', () => {
    assert.deepEqual(trace([5, 7, 2]).strokes, [
      [
        [5, 5],
        [15, 7],
        [25, 2],
      ],
    ]);
  });

  test('equal values are joined too', () => {
    assert.deepEqual(trace([5, 5, 5]).strokes, [
      [
        [5, 5],
        [15, 5],
        [25, 5],
      ],
    ]);
  });

  test('a gap breaks the line, and a value between gaps is level over its interval', () => {
    assert.deepEqual(trace([1, 2, GAP, 7, GAP, GAP, 3, 4, GAP]).strokes, [
      [
        [5, 1],
        [15, 2],
      ],
      [
        [30, 7],
        [40, 7],
      ],
      [
        [65, 3],
        [75, 4],
      ],
    ]);
    assert.deepEqual(trace([GAP, GAP]).strokes, []);
    assert.deepEqual(trace([]).strokes, []);
  });

  test('a part comes from the value before it, unless that or its own first is a gap', () => {
    assert.deepEqual(trace([1, 4, 6], 1, 1, true).strokes, [
      [
        [5, 1],
        [15, 4],
        [25, 6],
      ],
    ]);
    assert.deepEqual(trace([GAP, 4, 6], 1, 1, true).strokes[0]![0], [15, 4]);
    assert.deepEqual(trace([1, GAP, 6], 1, 1, true).strokes, [
      [
        [20, 6],
        [30, 6],
      ],
    ]);
    assert.deepEqual(trace([4, 6], 1, 0, true).strokes[0]![0], [5, 4]);
  });

  test('values within one pixel are seen, also if they are equal', () => {
    assert.deepEqual(trace([3, 3, 3], 1000).strokes[0], [
      [0, 3],
      [1, 3],
    ]);
  });

  test('many values keep every spike and cost at most five points a column', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 2, maxLength: 600 }),
        fc.integer({ min: 1, max: 300 }),
        (values, perPixel) => {
          const { strokes } = trace(values, perPixel);
          const heights = strokes.flat().map(([, y]) => y);
          assert.equal(Math.max(...heights), Math.max(...values));
          assert.equal(Math.min(...heights), Math.min(...values));
          const columns = Map.groupBy(strokes.flat(), ([x]) => x);
          for (const points of columns.values()) assert.ok(points.length <= 5);
          const xs = strokes.flat().map(([x]) => x);
          assert.deepEqual(
            strokes.length === 1 ? xs : [],
            strokes.length === 1 ? xs.toSorted((a, b) => a - b) : [],
          );
        },
      ),
    );
  });
});

suite('the area under a line', () => {
  const under = (values: readonly (number | null)[], isStraight: boolean): Recorder => {
    const path = new Recorder();
    const times = values.map((_, i) => i * 10);
    const series = { id: 'a', label: 'a', unit: 'MW', style: 0 };
    traceUnder(
      { ...series, times, values, endTime: values.length * 10 },
      isStraight,
      (time) => time,
      (value) => value,
      path,
    );
    return path;
  };

  test('the area of a straight line goes from zero along the line and back to zero', () => {
    const { strokes, closedCount } = under([5, -3, null, 4], true);
    assert.deepEqual(strokes, [
      [
        [5, 0],
        [5, 5],
        [15, -3],
        [15, 0],
      ],
      [
        [30, 0],
        [30, 4],
        [40, 4],
        [40, 0],
      ],
    ]);
    assert.equal(closedCount, 2);
  });

  test('the area of steps keeps to the steps', () => {
    const { strokes } = under([5, null, -3], false);
    assert.deepEqual(strokes, [
      [
        [0, 5],
        [10, 5],
        [10, 0],
        [0, 0],
      ],
      [
        [20, 0],
        [30, 0],
        [30, -3],
        [20, -3],
      ],
    ]);
  });
});
