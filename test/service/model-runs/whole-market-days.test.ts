// Runs cover whole market days, on days of 23, 24 and 25 hours, and forecast their first hour.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { usualBands } from '#core/values/run-bands';
import { makeForecast } from '#service/model-runs/run-model';
import type { Store } from '#store/store';
import { at, berlin, daysBefore, load, openModelStore, usualValue } from './model-store.ts';

const newYork = findZone('America/New_York')!;

async function forecastOf(store: Store, code: string, runAt: number, zone = berlin) {
  const series = (await store.findSeries(code))!;
  const forecast = await makeForecast(store, series, zone, { area: 'DE', analyzedAt: runAt });
  assert.ok(typeof forecast !== 'string', String(forecast));
  return forecast;
}

// Time of the run, zone, and the hours of the first market day.
const DAYS: readonly (readonly [string, typeof berlin, number])[] = [
  ['2024-05-16T12:00:00Z', berlin, 24],
  ['2024-11-16T12:00:00Z', berlin, 24],
  ['2024-03-30T12:00:00Z', berlin, 23],
  ['2024-10-26T06:00:00Z', berlin, 25],
  ['2024-12-31T12:00:00Z', berlin, 24],
  ['2024-02-28T12:00:00Z', berlin, 24],
  ['2024-03-09T12:00:00Z', newYork, 23],
  ['2024-11-02T12:00:00Z', newYork, 25],
];

for (const [time, zone, hours] of DAYS) {
  for (const [resolution, slots] of [
    ['hour', 1],
    ['halfhour', 2],
    ['quarterhour', 4],
  ] as const) {
    test(`a run of ${time} in ${zone.name} by ${resolution} has all ${hours} hours of the next market day`, async (t) => {
      const { store } = await openModelStore(t);
      const runAt = at(time);
      await load(store, {
        category: 'hrcons',
        from: daysBefore(runAt, 40) * slots,
        to: (runAt / HOUR_MS) * slots,
        recordedAt: runAt,
        resolution,
        make: (index) => usualValue(Math.floor(index / slots)),
      });
      const { firstIndex, values, bands } = await forecastOf(store, 'dehrcons', runAt, zone);
      const slotMs = HOUR_MS / slots;
      for (let ahead = 1; ahead <= 7; ahead++) {
        const day = zone.dayOf(runAt) + ahead;
        const first = zone.startOfDay(day) / slotMs - firstIndex;
        const end = zone.startOfDay(day + 1) / slotMs - firstIndex;
        assert.ok(first >= 0 && end <= values.length);
        if (ahead === 1) assert.equal(end - first, hours * slots);
        assert.ok(values.subarray(first, end).every(Number.isFinite));
      }
      for (const { lower, upper } of bands)
        assert.deepEqual([lower.length, upper.length], [values.length, values.length]);
      for (const { lower, upper } of usualBands(bands))
        assert.ok(values.every((value, i) => lower[i]! <= value && value <= upper[i]!));
    });
  }
}

test('the first hour of a market day is forecast, although its price is known after the auction', async (t) => {
  const runAt = at('2024-11-16T12:00:00Z');
  const history = { category: 'hrprice', from: daysBefore(runAt, 60), recordedAt: runAt };
  const { store: before } = await openModelStore(t);
  await load(before, { ...history, to: at('2024-11-16T23:00:00Z') / HOUR_MS });
  const { store: after } = await openModelStore(t);
  await load(after, { ...history, to: at('2024-11-16T23:00:00Z') / HOUR_MS });
  const auction = { from: at('2024-11-16T23:00:00Z') / HOUR_MS, make: () => 999 };
  await load(after, { ...history, ...auction, to: at('2024-11-17T23:00:00Z') / HOUR_MS });
  const [unknown, known] = [
    await forecastOf(before, 'dehrprice', runAt),
    await forecastOf(after, 'dehrprice', runAt),
  ];
  assert.equal(known.firstIndex * HOUR_MS, at('2024-11-16T23:00:00Z'));
  assert.deepEqual(known.values, unknown.values);
  assert.ok(known.values[0]! < 200);
});
