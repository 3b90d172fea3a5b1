import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { KeyedQueue } from '#accounts/keyed-queue';

suite('work under one key', () => {
  test('is done one piece after the other, in the order it came, also after a failure', async () => {
    const turns = new KeyedQueue();
    const seen: string[] = [];
    const pieces = [1, 2, 3].map((n) =>
      turns.run('anna', async () => {
        seen.push(`begin ${n}`);
        await setImmediate();
        seen.push(`end ${n}`);
        if (n === 2) throw new Error('two');
        return n;
      }),
    );
    const results = await Promise.allSettled(pieces);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(seen, ['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
  });

  test('that comes while the second piece is under way waits for that one too', async () => {
    const turns = new KeyedQueue();
    const seen: string[] = [];
    const second = Promise.withResolvers<void>();
    const pieces = [
      turns.run('anna', async () => seen.push('first')),
      turns.run('anna', () => second.promise.then(() => seen.push('second'))),
    ];
    await pieces[0];
    pieces.push(turns.run('anna', async () => seen.push('third')));
    await setImmediate();
    assert.deepEqual(seen, ['first']);
    second.resolve();
    await Promise.all(pieces);
    assert.deepEqual(seen, ['first', 'second', 'third']);
  });

  test('does not wait for another key, and is not remembered', async () => {
    const turns = new KeyedQueue();
    const held = Promise.withResolvers<void>();
    const first = turns.run('anna', () => held.promise);
    assert.equal(await turns.run('bert', async () => 'done'), 'done');
    assert.equal(turns.size, 1);
    held.resolve();
    await first;
    assert.equal(turns.size, 0);
  });
});
