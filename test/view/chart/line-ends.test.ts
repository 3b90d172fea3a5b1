// Labels beside the ends of lines never cover each other and stay beside the plot.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { moveApart } from '#view/chart/line-ends';

suite('labels at the ends of lines', () => {
  const spreadOf = (...heights: number[]): number[] => {
    const labels = heights.map((y) => ({ y }));
    moveApart(labels, 10, 0, 100);
    return labels.map(({ y }) => y);
  };

  test('labels that are apart stay at the heights of their lines', () => {
    assert.deepEqual(spreadOf(80, 20, 50), [20, 50, 80]);
  });

  test('labels at one height are moved apart, in the order of their lines', () => {
    assert.deepEqual(spreadOf(50, 50, 52), [50, 60, 70]);
  });

  test('labels at an edge move inwards', () => {
    assert.deepEqual(spreadOf(100, 99, 98), [80, 90, 100]);
    assert.deepEqual(spreadOf(-5, 0), [0, 10]);
  });
});
