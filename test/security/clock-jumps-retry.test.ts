// A forecast that failed while the clock was ahead is tried again when the clock is put right, not when the
// clock shows that time again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { HOUR_MS } from '#core/time/instant';
import { FORECAST_JOB } from '#service/model-runs/forecast-jobs';
import { startSchedule } from '#service/model-runs/forecast-schedule';
import { berlin, daysBefore, load, openModelStore } from '../service/model-runs/model-store.ts';

const NOON = Date.UTC(2024, 4, 16, 12);

test('a forecast that failed is tried again after the clock was set back', {
  timeout: 120_000,
}, async (t) => {
  const { store, url } = await openModelStore(t);
  const from = daysBefore(NOON, 40);
  const recordedAt = NOON - 48 * HOUR_MS;
  await load(store, { category: 'hrcons', from, to: daysBefore(NOON, 2), recordedAt });
  let now = NOON + 20 * HOUR_MS;
  const schedule = startSchedule({
    store,
    // A thread that cannot open its store makes every job fail.
    storeUrl: `${url}-does-not-exist`,
    zone: berlin,
    hours: [12],
    clock: () => now,
    logger: pino({ level: 'silent' }),
    lookEveryMs: 5,
  });
  t.after(() => schedule.stop());
  const failures = async (count: number): Promise<boolean> => {
    for (let i = 0; i < 200 && schedule.failures < count; i++) await wait(10);
    return schedule.failures >= count;
  };
  assert.ok(await failures(1));
  now = NOON + HOUR_MS;
  assert.ok(await failures(2), 'it waits until the clock shows the old time again');
  assert.equal((await store.listJobs(FORECAST_JOB, 9)).length, 1);
});
