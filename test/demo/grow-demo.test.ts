import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { fillAtStart, growDemo } from '#demo/grow-demo';
import { openStore } from '#store/open/open-store';

const NOW = Date.parse('2023-02-16T12:10:00Z');
const HOUR = Date.parse('2023-02-16T12:00:00Z');
const zone = findZone('Europe/Berlin')!;

test('one of several servers fills a demo store at a time, and each hour is added once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-grow-'));
  const url = `sqlite:${join(folder, 'demo.db')}`;
  const stores = [await openStore(url), await openStore(url)];
  t.after(async () => {
    for (const store of stores) await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  let now = NOW;
  const clock = (): number => now;
  const parts = stores.map((store) => ({ store, clock, zone }));

  // By their progress, the second begins when the first is done.
  const steps: string[] = [];
  await Promise.all(
    parts.map((each, i) =>
      fillAtStart(each, (done, total) => steps.push(`${i}${done === total ? ' done' : ''}`)),
    ),
  );
  const firstOfSecond = steps.findIndex((step) => step[0] !== steps[0]![0]);
  assert.ok(firstOfSecond < 0 || steps[firstOfSecond - 1]!.endsWith('done'));
  const [store] = stores as [(typeof stores)[0], (typeof stores)[0]];
  const starts = await store.listJobs('demo', 9);
  assert.deepEqual(new Set(starts.map(({ state }) => state)), new Set(['done']));
  assert.ok(starts.some(({ dueAt }) => dueAt === HOUR));

  const grown: number[] = [];
  const stops = parts.map((each, i) => {
    const logger = { info: () => void grown.push(i), error: assert.fail };
    return growDemo(each, logger as never, 5);
  });
  t.after(async () => {
    for (const stop of stops) await stop();
  });
  await wait(100);
  assert.deepEqual(grown, [], 'the hour of the start is filled already');
  const last = (await store.findSeries('dehrcons'))!.lastIndex!;
  for (const hour of [1, 2]) {
    now = NOW + hour * HOUR_MS;
    const isDone = async (): Promise<boolean> =>
      (await store.listJobs('demo', 9)).some(
        ({ dueAt, state }) => dueAt === HOUR + hour * HOUR_MS && state === 'done',
      );
    while (!(await isDone()) || grown.length < hour) await wait(10);
    await wait(100);
    assert.equal(grown.length, hour);
  }
  assert.equal((await store.findSeries('dehrcons'))!.lastIndex, last + 2);
});
