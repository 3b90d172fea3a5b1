// Large answers made in threads: the same bytes as in the server's own thread, whatever happens to a thread.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Refusal } from '#core/errors';
import { resolutionOf } from '#core/time/resolution';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import type { AnswerOrder } from '#http/answer/answer-order';
import { AnswerThreads, ThreadLost } from '#http/answer/answer-threads';
import { makeAnswer, makeList, writeOrder } from '#http/answer/make-answer';
import type { SeriesTask } from '#service/series/settle-series';
import { openStore } from '#store/open/open-store';
import { StoreUnavailable } from '#store/store';
import { skipUnlessLong } from '../../../harness/rounds.ts';
import { openLongSeries, WORKER } from './long-series.ts';

const { folder, context, settings, makeTask, makeOrder } = await openLongSeries(after);

const here = async (order: AnswerOrder): Promise<Buffer> =>
  Buffer.concat([...(await writeOrder(order, context))]);

/** Returns threads of which one is ready: starting takes a moment, and until then they make nothing. */
async function readyThreads(file = WORKER): Promise<AnswerThreads> {
  const threads = new AnswerThreads(file, settings, 2);
  for (;;) {
    const made = threads.make(makeOrder());
    if (made) {
      (await made).release(true);
      return threads;
    }
    await pause(5);
  }
}

suite('an answer made in a thread', () => {
  test('an answer made in a thread has the same bytes as one made here, in every form', async (t) => {
    const threads = await readyThreads();
    t.after(() => threads.close());
    const peak = DEFAULT_BLOCKS.find(({ name }) => name === 'peak')!;
    const orders = [
      makeOrder(),
      makeOrder({ kind: 'native' }, 'series', 'America/New_York'),
      makeOrder({ kind: 'resample', to: resolutionOf('day') }),
      makeOrder({ kind: 'resample', to: resolutionOf('year') }),
      makeOrder({ kind: 'extract', block: peak }),
      makeOrder({ kind: 'native' }, 'document'),
      makeOrder({ kind: 'native' }, 'columns'),
      makeOrder({ kind: 'native' }, 'csv'),
    ];
    // All at once, and twice, so that returned memory is used again.
    for (let round = 0; round < 2; round++) {
      const made = await Promise.all(orders.map((order) => threads.make(order)!));
      for (const [i, { bytes, release }] of made.entries()) {
        assert.ok(bytes.equals(await here(orders[i]!)), `order ${i} of round ${round}`);
        release(true);
      }
      assert.equal(threads.unsentBytes, 0);
    }
  });

  test('a thread compresses an answer unless it is short, and only the compressed bytes count as unsent', async (t) => {
    const threads = await readyThreads();
    t.after(() => threads.close());
    const order = makeOrder();
    const plain = await here(order);
    for (const [coding, unpack] of [
      ['zstd', zstdDecompressSync],
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      for (let round = 0; round < 2; round++) {
        const made = await threads.make(order, plain.length, coding)!;
        assert.equal(made.coding, coding);
        assert.ok(unpack(made.bytes).equals(plain));
        assert.ok(made.bytes.length < plain.length / 3, `${made.bytes.length} bytes`);
        assert.equal(made.bytes.buffer.byteLength, made.bytes.length);
        assert.equal(threads.unsentBytes, made.bytes.length);
        made.release(true);
        assert.equal(threads.unsentBytes, 0);
      }
    }
    const short = makeOrder({ kind: 'resample', to: resolutionOf('year') });
    const made = await threads.make(short, 0, 'zstd')!;
    assert.equal(made.coding, undefined);
    assert.ok(made.bytes.equals(await here(short)));
    made.release(true);
  });

  test('an answer is made here while the thread starts', async (t) => {
    const threads = new AnswerThreads(WORKER, settings, 1);
    t.after(() => threads.close());
    assert.equal(threads.make(makeOrder()), undefined);
    const made = await makeAnswer({ task: makeTask(), form: 'series', context, threads });
    assert.ok(!('bytes' in made));
    assert.ok(Buffer.concat([...made]).equals(await here(makeOrder())));
  });

  test('an answer of several series is made in a thread if it takes many values, and else here', async (t) => {
    const threads = await readyThreads();
    t.after(() => threads.close());
    const taken: number[] = [];
    const make = (tasks: SeriesTask[], mostPoints = 500_000) =>
      makeList({
        ...{ tasks, mostPoints, keys: undefined, context, threads },
        takeMemory: (values) => void taken.push(values),
      });
    const few = await make([makeTask({ kind: 'native' }, 100), makeTask({ kind: 'native' }, 50)]);
    assert.ok(!('bytes' in few));
    assert.equal(taken.length, 1);
    const many = await make([makeTask(), makeTask({ kind: 'native' }, 100)]);
    assert.ok('bytes' in many);
    assert.equal(taken.length, 1);
    assert.equal(threads.unsentBytes, many.bytes.length);
    assert.equal(JSON.parse(many.bytes.toString()).length, 2);
    many.release(true);
    await assert.rejects(
      make([makeTask(), makeTask()], 30_001),
      (error) => error instanceof Refusal && error.code === 'too_many_points',
    );
  });

  test('a small answer is made here', async (t) => {
    const threads = await readyThreads();
    t.after(() => threads.close());
    const task = makeTask({ kind: 'native' }, 100);
    const small = await makeAnswer({ task, form: 'series', context, threads });
    assert.ok(!('bytes' in small));
    const large = await makeAnswer({ task: makeTask(), form: 'series', context, threads });
    assert.ok('bytes' in large);
  });

  test('an answer is made here if its thread ends by itself', async (t) => {
    const file = join(folder, 'ends.mjs');
    await writeFile(
      file,
      `import { workerData } from 'node:worker_threads';
       const { port } = workerData;
       port.on('message', () => { throw new Error('broken'); });
       port.postMessage('ready');`,
    );
    const threads = new AnswerThreads(pathToFileURL(file), settings, 1);
    t.after(() => threads.close());
    let lost: Promise<unknown> | undefined;
    while (!(lost = threads.make(makeOrder()))) await pause(5);
    await assert.rejects(lost, ThreadLost);
    // The next thread starts; when it is ready it is lost again, and no answer shows it.
    for (let i = 0; i < 5; i++) {
      const made = await makeAnswer({ task: makeTask(), form: 'series', context, threads });
      assert.ok(!('bytes' in made));
      assert.ok(Buffer.concat([...made]).equals(await here(makeOrder())));
      await pause(20);
    }
  });

  test('answers are made by at most as many threads at a time as there are cores now', async (t) => {
    const file = join(folder, 'names.mjs');
    await writeFile(
      file,
      `import { threadId, workerData } from 'node:worker_threads';
       const { port } = workerData;
       port.on('message', ({ id }) => {
         if (!id) return;
         const memory = Uint32Array.of(threadId).buffer;
         setTimeout(() => port.postMessage({ id, memory, length: 4 }, [memory]), 2);
       });
       port.postMessage('ready');`,
    );
    let cores = 2;
    const threads = new AnswerThreads(pathToFileURL(file), settings, 3, () => cores);
    t.after(() => threads.close());
    const makers = async (): Promise<number> => {
      const made = await Promise.all(Array.from({ length: 12 }, () => threads.make(makeOrder())));
      for (const answer of made) answer?.release(false);
      return new Set(made.flatMap((answer) => answer?.bytes.readUInt32LE() ?? [])).size;
    };
    while ((await makers()) < 2) await pause(5);
    for (let i = 0; i < 5; i++) assert.equal(await makers(), 2);
    cores = 1;
    assert.equal(await makers(), 1);
  });

  test('an answer is refused if it would wait too long for others', async (t) => {
    const file = join(folder, 'slow.mjs');
    await writeFile(
      file,
      `import { workerData } from 'node:worker_threads';
       const { port } = workerData;
       const orders = [];
       port.on('message', ({ id }) => id && orders.push(id));
       setInterval(() => {
         if (orders.length > 0) port.postMessage({ id: orders.shift(), message: 'made', fault: 'other' });
       }, 50);
       port.postMessage('ready');`,
    );
    const threads = new AnswerThreads(pathToFileURL(file), settings, 1);
    t.after(() => threads.close());
    while (!threads.make(makeOrder())?.catch(() => {})) await pause(5);
    // A burst is taken whole; later orders are refused.
    const isBusy = (error: Error) => error instanceof Refusal && error.code === 'server_busy';
    const burst = Array.from({ length: 120 }, () => threads.make(makeOrder())!);
    const refused: Error[] = [];
    for (const made of burst) made.catch((error) => isBusy(error) && refused.push(error));
    await pause(0);
    assert.equal(refused.length, 0);
    while (refused.length === 0) {
      await pause(50);
      threads.make(makeOrder())!.catch((error) => isBusy(error) && refused.push(error));
    }
    assert.equal((refused[0] as Refusal).retryAfterSeconds, 1);
  });

  test('answers are made here when too many made ones are not sent', {
    skip: skipUnlessLong(),
  }, async (t) => {
    const threads = await readyThreads();
    t.after(() => threads.close());
    const made = [];
    for (;;) {
      const answer = threads.make(makeOrder());
      if (!answer) break;
      made.push(await answer);
    }
    assert.ok(threads.unsentBytes > 128 * 2 ** 20 && threads.unsentBytes < 132 * 2 ** 20);
    for (const { release } of made) release(false);
    assert.equal(threads.make(makeOrder()), undefined);
    await pause(200);
    assert.equal(threads.unsentBytes, 0);
    (await threads.make(makeOrder())!).release(true);
  });

  test('an answer that was cut short counts as unsent until its memory is free, soon and without the collector', async (t) => {
    const threads = await readyThreads();
    t.after(() => threads.close());
    const { bytes, release } = await threads.make(makeOrder())!;
    const { length } = bytes;
    release(false);
    assert.equal(threads.unsentBytes, length);
    assert.equal(bytes.length, length);
    for (const endsAt = Date.now() + 30_000; threads.unsentBytes > 0 && Date.now() < endsAt; )
      await pause(20);
    assert.equal(threads.unsentBytes, 0);
    assert.equal(bytes.length, 0);
  });

  test('an answer fails with StoreUnavailable if the thread’s store fails', async (t) => {
    const path = join(folder, 'broken.db');
    const other = await openStore(`sqlite:${path}`);
    t.after(() => other.close());
    const threads = new AnswerThreads(WORKER, { ...settings, storeUrl: `sqlite:${path}` }, 1);
    t.after(() => threads.close());
    let made: ReturnType<AnswerThreads['make']>;
    while (!(made = threads.make(makeOrder()))) await pause(5);
    (await made).release(true);
    const database = new DatabaseSync(path);
    database.exec('DROP TABLE chunk; DROP TABLE series');
    database.close();
    await assert.rejects(threads.make(makeOrder())!, StoreUnavailable);
  });
});
