// A young series of quarter or half hours is forecast with the past of its hours.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { gatherDays } from '#service/model-runs/model-days';
import { makeForecast } from '#service/model-runs/run-model';
import type { Store } from '#store/store';
import { at, berlin, daysBefore, load, openModelStore, usualValue } from './model-store.ts';

const RUN_AT = at('2024-05-16T12:00:00Z');

interface Past {
  readonly runAt?: number;
  readonly slots?: 2 | 4;
  /** The days of parts, and the slot of the first day at which they begin. */
  readonly days?: number;
  readonly slot?: number;
  /** What the hours are multiplied by. */
  readonly scale?: number;
  readonly hoursRecordedAt?: number;
}

/** The steps within an hour: -1.5, -0.5, 0.5, 1.5, which do not change its mean. */
const stepOf = (index: number, slots: number): number => (index % slots) - (slots - 1) / 2;

async function loadPast(store: Store, past: Past = {}): Promise<void> {
  const { runAt = RUN_AT, slots = 4, days = 60, slot = 0, scale = 1 } = past;
  const recordedAt = past.hoursRecordedAt ?? runAt;
  const hours = { from: daysBefore(runAt, 200), to: runAt / HOUR_MS, recordedAt };
  await load(store, { ...hours, category: 'hrprice', make: (hour) => scale * usualValue(hour) });
  await load(store, {
    category: slots === 4 ? 'qhprice' : 'hhprice',
    resolution: slots === 4 ? 'quarterhour' : 'halfhour',
    recordedAt: runAt,
    from: daysBefore(runAt, days) * slots + slot,
    to: (runAt / HOUR_MS) * slots,
    make: (index) => usualValue(Math.floor(index / slots)) + stepOf(index, slots),
  });
}

async function forecastOf(store: Store, code = 'deqhprice', analyzedAt = RUN_AT) {
  const series = (await store.findSeries(code))!;
  const forecast = await makeForecast(store, series, berlin, { area: 'DE', analyzedAt });
  assert.ok(typeof forecast !== 'string', String(forecast));
  return forecast;
}

suite('the past of a young series of parts of hours', () => {
  test('60 days of quarter hours beside 200 days of hours are forecast as hours with months of history', async (t) => {
    const { store } = await openModelStore(t);
    await loadPast(store);
    const quarters = await forecastOf(store);
    const hours = await forecastOf(store, 'dehrprice');
    assert.equal(quarters.detail.tier, 'months');
    assert.equal(quarters.detail.historyDays, hours.detail.historyDays);
    assert.match(
      quarters.detail.notes[0]!,
      /^the past before 2024-03-17T00:00:00Z is that of dehrprice$/,
    );
    assert.equal(quarters.values.length, 4 * hours.values.length);
    for (const [hour, value] of hours.values.entries()) {
      const parts = [...quarters.values.subarray(4 * hour, 4 * hour + 4)];
      const mean = parts.reduce((sum, part) => sum + part / 4, 0);
      assert.ok(Math.abs(mean - value) < 1e-6, `${hour}: ${mean} ${value}`);
      // The steps are those of the quarter hours: hours of the past are no flat ones.
      for (const [i, part] of parts.entries())
        assert.ok(Math.abs(part - mean - stepOf(i, 4)) < 1e-6, `${hour}: ${parts}`);
    }
  });

  for (const [slots, slot] of [
    [4, 88],
    [4, 51],
    [2, 44],
    [2, 27],
  ] as const) {
    test(`${slots} parts of an hour that begin at part ${slot} of a day have the hours before that hour`, async (t) => {
      const { store } = await openModelStore(t);
      await loadPast(store, { slots, slot });
      const series = (await store.findSeries(slots === 4 ? 'deqhprice' : 'dehhprice'))!;
      const market = { area: 'DE', zone: berlin, isHoliday: undefined };
      const known = await gatherDays(store, series, RUN_AT, market);
      assert.ok(typeof known !== 'string');
      const { table, targetRow, historyDays } = known;
      assert.equal(historyDays, 200);
      const begins = (targetRow - 61) * 24 * slots + slot;
      const hour = Math.floor(begins / slots);
      const before = table.target.subarray((hour - 1) * slots, hour * slots);
      assert.ok(Number.isFinite(before[0]!) && before.subarray(1).every(Number.isNaN));
      // The hour in which the parts begin has its parts alone.
      for (let i = hour * slots; i < begins; i++) assert.ok(Number.isNaN(table.target[i]!));
      assert.ok(Number.isFinite(table.target[begins]!));
    });
  }

  test('hours that are no means of the parts are not taken, and a note says so', async (t) => {
    const { store } = await openModelStore(t);
    await loadPast(store, { scale: 4 });
    const { detail } = await forecastOf(store);
    assert.equal(detail.tier, 'naive mean');
    assert.match(
      detail.notes[0]!,
      /^dehrprice was not used: its hours are not the means of deqhprice/,
    );
  });

  test('six days of parts are too few to be compared with their hours', async (t) => {
    const { store } = await openModelStore(t);
    await loadPast(store, { days: 6 });
    const series = (await store.findSeries('deqhprice'))!;
    const request = { area: 'DE', analyzedAt: RUN_AT };
    assert.match(String(await makeForecast(store, series, berlin, request)), /6 days of history/);
  });

  test('hours that were stored after the time of the run are not its past', async (t) => {
    const { store } = await openModelStore(t);
    await loadPast(store, { hoursRecordedAt: RUN_AT + 1 });
    const clean = await forecastOf(store);
    assert.equal(clean.detail.tier, 'naive mean');
    const garbage = {
      category: 'hrprice',
      recordedAt: RUN_AT + 2,
      make: (i: number) => 1e5 * (i % 7),
    };
    await load(store, { ...garbage, from: daysBefore(RUN_AT, 200), to: RUN_AT / HOUR_MS });
    assert.deepEqual((await forecastOf(store)).values, clean.values);
  });

  for (const time of ['2024-03-30T12:00:00Z', '2024-10-26T12:00:00Z']) {
    test(`a run of ${time} has all parts of the market day of the clock change`, async (t) => {
      const { store } = await openModelStore(t);
      const runAt = at(time);
      await loadPast(store, { runAt, days: 40, slot: 88 });
      const { firstIndex, values } = await forecastOf(store, 'deqhprice', runAt);
      const day = berlin.dayOf(runAt) + 1;
      assert.equal(firstIndex, (berlin.startOfDay(day) / DAY_MS) * 96);
      assert.ok(values.every(Number.isFinite));
    });
  }
});
