import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { listTargets, MODEL_SOURCE, runModel } from '#service/model-runs/run-model';
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

const run = (store: Store, mayReplace = (_source: string): boolean => false) =>
  runModel(
    store,
    berlin,
    { area: 'DE', category: 'hrcons', analyzedAt: RUN_AT, mayReplace },
    () => NOW,
  );

test('a run is stored with its source, detail, bands and memory', async (t) => {
  const { store } = await openModelStore(t);
  const { key } = await load(store, history(60));
  const outcome = await run(store);
  assert.equal(outcome.state, 'made');
  const stored = (await store.findNewestRun(key))!;
  assert.equal(stored.source, MODEL_SOURCE);
  assert.equal(stored.analyzedAt, RUN_AT);
  assert.equal(stored.updatedAt, NOW);
  assert.equal(stored.values.length, 171);
  const detail = (await store.findRunDetail(key, RUN_AT))!;
  assert.equal(detail.tier, 'naive mean');
  assert.equal(detail.historyDays, 60);
  assert.deepEqual(
    (await store.readBands(key, RUN_AT)).map(({ level }) => level),
    [80, 90],
  );
  assert.ok(await store.readModelMemory(key, MODEL_SOURCE));
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

test('an existing run of the same time stays, whatever its source', async (t) => {
  const { store } = await openModelStore(t);
  const { key } = await load(store, history(60));
  const firstIndex = RUN_AT / HOUR_MS + 12;
  const values = new Float64Array(25).fill(1);
  await loadRun(store, 'dehrcons', { analyzedAt: RUN_AT, firstIndex, values }, 'a vendor');
  const kept = await run(store);
  assert.ok(kept.state === 'kept');
  assert.equal(kept.source, 'a vendor');
  assert.equal((await store.findNewestRun(key))!.values.length, 25);
  assert.equal((await run(store, (source) => source === 'a vendor')).state, 'made');
  const own = await run(store);
  assert.ok(own.state === 'kept');
  assert.equal(own.source, MODEL_SOURCE);
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
