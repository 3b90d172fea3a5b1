// Large answers made in threads: the same bytes as in the server's own thread, whatever happens to a thread.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { readConfig } from '#config';
import { Refusal } from '#core/errors';
import { HOUR_MS } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import type { Reduction } from '#core/values/reduction';
import type { AnswerOrder } from '#http/answer/answer-order';
import { AnswerThreads, ThreadLost } from '#http/answer/answer-threads';
import { makeAnswer, writeOrder } from '#http/answer/make-answer';
import { startApp } from '#serve/app';
import { gridOfSeries } from '#service/context';
import { type SeriesTask, taskOf } from '#service/series/settle-series';
import { openStore } from '#store/open/open-store';
import { StoreUnavailable } from '#store/store';

const WORKER = new URL('../../../src/serve/answer-worker.ts', import.meta.url);
const HOURS = 30_000;
const FIRST = Date.UTC(2021, 0, 1) / HOUR_MS;

const folder = await mkdtemp(join(tmpdir(), 'gridtide-threads-'));
const storeUrl = `sqlite:${join(folder, 'threads.db')}`;
const store = await openStore(storeUrl);
const zone = findZone('Europe/Berlin')!;
const context = { store, zone, blocks: DEFAULT_BLOCKS };
after(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

await store.write(async (writer) => {
  const { key } = await writer.defineSeries({
    code: 'long',
    description: 'Three years of hours',
    unit: 'EUR/MWh',
    resolution: 'hour',
    area: null,
    category: null,
  });
  const values = Float64Array.from({ length: HOURS }, (_, i) =>
    i % 977 === 0 ? Number.NaN : Math.round(5_000 + 4_000 * Math.sin(i / 5)) / 100,
  );
  const indices = Int32Array.from(values, (_, i) => FIRST + i);
  await writer.writePoints(key, indices, values, Date.UTC(2024, 6, 1));
});
const series = (await store.findSeries('long'))!;

const spanOf = (hours: number) => ({ start: FIRST * HOUR_MS, end: (FIRST + hours) * HOUR_MS });
const makeTask = (reduction: Reduction = { kind: 'native' }, hours = HOURS): SeriesTask =>
  taskOf({
    series,
    grid: gridOfSeries(series, zone),
    reduction,
    aggregation: 'Average',
    span: spanOf(hours),
  });
const orderOf = (
  reduction?: Reduction,
  form: AnswerOrder['form'] = 'series',
  keys?: string,
): AnswerOrder => {
  const { grid: _, ...task } = makeTask(reduction);
  return { task, form, keys };
};

const here = async (order: AnswerOrder): Promise<Buffer> =>
  Buffer.concat([...(await writeOrder(order, context))]);

const settings = { storeUrl, zoneName: zone.name };

/** Returns threads of which one is ready: starting takes a moment, and until then they make nothing. */
async function readyThreads(file = WORKER): Promise<AnswerThreads> {
  const threads = new AnswerThreads(file, settings, 2);
  for (;;) {
    const made = threads.make(orderOf());
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
      orderOf(),
      orderOf({ kind: 'native' }, 'series', 'America/New_York'),
      orderOf({ kind: 'resample', to: resolutionOf('day') }),
      orderOf({ kind: 'resample', to: resolutionOf('year') }),
      orderOf({ kind: 'extract', block: peak }),
      orderOf({ kind: 'native' }, 'document'),
      orderOf({ kind: 'native' }, 'columns'),
      orderOf({ kind: 'native' }, 'csv'),
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

  test('an answer is made here while the thread starts', async (t) => {
    const threads = new AnswerThreads(WORKER, settings, 1);
    t.after(() => threads.close());
    assert.equal(threads.make(orderOf()), undefined);
    const made = await makeAnswer({ task: makeTask(), form: 'series', context, threads });
    assert.ok(!('bytes' in made));
    assert.ok(Buffer.concat([...made]).equals(await here(orderOf())));
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
    while (!(lost = threads.make(orderOf()))) await pause(5);
    await assert.rejects(lost, ThreadLost);
    // The next thread starts; when it is ready it is lost again, and no answer shows it.
    for (let i = 0; i < 5; i++) {
      const made = await makeAnswer({ task: makeTask(), form: 'series', context, threads });
      assert.ok(!('bytes' in made));
      assert.ok(Buffer.concat([...made]).equals(await here(orderOf())));
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
      const made = await Promise.all(Array.from({ length: 12 }, () => threads.make(orderOf())));
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
         if (orders.length > 0) port.postMessage({ id: orders.shift(), message: 'made', isUnavailable: false });
       }, 50);
       port.postMessage('ready');`,
    );
    const threads = new AnswerThreads(pathToFileURL(file), settings, 1);
    t.after(() => threads.close());
    while (!threads.make(orderOf())?.catch(() => {})) await pause(5);
    // A burst is taken whole; later orders are refused.
    const isBusy = (error: Error) => error instanceof Refusal && error.code === 'server_busy';
    const burst = Array.from({ length: 120 }, () => threads.make(orderOf())!);
    const refused: Error[] = [];
    for (const made of burst) made.catch((error) => isBusy(error) && refused.push(error));
    await pause(0);
    assert.equal(refused.length, 0);
    while (refused.length === 0) {
      await pause(50);
      threads.make(orderOf())!.catch((error) => isBusy(error) && refused.push(error));
    }
    assert.equal((refused[0] as Refusal).retryAfterSeconds, 1);
  });

  test('answers are made here when too many made ones are not sent', async (t) => {
    const threads = await readyThreads();
    t.after(() => threads.close());
    const made = [];
    for (;;) {
      const answer = threads.make(orderOf());
      if (!answer) break;
      made.push(await answer);
    }
    assert.ok(threads.unsentBytes > 128 * 2 ** 20 && threads.unsentBytes < 132 * 2 ** 20);
    for (const { release } of made) release(false);
    assert.equal(threads.unsentBytes, 0);
    (await threads.make(orderOf())!).release(true);
  });

  test('an answer fails with StoreUnavailable if the thread’s store fails', async (t) => {
    const path = join(folder, 'broken.db');
    const other = await openStore(`sqlite:${path}`);
    t.after(() => other.close());
    const threads = new AnswerThreads(WORKER, { ...settings, storeUrl: `sqlite:${path}` }, 1);
    t.after(() => threads.close());
    let made: ReturnType<AnswerThreads['make']>;
    while (!(made = threads.make(orderOf()))) await pause(5);
    (await made).release(true);
    const database = new DatabaseSync(path);
    database.exec('DROP TABLE chunk; DROP TABLE series');
    database.close();
    await assert.rejects(threads.make(orderOf())!, StoreUnavailable);
  });
});

suite('a server with threads', () => {
  test('a server with threads gives the same answers as one without', async (t) => {
    const user = { name: 'reader', password: 'a-long-enough-password', planName: 'all' };
    await ensurePlan(store.accounts, { name: 'all', patterns: ['*'] });
    await addUser(store.accounts, user, Date.now());
    const apps = await Promise.all(
      ['2', '0'].map((count) =>
        startApp(
          readConfig({
            STORE: storeUrl,
            PORT: '0',
            LOG_LEVEL: 'silent',
            FORECASTS: 'false',
            CACHE_MB: '0',
            ANSWER_THREADS: count,
          }),
          { isDemo: false },
        ),
      ),
    );
    t.after(() => Promise.all(apps.map((app) => app.close())));
    const ask = async (url: string, path: string): Promise<string> => {
      const signIn = await fetch(`${url}/api/v1/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: user.name, password: user.password }),
      });
      const authorization = `Bearer ${await signIn.json()}`;
      const answer = await fetch(`${url}${path}`, { headers: { authorization } });
      assert.equal(answer.status, 200);
      return answer.text();
    };
    const paths = ['', '?resolution=day', '?format=csv', '?format=columns'];
    for (let round = 0; round < 3; round++) {
      for (const path of paths) {
        const [a, b] = await Promise.all(
          apps.map((app) => ask(app.url, `/api/v1/series/long${path}`)),
        );
        assert.equal(a, b);
      }
    }
  });
});
