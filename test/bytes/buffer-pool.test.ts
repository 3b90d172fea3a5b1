import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BufferPool } from '#bytes/memory-pools';

const MEGABYTE = 2 ** 20;

describe('a pool of buffers', () => {
  it('memory that was given back is taken again if it is long enough', () => {
    const pool = new BufferPool(4 * MEGABYTE);
    const memory = new ArrayBuffer(MEGABYTE);
    assert.equal(pool.take(1), undefined);
    pool.giveBack(memory);
    assert.equal(pool.take(2 * MEGABYTE), undefined);
    assert.equal(pool.take(MEGABYTE - 5), memory);
    assert.equal(pool.take(1), undefined);
    assert.equal(pool.bytes, 0);
  });

  it('memory beyond what the pool keeps is freed at once, the oldest first', () => {
    const pool = new BufferPool(4 * MEGABYTE);
    const memories = Array.from({ length: 3 }, () => new ArrayBuffer(2 * MEGABYTE));
    for (const memory of memories) pool.giveBack(memory);
    assert.deepEqual(
      memories.map(({ detached }) => detached),
      [true, false, false],
    );
    assert.equal(pool.bytes, 4 * MEGABYTE);
  });
});
