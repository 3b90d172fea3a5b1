import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { borrowSlice, giveBackSlice } from '#bytes/memory-pools';

describe('memory for slices', () => {
  it('memory for slices is never lent twice at a time, whatever comes back, and how often', () => {
    const steps = fc.array(
      fc.record({
        length: fc.oneof(fc.nat(2_000), fc.nat(70_000), fc.nat(600_000)),
        givesBack: fc.boolean(),
        twice: fc.boolean(),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(steps, (list) => {
        const lent: { slice: Buffer; mark: number }[] = [];
        list.forEach(({ length, givesBack, twice }, i) => {
          const slice = borrowSlice(length);
          assert.equal(slice.length, length);
          slice.fill(i + 1);
          lent.push({ slice, mark: i + 1 });
          if (!givesBack) return;
          const { slice: back } = lent.splice(Math.floor(lent.length / 2), 1)[0]!;
          giveBackSlice(back);
          if (twice) giveBackSlice(back);
        });
        for (const { slice, mark } of lent) {
          assert.ok(
            slice.every((byte) => byte === mark),
            `slice ${mark} was written by another`,
          );
          giveBackSlice(slice);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('memory for slices is used again', () => {
    const first = borrowSlice(100_000);
    const { buffer } = first;
    giveBackSlice(first);
    assert.equal(borrowSlice(90_000).buffer, buffer);
  });

  it('memory for slices is freed if the last few thousand answers did not need it', () => {
    const borrowAndReturn = (): ArrayBufferLike => {
      const slice = borrowSlice(300_000);
      giveBackSlice(slice);
      return slice.buffer;
    };
    const burst = Array.from({ length: 20 }, () => borrowSlice(300_000));
    const needed = new Set<ArrayBufferLike>(burst.map(({ buffer }) => buffer));
    burst.forEach(giveBackSlice);
    for (let i = 0; i < 4_000; i++) borrowAndReturn();
    const later = Array.from({ length: 20 }, () => borrowSlice(300_000));
    const kept = later.filter(({ buffer }) => needed.has(buffer));
    assert.ok(kept.length >= 1 && kept.length <= 2, `${kept.length} of 20 were still there`);
    later.forEach(giveBackSlice);
  });

  it('a buffer that was not borrowed is left alone', () => {
    const other = Buffer.alloc(64 * 1024);
    giveBackSlice(other);
    assert.notEqual(borrowSlice(60_000).buffer, other.buffer);
  });
});
