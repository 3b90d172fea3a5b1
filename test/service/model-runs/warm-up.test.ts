// The first runs of a definition: weights and bands come from runs of the days before, made in memory.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import { recallRuns } from '#service/model-runs/model-memory';
import { makeForecast, runModel } from '#service/model-runs/run-model';
import type { Store } from '#store/store';
import { at, berlin, daysBefore, load, openModelStore, usualValue } from './model-store.ts';

const RUN_AT = at('2024-05-16T06:00:00Z');

/** What weather does to a plant: it changes from day to day, so that no day tells the next. */
const weather = (hour: number): number =>
  100 * Math.abs(Math.sin(Math.floor(hour / 24) ** 2 * 1.7)) + usualValue(hour, 3);

/** A plant whose forecast by others errs by at most 2. */
async function loadPlant(store: Store, runAt = RUN_AT, days = 160): Promise<void> {
  const span = { from: daysBefore(runAt, days), to: runAt / HOUR_MS, recordedAt: runAt, area: 'X' };
  await load(store, { ...span, category: 'plant', make: weather });
  const make = (hour: number): number => weather(hour) + (usualValue(hour, 9) % 4) - 2;
  const to = (Math.floor(runAt / DAY_MS) + 2) * 24;
  await load(store, { ...span, to, category: 'plantforecast', make });
}

const request = (analyzedAt: Instant, warmsUp: boolean) => ({
  ...{ area: '', category: '', series: 'xplant', name: 'plant', kind: 'other' as const },
  ...{ drivers: ['xplantforecast'], analyzedAt, replaces: false, warmsUp },
});

async function forecastOf(store: Store, warmsUp: boolean, analyzedAt = RUN_AT) {
  const series = (await store.findSeries('xplant'))!;
  const forecast = await makeForecast(store, series, berlin, request(analyzedAt, warmsUp));
  assert.ok(typeof forecast !== 'string', String(forecast));
  const { lower, upper } = forecast.bands.find(({ level }) => level === 80)!;
  const width = lower.slice(2, 26).reduce((sum, low, i) => sum + upper[i + 2]! - low, 0) / 24;
  return { ...forecast, width };
}

suite('the first run of a definition', () => {
  test('its bands are as wide as its members err, not as the naive forecast does', async (t) => {
    const { store } = await openModelStore(t);
    await loadPlant(store);
    const [cold, warm] = [await forecastOf(store, false), await forecastOf(store, true)];
    assert.ok(warm.width < 0.1 * cold.width, `${warm.width} ${cold.width}`);
    assert.equal(cold.replayed.length, 0);
    assert.deepEqual(
      warm.replayed.map((run) => run.at),
      Array.from({ length: 28 }, (_, i) => RUN_AT - (28 - i) * DAY_MS),
    );
    // The members are weighed by what they did.
    const weights = new Set(warm.detail.members.map(({ weight }) => weight));
    assert.ok(weights.size > 1);
  });

  test('the runs are remembered with it, and the next run makes none', async (t) => {
    const { store } = await openModelStore(t);
    await loadPlant(store);
    const { key } = (await store.findSeries('xplant'))!;
    assert.equal(
      (await runModel(store, berlin, request(RUN_AT, true), () => RUN_AT)).state,
      'made',
    );
    const memory = await store.readModelMemory(key, 'plant');
    assert.equal(recallRuns(memory, RUN_AT + 1).length, 29);
    assert.equal((await store.listRuns(key)).length, 1);
    const next = RUN_AT + 6 * HOUR_MS;
    assert.deepEqual((await forecastOf(store, true, next)).replayed, []);
    const { values } = await forecastOf(store, false, next);
    assert.deepEqual((await forecastOf(store, true, next)).values, values);
  });

  test('runs that are remembered already are not made again', async (t) => {
    const { store } = await openModelStore(t);
    await loadPlant(store);
    const past = RUN_AT - 3 * DAY_MS;
    const hindcast = { ...request(past, false), isHindcast: true };
    await runModel(store, berlin, hindcast, () => RUN_AT);
    const series = (await store.findSeries('xplant'))!;
    const more = { ...request(RUN_AT, true), isHindcast: true };
    const forecast = await makeForecast(store, series, berlin, more);
    assert.ok(typeof forecast !== 'string');
    assert.equal(forecast.replayed.length, 27);
    assert.ok(forecast.replayed.every((run) => run.at !== past));
  });

  test('a young series is warmed up as far as it can be forecast', async (t) => {
    const { store } = await openModelStore(t);
    await loadPlant(store, RUN_AT, 12);
    const { replayed } = await forecastOf(store, true);
    assert.ok(replayed.length >= 3 && replayed.length <= 5, String(replayed.length));
  });

  for (const time of ['2024-03-31T06:00:00Z', '2024-10-27T12:00:00Z', '2024-11-10T06:00:00Z']) {
    test(`a run of ${time} is warmed up over the change of the clock`, async (t) => {
      const { store } = await openModelStore(t);
      await loadPlant(store, at(time), 130);
      const { replayed, values } = await forecastOf(store, true, at(time));
      assert.equal(replayed.length, 28);
      assert.ok(values.every(Number.isFinite));
      for (const { run } of replayed)
        assert.ok(run.values.blend!.subarray(0, 24).every(Number.isFinite));
    });
  }
});
