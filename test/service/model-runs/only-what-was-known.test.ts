// A run uses nothing that became known after its time: every later value and run is poisoned, and the run
// must not change in a single bit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { usualBands } from '#core/values/run-bands';
import type { ModelForecast } from '#service/model-runs/model-engine';
import { makeForecast } from '#service/model-runs/run-model';
import type { Store } from '#store/store';
import {
  at,
  berlin,
  daysBefore,
  load,
  loadRun,
  openModelStore,
  usualValue,
} from './model-store.ts';

const RUN_AT = at('2024-05-16T12:00:00Z');
const LATER = RUN_AT + 1;
const GARBAGE = 1e6;

async function loadWorld(store: Store, days = 400): Promise<void> {
  const history = { from: daysBefore(RUN_AT, days), to: RUN_AT / HOUR_MS, recordedAt: RUN_AT };
  await load(store, { ...history, category: 'hrcons' });
  // The forecast of load is known a day ahead, to the end of the market day.
  const ahead = { ...history, to: (Math.floor(RUN_AT / DAY_MS) + 2) * 24 - 2 };
  await load(store, { ...ahead, category: 'hrconsforecast', make: (i) => usualValue(i) + 1 });
  // Temperature is observed, and forecast by the runs of two sources.
  await load(store, { ...history, category: 'hrtemp', make: (i) => usualValue(i, 1) / 5 });
  for (let day = -days; day <= 0; day++) {
    const analyzedAt = RUN_AT + day * DAY_MS - 6 * HOUR_MS;
    const firstIndex = analyzedAt / HOUR_MS;
    const values = Float64Array.from(
      { length: 100 },
      (_, i) => usualValue(firstIndex + i, 1) / 5 + (i % 7) / 10,
    );
    for (const source of ['elsewhere', 'other']) {
      await loadRun(store, 'dehrtemp', { analyzedAt, firstIndex, values }, source);
    }
  }
}

/** Later corrections of the past, later values, and runs that were made or changed later. */
async function poison(store: Store): Promise<void> {
  for (const category of ['hrcons', 'hrconsforecast', 'hrtemp']) {
    const from = daysBefore(RUN_AT, 600);
    const to = daysBefore(RUN_AT, -20);
    const make = (i: number): number => (i % 5 === 0 ? Number.NaN : GARBAGE * Math.sin(i));
    await load(store, { category, from, to, recordedAt: LATER, make });
    const values = new Float64Array(300).fill(GARBAGE);
    const firstIndex = RUN_AT / HOUR_MS - 48;
    for (const hours of [-30, -1, 3]) {
      const analyzedAt = RUN_AT + hours * HOUR_MS + 7;
      // The second source comes before those that were known, by its name.
      for (const source of ['elsewhere', 'a-source']) {
        const run = { analyzedAt, updatedAt: LATER, firstIndex, values };
        await loadRun(store, `de${category}`, run, source);
      }
    }
  }
  // A kind of driver without any value at that time.
  const to = daysBefore(RUN_AT, -20);
  const from = daysBefore(RUN_AT, 500);
  await load(store, { category: 'hrwindforecast', from, to, recordedAt: LATER });
}

async function forecastOf(store: Store, warmsUp = false): Promise<ModelForecast> {
  const series = (await store.findSeries('dehrcons'))!;
  const request = { area: 'DE', analyzedAt: RUN_AT, warmsUp };
  const forecast = await makeForecast(store, series, berlin, request);
  assert.ok(typeof forecast !== 'string', String(forecast));
  return forecast;
}

test('poisoning everything that became known later changes no bit of a run', async (t) => {
  const { store } = await openModelStore(t);
  await loadWorld(store);
  const clean = await forecastOf(store);
  assert.deepEqual(clean.detail.drivers, ['dehrconsforecast', 'dehrtemp']);
  await poison(store);
  const poisoned = await forecastOf(store);
  assert.deepEqual(new Uint8Array(poisoned.values.buffer), new Uint8Array(clean.values.buffer));
  assert.deepEqual(poisoned.bands, clean.bands);
  assert.deepEqual(poisoned.firstDay, clean.firstDay);
  assert.deepEqual({ ...poisoned.detail, notes: [] }, { ...clean.detail, notes: [] });
});

test('poisoning what became known later changes no bit of a first run and the runs before it in memory', async (t) => {
  const { store } = await openModelStore(t);
  await loadWorld(store, 130);
  const clean = await forecastOf(store, true);
  await poison(store);
  const poisoned = await forecastOf(store, true);
  assert.deepEqual(
    { ...poisoned, detail: { ...poisoned.detail, notes: [] } },
    {
      ...clean,
      detail: { ...clean.detail, notes: [] },
    },
  );
});

test('the same poison a millisecond earlier changes the run', async (t) => {
  const { store } = await openModelStore(t);
  await loadWorld(store);
  const clean = await forecastOf(store);
  const from = daysBefore(RUN_AT, 2);
  const loading = { category: 'hrcons', from, to: RUN_AT / HOUR_MS, recordedAt: RUN_AT };
  await load(store, { ...loading, make: () => 20 });
  assert.notDeepEqual((await forecastOf(store)).values, clean.values);
});

test('a run forecasts 171 hours, from market midnight of the next day to 00:00Z a week later', async (t) => {
  const { store } = await openModelStore(t);
  await loadWorld(store);
  const { firstIndex, values, bands } = await forecastOf(store);
  assert.equal(firstIndex * HOUR_MS, at('2024-05-16T22:00:00Z'));
  assert.equal(values.length, 171);
  assert.ok(values.every(Number.isFinite));
  assert.deepEqual(
    bands.map(({ level }) => level),
    [0, 20, 40, 60, 80, 90, 98],
  );
  for (const [i, { lower, upper }] of bands.entries()) {
    const inner = bands[i - 1] ?? { lower, upper };
    assert.ok(lower.every((bound, at) => bound <= inner.lower[at]!));
    assert.ok(upper.every((bound, at) => bound >= inner.upper[at]!));
  }
  for (const { lower, upper } of usualBands(bands))
    assert.ok(values.every((value, i) => lower[i]! <= value && value <= upper[i]!));
});
