import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { floorsOf, growthOf } from '../../torture/memory.ts';

/** A heap that grows by 60 in ten steps and is collected, over and over. */
const saw = (length: number, leakEach: number): number[] =>
  Array.from({ length }, (_, i) => 200 + (i % 10) * 6 + i * leakEach);

describe('growth of memory', () => {
  it('is that of the line through the readings', () => {
    const { fromMb, toMb } = growthOf([100, 102, 104, 106]);
    assert.deepEqual([fromMb, toMb], [100, 106]);
    assert.deepEqual(growthOf([7]), { fromMb: 7, toMb: 7 });
  });

  it('is none at the troughs of a heap that is filled and collected', () => {
    const { fromMb, toMb } = growthOf(floorsOf(saw(205, 0), 10));
    assert.deepEqual([fromMb, toMb], [200, 200]);
  });

  it('shows at the troughs where something stays', () => {
    const { fromMb, toMb } = growthOf(floorsOf(saw(200, 0.25), 10));
    assert.ok(toMb - fromMb > 40, `${fromMb} to ${toMb}`);
  });

  it('has as many troughs as there are readings at most', () => {
    assert.deepEqual(floorsOf([5, 4], 4), [5, 4]);
    assert.deepEqual(floorsOf([], 3), []);
  });
});
