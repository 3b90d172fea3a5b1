import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HashQueue } from '#accounts/hash-queue';
import { Refusal } from '#core/errors';

/** Work that ends when told to. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, finish: resolve, fail: reject };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the line for password hashes', () => {
  it('runs two at a time and the others in their order', async () => {
    const line = new HashQueue(2, 10);
    const works = Array.from({ length: 4 }, openWork);
    const order: number[] = [];
    const runs = works.map(({ work }, i) =>
      line.run(() => {
        order.push(i);
        return work();
      }),
    );
    await settle();
    assert.deepEqual(order, [0, 1]);
    assert.deepEqual(line.load, { running: 2, waiting: 2, started: 2 });
    works[1]!.finish('second');
    await settle();
    assert.deepEqual(order, [0, 1, 2]);
    for (const { finish } of works) finish('done');
    assert.deepEqual(await Promise.all(runs), ['done', 'second', 'done', 'done']);
    assert.deepEqual(order, [0, 1, 2, 3]);
    assert.deepEqual(line.load, { running: 0, waiting: 0, started: 4 });
  });

  it('refuses at once where it is full, and takes new work when it has moved on', async () => {
    const line = new HashQueue(1, 1);
    const first = openWork();
    const runs = [line.run(first.work), line.run(async () => 'waited')];
    await assert.rejects(
      line.run(async () => 'never'),
      (error) =>
        error instanceof Refusal &&
        error.code === 'sign_in_throttled' &&
        error.retryAfterSeconds === 1,
    );
    first.finish('ran');
    assert.deepEqual(await Promise.all(runs), ['ran', 'waited']);
    assert.equal(await line.run(async () => 'later'), 'later');
    assert.equal(line.load.started, 3);
  });

  it('moves on when work fails', async () => {
    const line = new HashQueue(1, 1);
    const first = openWork();
    const failing = line.run(first.work);
    const next = line.run(async () => 'next');
    first.fail(new Error('no memory'));
    await assert.rejects(failing, /no memory/);
    assert.equal(await next, 'next');
    assert.equal(line.load.running, 0);
  });
});
