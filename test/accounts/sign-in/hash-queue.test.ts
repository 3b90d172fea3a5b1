import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HashQueue } from '#accounts/hash-queue';
import { Refusal } from '#core/errors';

/** Makes work that ends when told to. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, finish: resolve, fail: reject };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of password hashes', () => {
  it('the queue runs two hashes at a time and the others in their order', async () => {
    const queue = new HashQueue(2, { known: 10, stranger: 10 });
    const works = Array.from({ length: 4 }, openWork);
    const order: number[] = [];
    const runs = works.map(({ work }, i) =>
      queue.run('stranger', () => {
        order.push(i);
        return work();
      }),
    );
    await settle();
    assert.deepEqual(order, [0, 1]);
    assert.deepEqual(queue.load, { running: 2, waiting: 2, started: 2 });
    works[1]!.finish('second');
    await settle();
    assert.deepEqual(order, [0, 1, 2]);
    for (const { finish } of works) finish('done');
    assert.deepEqual(await Promise.all(runs), ['done', 'second', 'done', 'done']);
    assert.deepEqual(order, [0, 1, 2, 3]);
    assert.deepEqual(queue.load, { running: 0, waiting: 0, started: 4 });
  });

  it('the queue refuses at once when it is full, and accepts new work when it has moved on', async () => {
    const queue = new HashQueue(1, { known: 1, stranger: 1 });
    const first = openWork();
    const runs = [queue.run('stranger', first.work), queue.run('stranger', async () => 'waited')];
    await assert.rejects(
      queue.run('stranger', async () => 'never'),
      (error) =>
        error instanceof Refusal &&
        error.code === 'sign_in_throttled' &&
        error.retryAfterSeconds === 1,
    );
    first.finish('ran');
    assert.deepEqual(await Promise.all(runs), ['ran', 'waited']);
    assert.equal(await queue.run('stranger', async () => 'later'), 'later');
    assert.equal(queue.load.started, 3);
  });

  it('the queue moves on when work fails', async () => {
    const queue = new HashQueue(1, { known: 1, stranger: 1 });
    const first = openWork();
    const failing = queue.run('stranger', first.work);
    const next = queue.run('stranger', async () => 'next');
    first.fail(new Error('no memory'));
    await assert.rejects(failing, /no memory/);
    assert.equal(await next, 'next');
    assert.equal(queue.load.running, 0);
  });

  it('known callers have slots of their own and go before strangers', async () => {
    const queue = new HashQueue(1, { known: 2, stranger: 1 });
    const first = openWork();
    const order: string[] = [];
    const add = (lane: 'known' | 'stranger', name: string) =>
      queue.run(lane, async () => order.push(name));
    const runs: Promise<unknown>[] = [queue.run('stranger', first.work)];
    runs.push(add('stranger', 'stranger'));
    await assert.rejects(add('stranger', 'refused'), { code: 'sign_in_throttled' });
    runs.push(add('known', 'anna'), add('known', 'bert'));
    await assert.rejects(add('known', 'refused'), { code: 'sign_in_throttled' });
    assert.equal(queue.load.waiting, 3);
    first.finish('ran');
    await Promise.all(runs);
    assert.deepEqual(order, ['anna', 'bert', 'stranger']);
  });
});
