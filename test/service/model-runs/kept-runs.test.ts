import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { ForecastThread } from '#service/model-runs/forecast-thread';
import { runModel } from '#service/model-runs/run-model';
import { until } from '../../../harness/lifetime.ts';
import { at, berlin, daysBefore, load, openModelStore } from './model-store.ts';

const NOON = at('2024-05-16T12:00:00Z');
const TARGET = { area: 'DE', category: 'hrprice' };

test('a thread that ends hands its fits to the next one, whose runs are those of a run by itself', async (t) => {
  const { store, url } = await openModelStore(t);
  const history = { from: daysBefore(NOON, 130), to: daysBefore(NOON, 0), recordedAt: NOON - 1 };
  const { key } = await load(store, { category: 'hrprice', ...history });
  const settings = { storeUrl: url, storeReadUrls: [], zoneName: berlin.name };
  const thread = new ForecastThread(settings);
  t.after(() => thread.stop());
  const make = (hours: number) =>
    thread.make({ analyzedAt: NOON + hours * HOUR_MS, targets: [TARGET], clockAheadMs: 0 });
  const first = await make(0);
  assert.deepEqual([first.made, first.fits?.kept], [1, 0]);
  thread.rest();
  await until(async () => thread.keptBytes > 0 || undefined);
  const second = await make(1);
  assert.equal(thread.keptBytes, 0, 'the kept results are the new thread’s');
  assert.deepEqual(second.fits, { made: 0, kept: first.fits!.made });

  const alone = { ...TARGET, analyzedAt: NOON + HOUR_MS, replaces: false, source: 'alone' };
  const outcome = await runModel(store, berlin, alone, () => NOON + 2 * HOUR_MS);
  assert.equal(outcome.state, 'made');
  const runs = await store.readRuns(key, NOON + HOUR_MS, NOON + HOUR_MS);
  assert.equal(runs.length, 2);
  assert.deepEqual(runs[0]!.values, runs[1]!.values);
});
