import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { OWN_SOURCE } from '#core/values/source-order';
import { listTargets, runModel } from '#service/model-runs/run-model';
import type { Store } from '#store/store';
import { at, berlin, daysBefore, load, loadRun, openModelStore } from './model-store.ts';

const RUN_AT = at('2024-05-16T12:00:00Z');
const NOW = RUN_AT + 5 * 60_000;
const history = (days: number) => ({
  category: 'hrcons',
  from: daysBefore(RUN_AT, days),
  to: RUN_AT / HOUR_MS,
  recordedAt: RUN_AT,
});

const run = (store: Store, replaces = false) =>
  runModel(
    store,
    berlin,
    { area: 'DE', category: 'hrcons', analyzedAt: RUN_AT, replaces },
    () => NOW,
  );

test('a run is stored with its source, detail, bands and memory', async (t) => {
  const { store } = await openModelStore(t);
  const { key } = await load(store, history(60));
  const outcome = await run(store);
  assert.equal(outcome.state, 'made');
  const stored = (await store.findNewestRun(key))!;
  assert.equal(stored.source, OWN_SOURCE);
  assert.equal(stored.analyzedAt, RUN_AT);
  assert.equal(stored.updatedAt, NOW);
  assert.equal(stored.values.length, 171);
  const detail = (await store.findRunDetail(key, RUN_AT, OWN_SOURCE))!;
  assert.equal(detail.tier, 'naive mean');
  assert.equal(detail.historyDays, 60);
  assert.deepEqual(
    (await store.readBands(key, RUN_AT, OWN_SOURCE)).map(({ level }) => level),
    [0, 20, 40, 60, 80, 90, 98],
  );
  assert.ok(await store.readModelMemory(key, OWN_SOURCE));
});

test('six days of history are refused, and seven are enough', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, history(6));
  const refused = await run(store);
  assert.ok(refused.state === 'refused');
  assert.match(refused.why, /6 days of history; 7 are needed/);
  await load(store, { ...history(7), to: daysBefore(RUN_AT, 6) });
  assert.equal((await run(store)).state, 'made');
});

test('a run of another source and the same time stays, and the model’s own stands beside it', async (t) => {
  const { store } = await openModelStore(t);
  const { key } = await load(store, history(60));
  const firstIndex = RUN_AT / HOUR_MS + 12;
  const values = new Float64Array(25).fill(1);
  await loadRun(store, 'dehrcons', { analyzedAt: RUN_AT, firstIndex, values }, 'a vendor');
  assert.equal((await run(store)).state, 'made');
  assert.equal((await store.findNewestRun(key))!.source, 'a vendor');
  assert.equal((await store.findNewestRun(key, RUN_AT, OWN_SOURCE))!.values.length, 171);
  assert.equal((await run(store)).state, 'kept');
  assert.equal((await run(store, true)).state, 'made');
  assert.equal((await store.listRuns(key)).length, 2);
});

test('listTargets lists parts of hours that have 28 days of values, or no hours beside them', async (t) => {
  const { store } = await openModelStore(t);
  const parts = async (area: string, category: string, days: number) => {
    const slots = category.startsWith('hh') ? 2 : 4;
    const to = (RUN_AT / HOUR_MS) * slots;
    const resolution = slots === 2 ? 'halfhour' : 'quarterhour';
    const from = to - days * 24 * slots;
    await load(store, { area, category, from, to, resolution, recordedAt: RUN_AT });
  };
  await load(store, { ...history(2), category: 'hrprice' });
  await parts('DE', 'qhprice', 28);
  await load(store, { ...history(2), category: 'hrcons' });
  await parts('DE', 'qhcons', 27);
  await parts('UK', 'hhprice', 1);
  assert.deepEqual(await listTargets(store), [
    { area: 'DE', category: 'hrprice' },
    { area: 'DE', category: 'qhprice' },
    { area: 'DE', category: 'hrcons' },
    { area: 'UK', category: 'hhprice' },
  ]);
  assert.deepEqual(await listTargets(store, ['DE'], ['hrprice']), [
    { area: 'DE', category: 'hrprice' },
  ]);
});

test('listTargets lists only series with values, in the order of the tables', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(2), area: 'NO1' });
  await load(store, history(2));
  await load(store, { ...history(2), category: 'hrprice', to: daysBefore(RUN_AT, 2) });
  await load(store, { ...history(2), category: 'hrwind' });
  assert.deepEqual(await listTargets(store), [
    { area: 'DE', category: 'hrcons' },
    { area: 'NO1', category: 'hrcons' },
  ]);
});
