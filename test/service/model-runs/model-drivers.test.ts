import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { gatherDays, type KnownDays } from '#service/model-runs/model-days';
import type { Store } from '#store/store';
import { at, berlin, daysBefore, load, loadRun, openModelStore } from './model-store.ts';

const RUN_AT = at('2024-05-16T06:00:00Z');
const NEXT_DAY_END = (Math.floor(RUN_AT / DAY_MS) + 2) * 24;
const history = (days: number) => ({
  from: daysBefore(RUN_AT, days),
  to: RUN_AT / HOUR_MS,
  recordedAt: RUN_AT,
});

async function gather(store: Store, code = 'dehrprice'): Promise<KnownDays> {
  const series = (await store.findSeries(code))!;
  const place = { area: 'DE', zone: berlin, isHoliday: () => false };
  const known = await gatherDays(store, series, RUN_AT, place);
  assert.ok(typeof known !== 'string', String(known));
  return known;
}

test('a series that reaches the forecast day is a driver, and one that does not is noted with its reason', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  await load(store, { ...history(60), to: NEXT_DAY_END, category: 'hrconsforecast' });
  await load(store, { ...history(60), category: 'hrwindforecast' });
  await load(store, {
    ...history(20),
    to: NEXT_DAY_END,
    category: 'hrsolarforecast',
  });
  const { table, notes } = await gather(store);
  assert.deepEqual(
    table.drivers.map(({ name, role }) => [name, role]),
    [['dehrconsforecast', 'demand']],
  );
  assert.deepEqual(notes, [
    'dehrwindforecast was not used: nothing known of it reaches the day forecast',
    'dehrsolarforecast was not used: it covers 20 of 60 days of history',
  ]);
});

test('a forecast is preferred to a measured series of the same kind', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  await load(store, { ...history(60), category: 'hrwind' });
  const values = new Float64Array(60).fill(7);
  const firstIndex = RUN_AT / HOUR_MS;
  await loadRun(store, 'dehrwind', { analyzedAt: RUN_AT - HOUR_MS, firstIndex, values });
  assert.deepEqual(
    (await gather(store)).table.drivers.map(({ name }) => name),
    ['dehrwind'],
  );
  await load(store, { ...history(60), to: NEXT_DAY_END, category: 'hrwindforecast' });
  assert.deepEqual(
    (await gather(store)).table.drivers.map(({ name }) => name),
    ['dehrwindforecast'],
  );
});

test('a run is used only for the days after the one it was made on, and only if it was stored in time', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  await load(store, { ...history(60), category: 'hrtemp', make: () => 1 });
  const firstIndex = RUN_AT / HOUR_MS;
  const values = new Float64Array(60).fill(2);
  await loadRun(store, 'dehrtemp', { analyzedAt: RUN_AT - 2 * HOUR_MS, firstIndex, values });
  const late = { analyzedAt: RUN_AT - HOUR_MS, updatedAt: RUN_AT + 1, firstIndex };
  await loadRun(store, 'dehrtemp', { ...late, values: values.map(() => 3) });
  const { table, targetRow } = await gather(store);
  const day = table.drivers[0]!.values.subarray(targetRow * 24, (targetRow + 1) * 24);
  assert.deepEqual([...day], new Array(24).fill(2));
  // The run does not fill the rest of its own day, as it would not at other times of day.
  assert.ok(Number.isNaN(table.drivers[0]!.values[targetRow * 24 - 1]!));
});

test('a run of a past day counts only if it was made by the same time of the day before', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  await load(store, { ...history(60), to: daysBefore(RUN_AT, 59), category: 'hrtemp' });
  for (let day = -60; day < 1; day++) {
    const midnight = (Math.floor(RUN_AT / DAY_MS) + day) * DAY_MS;
    const firstIndex = (midnight + DAY_MS) / HOUR_MS;
    // The run at 06:00 is known when a run of that hour is made; that of 12:00 is better, but later.
    for (const [hour, value] of [
      [6, 1],
      [12, 2],
    ] as const) {
      const analyzedAt = midnight + hour * HOUR_MS;
      if (analyzedAt > RUN_AT) continue;
      const values = new Float64Array(24).fill(value);
      await loadRun(store, 'dehrtemp', { analyzedAt, updatedAt: RUN_AT, firstIndex, values });
    }
  }
  const { table, targetRow } = await gather(store);
  const { values } = table.drivers.find(({ name }) => name === 'dehrtemp')!;
  const known = values.subarray((targetRow - 40) * 24, (targetRow + 1) * 24);
  assert.deepEqual([...new Set(known)], [1]);
});

test('a forecast that ends with the market day is continued to the end of the UTC day', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  const make = (hour: number): number => 100 + (hour % 24) + Math.floor(hour / 24);
  const ahead = { ...history(60), to: NEXT_DAY_END - 2, category: 'hrconsforecast', make };
  await load(store, ahead);
  const { table, targetRow } = await gather(store);
  const end = (targetRow + 1) * 24;
  assert.equal(table.drivers[0]!.values[end - 1], make(NEXT_DAY_END - 1));
  assert.ok(Number.isNaN(table.drivers[0]!.values[end]!));
});

test('quarter-hours are forecast as quarter-hours, with hourly drivers repeated', async (t) => {
  const { store } = await openModelStore(t);
  const { from, to, recordedAt } = history(40);
  const quarters = { from: from * 4, to: to * 4, recordedAt, resolution: 'quarterhour' } as const;
  await load(store, { ...quarters, category: 'hrprice', make: (i) => i % 96 });
  await load(store, { ...history(40), to: NEXT_DAY_END, category: 'hrconsforecast' });
  const { table, targetRow, knownSlots, firstIndex } = await gather(store);
  assert.equal(table.slotsPerDay, 96);
  assert.equal(firstIndex, (Math.floor(RUN_AT / DAY_MS) + 1) * 96 - 8);
  assert.equal(knownSlots, (targetRow - 1) * 96 + 24);
  const { values } = table.drivers[0]!;
  assert.equal(values.length, table.target.length);
  assert.equal(values[0], values[3]);
  assert.notEqual(values[3], values[4]);
});

test('known prices of the forecast day are left out', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), to: NEXT_DAY_END - 2, category: 'hrprice' });
  const { table, targetRow, knownSlots } = await gather(store);
  // The market day begins at 22:00Z, two hours before the day of the table.
  assert.equal(knownSlots, targetRow * 24 - 2);
  assert.ok(table.target.subarray(targetRow * 24 - 2).every(Number.isNaN));
});

test('a daily series is refused with a reason', async (t) => {
  const { store } = await openModelStore(t);
  const day = Math.floor(RUN_AT / DAY_MS);
  const loading = { from: day - 90, to: day, recordedAt: RUN_AT, resolution: 'day' } as const;
  const series = await load(store, { ...loading, category: 'hrprice' });
  const place = { area: 'DE', zone: berlin, isHoliday: undefined };
  assert.equal(
    await gatherDays(store, series, RUN_AT, place),
    'it has one value per day; hours, half hours and quarter hours are forecast',
  );
});
