// Gaps of a series, which are found block by block.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { IndexSpan } from '#core/time/span';
import { findGaps } from '#service/series/find-gaps';

const BLOCK = 65_536;

/** A reader that has values at all indices but some, and the spans it was asked for. */
function readerWithout(gaps: readonly IndexSpan[]) {
  const asked: IndexSpan[] = [];
  const readValues = async (_key: number, span: IndexSpan) => {
    asked.push(span);
    const values = new Float64Array(span.end - span.start).fill(1);
    for (const { start, end } of gaps) {
      const [from, to] = [Math.max(start, span.start), Math.min(end, span.end)];
      if (from < to) values.fill(Number.NaN, from - span.start, to - span.start);
    }
    return values;
  };
  return { reader: { readValues }, asked };
}

describe('finding gaps', () => {
  it('a gap that reaches over the end of a block is one', async () => {
    const gaps = [
      { start: 5, end: 6 },
      { start: BLOCK - 2, end: BLOCK + 3 },
      { start: 2 * BLOCK, end: 2 * BLOCK + 1 },
    ];
    const { reader, asked } = readerWithout(gaps);
    assert.deepEqual(await findGaps(reader, 1, { start: 0, end: 2 * BLOCK + 9 }), gaps);
    assert.equal(asked.length, 3);
    assert.deepEqual(asked.at(-1), { start: 2 * BLOCK, end: 2 * BLOCK + 9 });
  });

  it('gaps at both ends of the span and below zero are found', async () => {
    const gaps = [
      { start: -9, end: -4 },
      { start: 3, end: 7 },
    ];
    const { reader } = readerWithout(gaps);
    assert.deepEqual(await findGaps(reader, 1, { start: -9, end: 7 }), gaps);
  });

  it('an empty span has no gaps and reads nothing', async () => {
    const { reader, asked } = readerWithout([]);
    assert.deepEqual(await findGaps(reader, 1, { start: 4, end: 4 }), []);
    assert.deepEqual(asked, []);
  });
});
