// The path of a stepped line on a canvas.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type PathSink, traceSteps } from '#view/chart/step-path';

type Point = readonly [x: number, y: number];

/** Records what a canvas would draw: one list of points per stroke of the pen. */
class Recorder implements PathSink {
  readonly strokes: Point[][] = [];

  moveTo(x: number, y: number): void {
    this.strokes.push([[x, y]]);
  }

  lineTo(x: number, y: number): void {
    this.strokes.at(-1)!.push([x, y]);
  }

  get points(): Point[] {
    return this.strokes.flat();
  }
}

/** Traces values one second apart, `perPixel` of them in a pixel; heights are the values. */
function trace(values: readonly number[], perPixel = 0.1): Recorder {
  const path = new Recorder();
  const times = values.map((_, i) => i);
  traceSteps(
    { times, values, from: 0, to: values.length, endTime: values.length },
    (time) => Math.round(time / perPixel),
    (value) => value,
    path,
  );
  return path;
}

const GAP = Number.NaN;

suite('the steps of a line', () => {
  test('each value is drawn until the next, the last one to the end', () => {
    assert.deepEqual(trace([5, 7, 7, 2]).strokes, [
      [
        [0, 5],
        [10, 5],
        [10, 7],
        [30, 7],
        [30, 2],
        [40, 2],
      ],
    ]);
  });

  test('a gap breaks the line, and the value before it is drawn to its end', () => {
    assert.deepEqual(trace([5, 6, GAP, GAP, 3]).strokes, [
      [
        [0, 5],
        [10, 5],
        [10, 6],
        [20, 6],
      ],
      [
        [40, 3],
        [50, 3],
      ],
    ]);
  });

  test('gaps at either end of a line draw nothing', () => {
    assert.deepEqual(trace([GAP, 4, GAP]).strokes, [
      [
        [10, 4],
        [20, 4],
      ],
    ]);
    assert.deepEqual(trace([GAP, GAP]).strokes, []);
    assert.deepEqual(trace([]).strokes, []);
  });

  test('a lone value narrower than a pixel still shows', () => {
    const values = Array.from({ length: 5000 }, (_, i) => (i === 2500 ? 9 : GAP));
    assert.deepEqual(trace(values, 100).strokes, [
      [
        [25, 9],
        [26, 9],
      ],
    ]);
  });

  test('one spike among 87,600 values is kept, in a path of a few points per pixel', () => {
    const values = Array.from({ length: 87_600 }, (_, i) => Math.sin(i) * 10);
    values[40_000] = 900;
    values[70_001] = -500;
    const { points } = trace(values, 100);
    assert.ok(points.some(([x, y]) => x === 400 && y === 900));
    assert.ok(points.some(([x, y]) => x === 700 && y === -500));
    assert.ok(points.length <= 877 * 4, `${points.length} points`);
  });

  test('the path touches the least and greatest value of every pixel column', () => {
    const value = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: -50, max: 50 }) },
      fc.constant(GAP),
    );
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 300 }),
        fc.integer({ min: 1, max: 40 }),
        (values, perPixel) => {
          const { points, strokes } = trace(values, perPixel);
          const columns = Map.groupBy(
            values.map((height, i) => ({ x: Math.round(i / perPixel), height })),
            ({ x }) => x,
          );
          for (const [x, entries] of columns) {
            const heights = entries
              .map(({ height }) => height)
              .filter((height) => !Number.isNaN(height));
            for (const extreme of heights.length > 0
              ? [Math.min(...heights), Math.max(...heights)]
              : []) {
              assert.ok(touches(strokes, x, extreme), `${extreme} at ${x}`);
            }
          }
          assert.ok(points.length <= 6 * columns.size + 4);
        },
      ),
    );
  });

  test('the path draws nothing within a gap of two pixels or more', () => {
    const values = [
      ...new Array(300).fill(1),
      ...new Array(300).fill(GAP),
      ...new Array(300).fill(2),
    ];
    const { strokes } = trace(values, 100);
    assert.deepEqual(strokes, [
      [
        [0, 1],
        [3, 1],
      ],
      [
        [6, 2],
        [9, 2],
      ],
    ]);
  });
});

/** Whether a stroke passes through a point. All segments are level or upright. */
function touches(strokes: readonly (readonly Point[])[], x: number, y: number): boolean {
  const within = (a: number, b: number, c: number): boolean =>
    Math.min(a, b) <= c && c <= Math.max(a, b);
  return strokes.some((stroke) =>
    stroke.some(([x1, y1], i) => {
      const [x0, y0] = stroke[Math.max(0, i - 1)]!;
      return within(x0, x1, x) && within(y0, y1, y);
    }),
  );
}
