// The runs of a task are stored together, and one that cannot be stored fails alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PendingRun, prepareRun, type RunOutcome } from '#service/model-runs/run-model';
import { RunQueue } from '#service/model-runs/run-queue';
import type { Store } from '#store/store';
import { at, berlin, daysBefore, load, openModelStore } from './model-store.ts';

const NOON = at('2024-05-16T12:00:00Z');

/** Prepares the runs of two categories with 40 days of history. */
async function prepareTwo(store: Store): Promise<PendingRun[]> {
  const runs: PendingRun[] = [];
  for (const category of ['hrprice', 'hrcons']) {
    const history = { from: daysBefore(NOON, 40), to: daysBefore(NOON, 0), recordedAt: NOON - 1 };
    await load(store, { category, ...history });
    const request = { area: 'DE', category, analyzedAt: NOON, replaces: false };
    const prepared = await prepareRun(store, berlin, request, () => NOON);
    assert.equal(prepared.state, 'pending');
    runs.push(prepared as PendingRun);
  }
  return runs;
}

/** A queue on a clock that moves on by a second with every look at it. */
function openQueue(store: Store) {
  let now = NOON;
  const ends: RunOutcome[] = [];
  const faults: string[] = [];
  const queue = new RunQueue(
    store,
    () => (now += 1_000),
    (outcome) => ends.push(outcome),
    ({ category }) => faults.push(category),
  );
  return { queue, ends, faults };
}

test('runs wait until the queue is emptied, and are stored with one commit', async (t) => {
  const { store } = await openModelStore(t);
  const runs = await prepareTwo(store);
  const { queue, ends } = openQueue(store);
  for (const run of runs) await queue.push(run);
  assert.deepEqual(await store.listRuns(runs[0]!.series.key), []);
  await queue.flush();
  assert.deepEqual(
    ends.map(({ state }) => state),
    ['made', 'made'],
  );
  for (const { series } of runs) {
    const [run] = await store.readRuns(series.key, NOON, NOON);
    assert.equal(run!.updatedAt, NOON + 1_000);
  }
  await queue.push(runs[0]!);
  await queue.flush();
  assert.equal(ends.at(-1)!.state, 'kept');
});

test('a run that cannot be stored fails alone', async (t) => {
  const { store } = await openModelStore(t);
  const [price, load] = (await prepareTwo(store)) as [PendingRun, PendingRun];
  const { queue, ends, faults } = openQueue(store);
  const values = { length: -1 } as unknown as Float64Array;
  await queue.push({ ...price, forecast: { ...price.forecast, values } });
  await queue.push(load);
  await queue.flush();
  assert.deepEqual([ends.map(({ category }) => category), faults], [['hrcons'], ['hrprice']]);
  assert.equal((await store.listRuns(load.series.key)).length, 1);
  assert.equal((await store.listRuns(price.series.key)).length, 0);
});
