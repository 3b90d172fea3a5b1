import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { growthOf } from '../../torture/memory.ts';

describe('growth of memory', () => {
  it('the growth of memory is that of the line through the readings', () => {
    const { fromMb, toMb } = growthOf([100, 102, 104, 106]);
    assert.deepEqual([fromMb, toMb], [100, 106]);
    assert.deepEqual(growthOf([7]), { fromMb: 7, toMb: 7 });
  });
});
