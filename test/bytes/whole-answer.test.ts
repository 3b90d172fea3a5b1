import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BufferPool } from '#bytes/buffer-pool';
import { WholeAnswer } from '#bytes/whole-answer';

const MEGABYTE = 2 ** 20;
const sliceOf = (i: number): Uint8Array => new Uint8Array(100_000).fill(i);

/** Adds 40 slices, 4 MB, and compares all bytes. */
function gather(pool: BufferPool, likelyBytes: number): WholeAnswer {
  const answer = new WholeAnswer(pool, likelyBytes);
  for (let i = 0; i < 40; i++) answer.add(sliceOf(i));
  assert.equal(answer.length, 4_000_000);
  const bytes = Buffer.from(answer.memory, 0, answer.length);
  const expected = Buffer.concat(Array.from({ length: 40 }, (_, i) => sliceOf(i)));
  assert.ok(bytes.equals(expected));
  return answer;
}

describe('a whole answer', () => {
  it('an answer of the likely length is gathered in one piece of memory', () => {
    const pool = new BufferPool(16 * MEGABYTE);
    const { memory } = gather(pool, 4_100_000);
    assert.equal(memory.byteLength, 4 * MEGABYTE);
    assert.equal(pool.bytes, 0);
  });

  for (const [likely, mostBytes] of [
    [0, 4],
    [1_000, 8],
    [3_900_000, 8],
  ] as const) {
    it(`an answer that is longer than its likely ${likely} bytes grows, and gives its memory back`, () => {
      const pool = new BufferPool(16 * MEGABYTE);
      const { memory } = gather(pool, likely);
      assert.ok(memory.byteLength <= mostBytes * MEGABYTE, `${memory.byteLength} bytes`);
      assert.ok(pool.bytes > 0);
    });
  }

  it('an answer takes memory that an earlier one gave back', () => {
    const pool = new BufferPool(16 * MEGABYTE);
    const { memory } = gather(pool, 4_100_000);
    pool.giveBack(memory);
    assert.equal(gather(pool, 4_100_000).memory, memory);
  });
});
