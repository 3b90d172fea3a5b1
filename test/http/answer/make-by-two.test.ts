// Answers of which a thread makes the second half: the same bytes as those made in one piece, and all of one
// moment.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { HOUR_MS } from '#core/time/instant';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import type { Reduction } from '#core/values/reduction';
import type { AnswerOrder } from '#http/answer/answer-order';
import { AnswerThreads } from '#http/answer/answer-threads';
import { makeAnswer, writeOrder } from '#http/answer/make-answer';
import { gridOfSeries } from '#service/context';
import { halveTask } from '#service/series/halve-task';
import type { SeriesTask } from '#service/series/read-series';
import { openStore } from '#store/open/open-store';
import { StoreUnavailable } from '#store/store';

const WORKER = new URL('../../../src/serve/answer-worker.ts', import.meta.url);
const HOURS = 70_000;
const FIRST = Date.UTC(2016, 11, 31, 23) / HOUR_MS;
const WHOLE = { start: FIRST * HOUR_MS, end: (FIRST + HOURS) * HOUR_MS };

const folder = await mkdtemp(join(tmpdir(), 'gridtide-by-two-'));
const storeUrl = `sqlite:${join(folder, 'halves.db')}`;
const store = await openStore(storeUrl);
const zone = findZone('Europe/Berlin')!;
const context = { store, zone, blocks: DEFAULT_BLOCKS };
const settings = { storeUrl, zoneName: zone.name };
after(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const writeAll = (values: (i: number) => number): Promise<unknown> =>
  store.write(async (writer) => {
    const { key } = await writer.defineSeries({
      code: 'long',
      description: 'Eight years of hours',
      unit: 'EUR/MWh',
      resolution: 'hour',
      area: null,
      category: null,
    });
    const indices = Int32Array.from({ length: HOURS }, (_, i) => FIRST + i);
    const written = Float64Array.from({ length: HOURS }, (_, i) => values(i));
    await writer.writePoints(key, indices, written, Date.UTC(2025, 0, 1));
  });
await writeAll((i) =>
  i % 977 < 30 ? Number.NaN : Math.round(5_000 + 4_000 * Math.sin(i / 5)) / 100,
);
const series = (await store.findSeries('long'))!;

const resample = (to: ResolutionName): Reduction => ({ kind: 'resample', to: resolutionOf(to) });
const blockOf = (name: string): Reduction => ({
  kind: 'extract',
  block: DEFAULT_BLOCKS.find((block) => block.name === name)!,
});
const taskOf = (reduction: Reduction, span = WHOLE): SeriesTask => ({
  series,
  grid: gridOfSeries(series, zone),
  reduction,
  aggregation: 'Average',
  span,
});

const inOnePiece = async ({ grid: _, ...task }: SeriesTask, keys?: string): Promise<string> =>
  String(Buffer.concat([...(await writeOrder({ task, form: 'series', keys }, context))]));

/** Threads that note what they are told to make. */
class WatchedThreads extends AnswerThreads {
  readonly asked: AnswerOrder[] = [];
  /** Runs before an order is passed on. */
  before: () => Promise<unknown> = async () => {};

  override make(order: AnswerOrder) {
    const made = super.make(order);
    if (!made) return undefined;
    this.asked.push(order);
    return this.before().then(() => made);
  }
}

async function readyThreads(file = WORKER): Promise<WatchedThreads> {
  const threads = new WatchedThreads(file, settings, 1, () => 2);
  const { grid: _, ...task } = taskOf(resample('year'));
  for (;;) {
    const made = threads.make({ task, form: 'series', keys: undefined });
    await made?.then(
      ({ release }) => release(true),
      () => {},
    );
    if (made) break;
    await pause(5);
  }
  threads.asked.length = 0;
  return threads;
}

const SOLE_CONNECTION = {};

/** As one who asks alone gets it. */
async function ask(threads: AnswerThreads, task: SeriesTask, keys?: string): Promise<string> {
  const zoneOfKeys = keys === undefined ? undefined : findZone(keys);
  const made = await makeAnswer(task, 'series', zoneOfKeys, context, threads, SOLE_CONNECTION);
  assert.ok(!('bytes' in made));
  return String(Buffer.concat([...made]));
}

suite('an answer of two halves', () => {
  test('has the bytes of one made in one piece', async (t) => {
    const threads = await readyThreads();
    t.after(() => threads.close());
    const cut = { start: WHOLE.start + 7 * HOUR_MS, end: WHOLE.end - 10_001 * HOUR_MS };
    const tasks: [SeriesTask, keys?: string][] = [
      [taskOf(resample('day'))],
      [taskOf(resample('day'), cut)],
      [taskOf(resample('day')), 'America/New_York'],
      [taskOf(resample('week'), cut)],
      [taskOf(resample('month'))],
      [taskOf(resample('year'))],
      [taskOf(blockOf('peak'))],
      [taskOf(blockOf('offpeak'), cut)],
      [{ ...taskOf(resample('quarter')), aggregation: 'Count' }],
    ];
    for (const [i, [task, keys]] of tasks.entries()) {
      const text = await ask(threads, task, keys);
      assert.equal(text, await inOnePiece(task, keys), `task ${i}`);
      assert.equal(threads.asked.length, i + 1, 'a thread made half of it');
      assert.equal(threads.asked[i]!.form, 'points');
    }
    assert.equal(threads.bytesHeld, 0);
  });

  test('is all of one moment, whatever is written meanwhile', async (t) => {
    const threads = await readyThreads();
    t.after(() => threads.close());
    let writes = 0;
    threads.before = () => writeAll((i) => i + ++writes);
    const text = await ask(threads, taskOf(resample('day')));
    threads.before = async () => {};
    assert.ok(writes > 0);
    assert.equal(text, await inOnePiece(taskOf(resample('day'))));
    assert.equal(threads.bytesHeld, 0);
  });

  test('is made in one piece where the thread ends by itself', async (t) => {
    const file = join(folder, 'ends.mjs');
    await writeFile(
      file,
      `import { workerData } from 'node:worker_threads';
       const { port } = workerData;
       port.on('message', () => { throw new Error('broken'); });
       port.postMessage('ready');`,
    );
    const threads = await readyThreads(pathToFileURL(file));
    t.after(() => threads.close());
    while (threads.asked.length === 0) {
      const text = await ask(threads, taskOf(resample('day')));
      assert.equal(text, await inOnePiece(taskOf(resample('day'))));
      await pause(5);
    }
  });

  test('fails as a whole where the store fails here, and gives the other half’s memory back', async (t) => {
    const threads = await readyThreads();
    t.after(() => threads.close());
    const broken = Object.create(store, {
      dataVersion: { value: () => store.dataVersion!() },
      readValues: { value: () => Promise.reject(new StoreUnavailable('gone')) },
    });
    const task = taskOf(resample('day'));
    const made = makeAnswer(task, 'series', undefined, { ...context, store: broken }, threads, {});
    await assert.rejects(async () => made, StoreUnavailable);
    while (threads.bytesHeld > 0) await pause(5);
    assert.equal(threads.asked.length, 1);
  });
});

suite('a task is halved', () => {
  const cutOf = (task: SeriesTask): string | undefined => {
    const halves = halveTask(task, zone);
    if (!halves) return undefined;
    const [first, second] = halves;
    assert.deepEqual([first.span!.start, second.span!.end], [task.span!.start, task.span!.end]);
    assert.equal(first.span!.end, second.span!.start);
    return new Date(first.span!.end).toISOString();
  };
  const spanOf = (from: string, to: string) => ({ start: Date.parse(from), end: Date.parse(to) });

  test('where a day, a week, a month or a year of the market begins', () => {
    const summer = spanOf('2020-03-01T05:00Z', '2020-09-01T00:00Z');
    assert.equal(cutOf(taskOf(resample('day'), summer)), '2020-06-11T22:00:00.000Z');
    assert.equal(cutOf(taskOf(blockOf('peak'), summer)), '2020-06-11T22:00:00.000Z');
    assert.equal(cutOf(taskOf(resample('week'), summer)), '2020-06-07T22:00:00.000Z');
    assert.equal(cutOf(taskOf(resample('month'), summer)), '2020-05-31T22:00:00.000Z');
    assert.equal(cutOf(taskOf(resample('year'))), '2020-12-31T23:00:00.000Z');
  });

  test('but not where values are as stored, buckets are short, or there are few', () => {
    assert.equal(cutOf(taskOf({ kind: 'native' })), undefined);
    assert.equal(cutOf(taskOf(resample('hour'))), undefined);
    const threeDays = spanOf('2020-05-01T00:00Z', '2020-05-03T20:00Z');
    assert.equal(cutOf(taskOf(resample('day'), threeDays)), undefined);
    const past = spanOf('1990-01-01T00:00Z', '1999-01-01T00:00Z');
    assert.equal(cutOf(taskOf(resample('day'), past)), undefined);
  });
});
