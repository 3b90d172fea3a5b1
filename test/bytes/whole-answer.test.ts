import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WholeAnswer } from '#bytes/whole-answer';

const MEGABYTE = 2 ** 20;
const sliceOf = (i: number): Uint8Array => new Uint8Array(100_000).fill(i);

/** Adds 40 slices, 4 MB, and compares all bytes. */
function gather(lent: ArrayBuffer | undefined, likelyBytes: number): WholeAnswer {
  const answer = new WholeAnswer(lent, likelyBytes);
  for (let i = 0; i < 40; i++) answer.add(sliceOf(i));
  assert.equal(answer.length, 4_000_000);
  const bytes = Buffer.from(answer.memory, 0, answer.length);
  const expected = Buffer.concat(Array.from({ length: 40 }, (_, i) => sliceOf(i)));
  assert.ok(bytes.equals(expected));
  return answer;
}

describe('a whole answer', () => {
  it('an answer of the likely length is gathered in one piece of memory', () => {
    const { memory } = gather(undefined, 4_100_000);
    assert.equal(memory.byteLength, 4 * MEGABYTE);
  });

  for (const [likely, mostBytes] of [
    [0, 4],
    [1_000, 8],
    [3_900_000, 8],
  ] as const) {
    it(`an answer that is longer than its likely ${likely} bytes grows`, () => {
      const { memory } = gather(undefined, likely);
      assert.ok(memory.byteLength <= mostBytes * MEGABYTE, `${memory.byteLength} bytes`);
    });
  }

  it('an answer is gathered in the memory that it is lent', () => {
    const lent = new Uint8Array(4 * MEGABYTE).fill(7).buffer;
    assert.equal(gather(lent, 1).memory, lent);
  });

  it('an answer that is longer than the memory that it is lent frees it', () => {
    const lent = new Uint8Array(MEGABYTE).fill(7).buffer;
    assert.notEqual(gather(lent, 4_100_000).memory, lent);
    assert.equal(lent.detached, true);
  });
});
