// When values count as known in hindcasts: by what a series is, not by its category alone.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY_MS, formatUtc, HOUR_MS, type Instant } from '#core/time/instant';
import { modelTargetOf, readTarget, type TargetDraft } from '#service/model-runs/forecast-targets';
import { runModel } from '#service/model-runs/run-model';
import { type PublicationRules, publishedUntil } from '#service/model-runs/usual-publication';
import type { SeriesRecord } from '#store/series-record';
import type { Store } from '#store/store';
import { at, berlin, daysBefore, load, openModelStore, usualValue } from './model-store.ts';

const seriesOf = (code: string, more: Partial<SeriesRecord> = {}): SeriesRecord => ({
  ...{ code, description: '', unit: 'MWh', resolution: 'hour', area: null, category: null },
  ...{ key: 1, firstIndex: 0, lastIndex: 1, runFirstIndex: null, runLastIndex: null },
  ...{ newestRunAt: null, newestRunLastIndex: null, updatedAt: null, version: 1 },
  ...more,
});

const until = (series: SeriesRecord, asOf: string, more: Partial<PublicationRules> = {}): string =>
  formatUtc(publishedUntil(series, at(asOf), { zone: berlin, ...more }));

suite('what is published when', () => {
  const wind = seriesOf('northparkhrwindforecast');
  const price = seriesOf('northmarket', { unit: 'EUR/MWh' });

  test('a wind forecast without a category is out at 18:00 of the market day before, also after a clock change', () => {
    assert.equal(until(wind, '2024-05-16T15:59:59Z'), '2024-05-16T22:00:00Z');
    assert.equal(until(wind, '2024-05-16T16:00:00Z'), '2024-05-17T22:00:00Z');
    // The day of 23 hours and the day of 25 hours, the evening before each and on each.
    assert.equal(until(wind, '2024-03-30T16:59:59Z'), '2024-03-30T23:00:00Z');
    assert.equal(until(wind, '2024-03-30T17:00:00Z'), '2024-03-31T22:00:00Z');
    assert.equal(until(wind, '2024-03-31T15:59:59Z'), '2024-03-31T22:00:00Z');
    assert.equal(until(wind, '2024-03-31T16:00:00Z'), '2024-04-01T22:00:00Z');
    assert.equal(until(wind, '2024-10-26T16:00:00Z'), '2024-10-27T23:00:00Z');
    assert.equal(until(wind, '2024-10-27T16:59:59Z'), '2024-10-27T23:00:00Z');
  });

  test('a load forecast is out at 10:00, one of temperature at 06:00Z, and an hour that is given counts for all', () => {
    const load = seriesOf('dehrconsforecast', { category: 'hrconsforecast' });
    const temperature = seriesOf('dehrtempforecast', { category: 'hrtempforecast' });
    const production = seriesOf('deqhproductionforecast');
    assert.equal(until(load, '2024-05-16T07:59:59Z'), '2024-05-16T22:00:00Z');
    assert.equal(until(load, '2024-05-16T08:00:00Z'), '2024-05-17T22:00:00Z');
    assert.equal(until(temperature, '2024-05-16T06:00:00Z'), '2024-05-17T22:00:00Z');
    assert.equal(until(production, '2024-05-16T15:00:00Z'), '2024-05-16T22:00:00Z');
    for (const series of [load, temperature, production, wind]) {
      const rules = { forecastsHour: 5 };
      assert.equal(until(series, '2024-05-16T04:59:59Z', rules), '2024-05-16T22:00:00Z');
      assert.equal(until(series, '2024-05-16T05:00:00Z', rules), '2024-05-17T22:00:00Z');
    }
  });

  test('a price without a category is out at 12:00Z of the market day before, and near midnight no day more', () => {
    assert.equal(until(price, '2024-05-16T11:59:59Z'), '2024-05-16T22:00:00Z');
    assert.equal(until(price, '2024-05-16T12:00:00Z'), '2024-05-17T22:00:00Z');
    // 23:30Z is in the next market day, whose successor has no prices before its noon.
    assert.equal(until(price, '2024-05-16T23:30:00Z'), '2024-05-17T22:00:00Z');
  });

  test('prices that are known after their hour, and measured values, count as known at the end of their interval', () => {
    const asOf = '2024-05-16T12:30:00Z';
    for (const code of ['deimbalance', 'deintradayprice'])
      assert.equal(until(seriesOf(code, { unit: 'EUR/MWh' }), asOf), asOf);
    assert.equal(until(seriesOf('dehrwind', { category: 'hrwind' }), asOf), asOf);
  });

  test('a driver that a definition names is a forecast unless it is measured by its code or continued by runs', () => {
    const asOf = '2024-05-16T12:30:00Z';
    const named = ['vendorx', 'dehrwind', 'parkqhsolar'];
    const out = '2024-05-17T22:00:00Z';
    assert.equal(until(seriesOf('vendorx'), asOf), asOf);
    assert.equal(until(seriesOf('vendorx'), asOf, { named }), out);
    assert.equal(until(seriesOf('vendorx', { runFirstIndex: 3 }), asOf, { named }), asOf);
    for (const code of ['dehrwind', 'parkqhsolar'])
      assert.equal(until(seriesOf(code), asOf, { named }), asOf);
  });
});

const RUN_AT = at('2024-05-16T18:00:00Z');
const HOUR = RUN_AT / HOUR_MS;

async function loadPark(store: Store): Promise<void> {
  const history = { from: daysBefore(RUN_AT, 130), recordedAt: RUN_AT + DAY_MS, area: 'X' };
  // All that came later is stored as well: a hindcast must not see it.
  const ahead = { ...history, to: HOUR + 72 };
  await load(store, { ...ahead, category: 'plant' });
  await load(store, { ...ahead, category: 'plantforecast', make: (i) => usualValue(i) + 1 });
  await load(store, { ...ahead, category: 'vendor', make: (i) => usualValue(i) + 2 });
  await load(store, { ...ahead, category: 'hrwind', make: (i) => usualValue(i) + 3 });
}

async function hindcast(store: Store, draft: TargetDraft, analyzedAt: Instant = RUN_AT) {
  const target = readTarget({ name: 'park', target: 'xplant', ...draft }, RUN_AT);
  const series = (await store.findSeries('xplant'))!;
  const request = { ...modelTargetOf(target, series), analyzedAt, replaces: true };
  const outcome = await runModel(store, berlin, { ...request, isHindcast: true }, () => RUN_AT);
  assert.ok(outcome.state === 'made', JSON.stringify(outcome));
  const [run] = await store.readRuns(series.key, analyzedAt, analyzedAt);
  return { drivers: outcome.drivers, values: [...run!.values] };
}

suite('the drivers of hindcasts', () => {
  const drivers = ['xplantforecast', 'xvendor', 'xhrwind'];

  test('named forecasts drive as in a run of the time, and measured values of the future do not', async (t) => {
    const { store } = await openModelStore(t);
    await loadPark(store);
    const made = await hindcast(store, { drivers });
    assert.deepEqual(made.drivers, ['xplantforecast', 'xvendor']);
    assert.deepEqual((await hindcast(store, { drivers: ['xhrwind'] })).drivers, []);
  });

  test('changing every value that was not published changes no bit', async (t) => {
    const { store } = await openModelStore(t);
    await loadPark(store);
    const { values } = await hindcast(store, { drivers });
    const garbage = { area: 'X', recordedAt: RUN_AT + DAY_MS, make: (i: number) => 1e4 + (i % 9) };
    for (const category of ['plant', 'hrwind'])
      await load(store, { ...garbage, category, from: HOUR, to: HOUR + 80 });
    // The forecasts of tomorrow are out, those of the day after are not.
    const end = at('2024-05-17T22:00:00Z') / HOUR_MS;
    for (const category of ['plantforecast', 'vendor'])
      await load(store, { ...garbage, category, from: end, to: end + 80 });
    assert.deepEqual((await hindcast(store, { drivers })).values, values);
    await load(store, { ...garbage, category: 'vendor', from: end - 1, to: end });
    assert.notDeepEqual((await hindcast(store, { drivers })).values, values);
  });
});
