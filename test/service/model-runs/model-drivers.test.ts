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
  const market = { area: 'DE', zone: berlin, isHoliday: () => false };
  const known = await gatherDays(store, series, RUN_AT, market);
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

/** Runs of 06:00Z, each of the next UTC day, for the days before the run's own and for that day. */
async function loadDailyRuns(
  store: Store,
  code: string,
  days: number,
  make: (hour: number) => number,
  source?: string,
): Promise<void> {
  for (let day = -days; day <= 0; day++) {
    const analyzedAt = RUN_AT + day * DAY_MS;
    const firstIndex = (Math.floor(analyzedAt / DAY_MS) + 1) * 24;
    const values = Float64Array.from({ length: 24 }, (_, hour) => make(firstIndex + hour));
    await loadRun(store, code, { analyzedAt, updatedAt: RUN_AT, firstIndex, values }, source);
  }
}

const valuesOf = ({ table }: KnownDays, name: string): Float64Array =>
  table.drivers.find((driver) => driver.name === name)!.values;

test('a forecast is preferred to a measured series of the same kind', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  await load(store, { ...history(60), category: 'hrwind' });
  await loadDailyRuns(store, 'dehrwind', 60, () => 7);
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

test('a measured series whose runs reach the forecast day drives by its runs alone, on past days too', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  await load(store, { ...history(60), category: 'hrwind', make: () => 1 });
  await loadDailyRuns(store, 'dehrwind', 50, () => 2);
  const known = await gather(store);
  const values = valuesOf(known, 'dehrwind');
  assert.deepEqual([...new Set(values.filter((value) => !Number.isNaN(value)))], [2]);
  // Runs of 50 days are stored; the ten days before them stay gaps, though they were measured.
  assert.ok(Number.isNaN(values[(known.targetRow - 51) * 24]!));
  assert.equal(values[(known.targetRow - 50) * 24], 2);
  assert.deepEqual(known.notes, ['dehrwind by runs of elsewhere']);
});

test('a measured series whose runs cover too few days is not used, and the reason has the numbers', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  await load(store, { ...history(60), category: 'hrwind' });
  await loadDailyRuns(store, 'dehrwind', 20, () => 2);
  const { table, notes } = await gather(store);
  assert.deepEqual(table.drivers, []);
  assert.deepEqual(notes, [
    'dehrwind was not used: its runs by elsewhere cover 19 of 60 days of history',
  ]);
});

test('stored forecasts of past days count beside the runs that carry them on', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  await load(store, { ...history(60), category: 'hrwindforecast', make: () => 1 });
  await loadDailyRuns(store, 'dehrwindforecast', 1, () => 2);
  const known = await gather(store);
  const values = valuesOf(known, 'dehrwindforecast');
  assert.equal(values[(known.targetRow - 30) * 24], 1);
  assert.equal(values[known.targetRow * 24], 2);
});

test('runs of several weather models are never mixed: the preferred one that covers the history counts', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  await load(store, { ...history(0), to: history(0).from, category: 'hrwindspeed' });
  await loadDailyRuns(store, 'dehrwindspeed', 10, () => 1, 'a-new-model');
  await loadDailyRuns(store, 'dehrwindspeed', 60, () => 2, 'b-model');
  await loadDailyRuns(store, 'dehrwindspeed', 60, () => 3, 'c-model');
  const used = async () => {
    const known = await gather(store);
    const values = valuesOf(known, 'dehrwindspeed');
    return [[...new Set(values.filter((value) => !Number.isNaN(value)))], known.notes];
  };
  assert.deepEqual(await used(), [[2], ['dehrwindspeed by runs of b-model']]);
  const { key } = (await store.findSeries('dehrwindspeed'))!;
  await store.write((writer) => writer.setSourceOrder(key, ['c-model'], RUN_AT));
  assert.deepEqual(await used(), [[3], ['dehrwindspeed by runs of c-model']]);
});

test('a weather model whose runs stopped days ago gives way to one that goes on', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  await load(store, { ...history(0), to: history(0).from, category: 'hrtemp' });
  for (let day = -60; day <= -3; day++) {
    const analyzedAt = RUN_AT + day * DAY_MS;
    const firstIndex = (Math.floor(analyzedAt / DAY_MS) + 1) * 24;
    const run = { analyzedAt, firstIndex, values: new Float64Array(7 * 24).fill(1) };
    await loadRun(store, 'dehrtemp', run, 'a-model');
  }
  await loadDailyRuns(store, 'dehrtemp', 60, () => 2, 'b-model');
  assert.deepEqual((await gather(store)).notes, ['dehrtemp by runs of b-model']);
});

test('a run is used only for the days after the one it was made on, and only if it was stored in time', async (t) => {
  const { store } = await openModelStore(t);
  await load(store, { ...history(60), category: 'hrprice' });
  await load(store, { ...history(60), category: 'hrtemp', make: () => 1 });
  await loadDailyRuns(store, 'dehrtemp', 60, () => 2);
  const firstIndex = RUN_AT / HOUR_MS;
  const values = new Float64Array(72).fill(3);
  await loadRun(store, 'dehrtemp', { analyzedAt: RUN_AT - HOUR_MS, firstIndex, values }, 'a-model');
  const late = { analyzedAt: RUN_AT, updatedAt: RUN_AT + 1, firstIndex };
  await loadRun(store, 'dehrtemp', { ...late, values: values.map(() => 4) });
  const before = { analyzedAt: RUN_AT - DAY_MS - HOUR_MS, firstIndex: firstIndex - 24 };
  await loadRun(store, 'dehrtemp', { ...before, values: values.map(() => 5) });
  const { table, targetRow } = await gather(store);
  const own = table.drivers[0]!.values;
  const day = (row: number) => [...own.subarray(row * 24, (row + 1) * 24)];
  // The run of 06:00Z that was known is replaced by one that was stored too late: the one of 05:00Z the day before is next.
  assert.deepEqual(day(targetRow), new Array(24).fill(5));
  // That run does not fill its own day, for which the run of 06:00Z the day before stands.
  assert.deepEqual(day(targetRow - 1), new Array(24).fill(2));
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
  const market = { area: 'DE', zone: berlin, isHoliday: undefined };
  assert.equal(
    await gatherDays(store, series, RUN_AT, market),
    'it has one value per day; hours, half hours and quarter hours are forecast',
  );
});
