import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallersFirst } from '#http/front/callers-first';

describe('a queue of callers and strangers', () => {
  it('callers are taken before strangers who came earlier, each in their order', () => {
    const line = new CallersFirst<string>();
    for (const item of ['s1', 's2']) assert.ok(line.join(item, true, 0));
    for (const item of ['c1', 'c2']) assert.ok(line.join(item, false, 0));
    assert.deepEqual([line.length, line.lengthBefore(true), line.lengthBefore(false)], [4, 4, 2]);
    const taken = Array.from({ length: 5 }, () => line.next(1, true)?.item);
    assert.deepEqual(taken, ['c1', 'c2', 's1', 's2', undefined]);
  });

  it('strangers wait while only callers may be taken', () => {
    const line = new CallersFirst<string>();
    line.join('stranger', true, 0);
    assert.equal(line.next(1, false), undefined);
    assert.equal(line.next(1, true)?.item, 'stranger');
  });

  it('strangers who are too many do not keep callers out', () => {
    const line = new CallersFirst<number>();
    for (let i = 0; i < 100; i++) line.join(i, true, 0);
    // Each took ten seconds, and the first waits for long.
    assert.ok(line.next(10_000, true));
    assert.ok(!line.join(1, true, 10_001));
    assert.ok(line.join(1, false, 10_001));
  });
});
