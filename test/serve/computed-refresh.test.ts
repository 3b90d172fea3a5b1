// Without scheduled forecasts the values of formulas follow their parts, and no run is made.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import { refreshWhenDefined } from '#serve/computed-refresh';
import { startSchedule } from '#service/model-runs/forecast-schedule';
import { putTarget, readTarget } from '#service/model-runs/forecast-targets';
import { until } from '../../harness/lifetime.ts';
import { at, berlin, daysBefore, load, openModelStore } from '../service/model-runs/model-store.ts';

const NOW = at('2024-05-16T12:10:00Z');

test('a formula that is defined later is refreshed without scheduled forecasts, and no run is made', async (t) => {
  const { store, url } = await openModelStore(t);
  let now: Instant = NOW;
  let starts = 0;
  const parts = { store, storeUrl: url, zone: berlin, hours: [6, 12], onlyRefreshes: true };
  const logger = pino({ level: 'silent' });
  const start = async () => {
    starts++;
    return startSchedule({ ...parts, clock: () => now, logger, lookEveryMs: 20 });
  };
  const schedule = refreshWhenDefined(store, start, assert.ifError, 20);
  t.after(() => schedule.stop());
  const hour = daysBefore(NOW, 1);
  const loadPart = (value: number) =>
    load(store, {
      ...{ category: 'hrcons', from: daysBefore(NOW, 40), to: NOW / HOUR_MS, recordedAt: now },
      make: () => value,
    });
  await loadPart(3);
  const target = readTarget({ name: 'doubled', formula: '2 * dehrcons' }, NOW);
  await store.write((writer) => putTarget(writer, target));
  await until(async () => starts > 0 || undefined);
  await loadPart(4);
  now += 11 * MINUTE_MS;
  const { key } = (await store.findSeries('doubled'))!;
  const value = async () => (await store.readValues(key, { start: hour, end: hour + 1 }))[0];
  await until(async () => (await value()) === 8 || undefined);
  await schedule.stop();
  assert.equal(starts, 1);
  for (const code of ['doubled', 'dehrcons'])
    assert.deepEqual(await store.listRuns((await store.findSeries(code))!.key), []);
});
