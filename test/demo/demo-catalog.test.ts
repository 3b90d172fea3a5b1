import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AREAS } from '#core/market/areas';
import { CATEGORIES, isSeriesId, normalizeSeriesId } from '#core/market/categories';
import { HOUR_MS } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import { DEMO_SERIES } from '#demo/demo-catalog';
import { extentAt, gridOfSeries } from '#demo/world/demo-series';
import { at, berlin, seriesOf } from './market.ts';

const definitions = DEMO_SERIES.map((series) => series.definition);
const codes = definitions.map((definition) => definition.code);

test('every area has hourly price, consumption, production, wind, sun and temperature, and a daily price', () => {
  const units = {
    hrprice: 'EUR/MWh',
    hrcons: 'MWh',
    hrproduction: 'MWh',
    hrwind: 'MWh',
    hrsolar: 'MWh',
    hrtemp: '°C',
    dayprice: 'EUR/MWh',
  };
  assert.equal(AREAS.length, 35);
  for (const area of AREAS) {
    for (const [category, unit] of Object.entries(units)) {
      const { definition } = seriesOf(`${area.code.toLowerCase()}${category}`);
      assert.equal(definition.area, area.code);
      assert.equal(definition.category, category);
      assert.equal(definition.unit, unit);
      assert.equal(definition.resolution, category === 'dayprice' ? 'day' : 'hour');
    }
  }
});

test('the forecast categories keep the units that the interface announces', () => {
  for (const { name, unit } of CATEGORIES)
    assert.equal(seriesOf(`de${name}`).definition.unit, unit);
});

test('codes are valid, lower-case and unique', () => {
  for (const code of codes) assert.ok(isSeriesId(code) && normalizeSeriesId(code) === code, code);
  assert.equal(new Set(codes).size, codes.length);
});

test('no description repeats the unit, or that the demo is synthetic', () => {
  for (const { code, description, unit } of definitions) {
    assert.doesNotMatch(description, /synthetic|demo/, code);
    assert.ok(!description.includes(unit), description);
  }
  assert.equal(seriesOf('dehrprice').definition.description, 'Germany day-ahead price');
});

test('a series with outages says so in its description', () => {
  assert.match(
    seriesOf('ithrcons').definition.description,
    /outage of 5 hours about every 42 days/,
  );
  assert.doesNotMatch(seriesOf('dehrcons').definition.description, /outage/);
});

test('the demo has series of each resolution, exchange rates and the two model codes', () => {
  const resolutions = new Set(definitions.map((definition) => definition.resolution));
  assert.equal(resolutions.size, 8);
  for (const currency of ['nok', 'sek', 'dkk', 'gbp', 'chf', 'pln', 'czk', 'huf', 'ron', 'usd']) {
    const { definition } = seriesOf(`fxeur${currency}`);
    assert.equal(definition.category, 'fx');
    assert.equal(definition.unit, `${currency.toUpperCase()}/EUR`);
  }
  assert.equal(seriesOf('nhdkwind').definition.unit, 'MWh');
  assert.equal(seriesOf('hpddanoresa').definition.unit, 'GWh');
  assert.equal(seriesOf('gbhhcons').definition.resolution, 'halfhour');
  assert.equal(seriesOf('nlqhprice').definition.resolution, 'quarterhour');
});

/** The first and the last known time stamp at a time, in market time. */
function edgesAt(code: string, now: string): string[] {
  const series = seriesOf(code);
  const grid = gridOfSeries(series, berlin);
  const { start, end } = extentAt(series, at(now), berlin);
  return [start, end - 1].map((index) => formatMarket(grid.startOf(index), berlin));
}

test('hours reach back more than three years and reservoirs more than 21 hydrological years', () => {
  const now = '2026-11-15T02:20:00Z';
  assert.equal(edgesAt('dehrprice', now)[0], '2023-01-01T00:00:00');
  assert.equal(edgesAt('hpddanoresa', now)[0], '2000-09-04T00:00:00');
});

// Code, now, last known time stamp.
const LAST: readonly (readonly [string, string, string])[] = [
  ['dehrcons', '2026-11-16T11:59:59Z', '2026-11-16T11:00:00'],
  ['dehrcons', '2026-11-16T12:00:00Z', '2026-11-16T12:00:00'],
  ['dehrprice', '2026-11-16T11:59:59Z', '2026-11-16T23:00:00'],
  ['dehrprice', '2026-11-16T12:00:00Z', '2026-11-17T23:00:00'],
  ['dehrprice', '2026-11-16T22:59:59Z', '2026-11-17T23:00:00'],
  ['dehrprice', '2026-11-16T23:00:00Z', '2026-11-17T23:00:00'],
  ['dedayprice', '2026-11-16T11:59:59Z', '2026-11-16T00:00:00'],
  ['dedayprice', '2026-11-16T12:00:00Z', '2026-11-17T00:00:00'],
  ['deqhprice', '2026-11-16T12:00:00Z', '2026-11-17T23:45:00'],
  ['deqhwind', '2026-11-16T12:50:00Z', '2026-11-16T13:30:00'],
  ['hpddanoresa', '2026-11-15T22:59:59Z', '2026-11-02T00:00:00'],
  ['hpddanoresa', '2026-11-15T23:00:00Z', '2026-11-09T00:00:00'],
  ['fxeurnok', '2026-11-17T14:59:59Z', '2026-11-16T00:00:00'],
  ['fxeurnok', '2026-11-17T15:00:00Z', '2026-11-17T00:00:00'],
  ['demthprice', '2026-11-29T11:59:59Z', '2026-10-01T00:00:00'],
  ['demthprice', '2026-11-29T12:00:00Z', '2026-11-01T00:00:00'],
  ['deyrcons', '2026-12-31T22:59:59Z', '2025-01-01T00:00:00'],
  ['deyrcons', '2026-12-31T23:00:00Z', '2026-01-01T00:00:00'],
];

for (const [code, now, last] of LAST) {
  test(`at ${now} the last value of ${code} is that of ${last}`, () => {
    assert.equal(edgesAt(code, now)[1], last);
  });
}

test('a series is empty before the demo’s first day', () => {
  for (const series of DEMO_SERIES) {
    const { start, end } = extentAt(series, at('1999-01-01T00:00:00Z'), berlin);
    assert.equal(start, end);
    assert.ok(gridOfSeries(series, berlin).startOf(start) % HOUR_MS === 0);
  }
});
