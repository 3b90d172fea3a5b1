import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { KeyedQueue } from '#core/keyed-queue';

suite('a keyed queue', () => {
  test('tasks of one name run one after the other, in the order they came, also after a failure', async () => {
    const queue = new KeyedQueue();
    const seen: string[] = [];
    const tasks = [1, 2, 3].map((n) =>
      queue.run('anna', async () => {
        seen.push(`begin ${n}`);
        await setImmediate();
        seen.push(`end ${n}`);
        if (n === 2) throw new Error('two');
        return n;
      }),
    );
    const results = await Promise.allSettled(tasks);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(seen, ['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
  });

  test('a task that comes while the second one runs waits for the second one too', async () => {
    const queue = new KeyedQueue();
    const seen: string[] = [];
    const second = Promise.withResolvers<void>();
    const tasks = [
      queue.run('anna', async () => seen.push('first')),
      queue.run('anna', () => second.promise.then(() => seen.push('second'))),
    ];
    await tasks[0];
    tasks.push(queue.run('anna', async () => seen.push('third')));
    await setImmediate();
    assert.deepEqual(seen, ['first']);
    second.resolve();
    await Promise.all(tasks);
    assert.deepEqual(seen, ['first', 'second', 'third']);
  });

  test('a task does not wait for tasks of another name, and the queue forgets it when it ends', async () => {
    const queue = new KeyedQueue();
    const blocker = Promise.withResolvers<void>();
    const first = queue.run('anna', () => blocker.promise);
    assert.equal(await queue.run('bert', async () => 'done'), 'done');
    assert.equal(queue.size, 1);
    blocker.resolve();
    await first;
    assert.equal(queue.size, 0);
  });
});
