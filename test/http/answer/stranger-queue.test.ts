import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { StrangerQueue } from '#http/answer/stranger-queue';

const WORK_MS = 8;

/** A list whose pages take their time; `log` gets the beginning and end of each. */
async function* list(name: string, pages: number, log: string[]): AsyncGenerator<string> {
  for (let i = 0; i < pages; i++) {
    log.push(`+${name}${i}`);
    await sleep(WORK_MS);
    log.push(`-${name}${i}`);
    yield `${name}${i}`;
  }
}

describe('queue of strangers', () => {
  it('one page is made at a time, of each list in turn', async () => {
    const queue = new StrangerQueue();
    const log: string[] = [];
    const drawn = await Promise.all(
      ['a', 'b', 'c'].map((name) => Array.fromAsync(queue.pages(list(name, 2, log)))),
    );
    assert.deepEqual(drawn, [
      ['a0', 'a1'],
      ['b0', 'b1'],
      ['c0', 'c1'],
    ]);
    assert.deepEqual(
      log,
      ['a0', 'b0', 'c0', 'a1', 'b1', 'c1'].flatMap((page) => [`+${page}`, `-${page}`]),
    );
  });

  it('after each page the server has three times as long for others', async () => {
    const queue = new StrangerQueue();
    const startedAt = performance.now();
    await Array.fromAsync(queue.pages(list('a', 5, [])));
    assert.ok(performance.now() - startedAt >= 4 * 4 * WORK_MS);
  });

  it('if a hundred lists wait, a further one is refused, and none that has begun', async () => {
    const queue = new StrangerQueue();
    const lists = Array.from({ length: 101 }, () => queue.pages(list('a', 2, [])));
    const first = lists.map((pages) => pages.next());
    await assert.rejects(queue.pages(list('b', 1, [])).next(), { code: 'server_busy' });
    assert.equal((await first[0])!.value, 'a0');
    const second = lists[0]!.next();
    await Promise.all([
      ...first.map(async (page) => assert.equal((await page).value, 'a0')),
      second,
    ]);
    assert.equal((await second).value, 'a1');
  });

  it('a list that fails or is left by its client passes its turn on', async () => {
    const queue = new StrangerQueue();
    async function* fail(): AsyncGenerator<string> {
      yield 'first';
      throw new Error('the store failed');
    }
    await assert.rejects(Array.fromAsync(queue.pages(fail())), /the store failed/);
    const left = queue.pages(list('a', 3, []));
    await left.next();
    await left.return(undefined);
    assert.deepEqual(await Array.fromAsync(queue.pages(list('b', 1, []))), ['b0']);
  });
});
