import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AREAS } from '#core/market/areas';
import { weekdayOf } from '#core/time/civil';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import { factsOf } from '#demo/world/area-facts';
import { Europe, type Quantity } from '#demo/world/europe';
import { makeHours } from '#demo/world/hours';
import { sunHeightOf } from '#demo/world/solar';
import { rounds } from '../../../harness/rounds.ts';
import { at, berlin, hoursBetween, meanOf } from '../market.ts';

const YEARS = hoursBetween('2022-12-31T23:00:00Z', '2026-11-15T00:00:00Z');
const europe = new Europe(berlin, YEARS);
const QUANTITIES: readonly Quantity[] = [
  ...(['load', 'production', 'wind', 'solar', 'temperature', 'price'] as const),
];
const yearSpan = (year: number): IndexSpan =>
  hoursBetween(`${year}-01-01T00:00:00Z`, `${year}-12-31T00:00:00Z`);

/** The mean of an area's quantity over the hours that a rule picks by weekday and hour. */
function meanIf(
  area: string,
  quantity: Quantity,
  span: IndexSpan,
  rule: (weekday: number, hour: number) => boolean,
): number {
  const picked = [...europe.values(area, quantity, span)].filter((_, i) => {
    const instant = (span.start + i) * HOUR_MS;
    const wall = instant + berlin.offsetAt(instant);
    return rule(weekdayOf(Math.floor(wall / DAY_MS)), Math.floor(wall / HOUR_MS) % 24);
  });
  return meanOf(picked);
}

test('an hour has the same value in every span', () => {
  const hour = fc.integer({ min: YEARS.start, max: YEARS.end - 200 });
  const area = fc.constantFrom(...AREAS.map(({ code }) => code));
  fc.assert(
    fc.property(area, hour, fc.integer({ min: 1, max: 100 }), (code, start, length) => {
      const span = { start, end: start + length };
      const small = new Europe(berlin, span);
      for (const quantity of QUANTITIES) {
        const expected = europe.values(code, quantity, span);
        assert.deepEqual([...small.values(code, quantity, span)], [...expected]);
      }
    }),
    { numRuns: rounds(30, 3) },
  );
});

test('an hour outside the span is refused', () => {
  const small = new Europe(berlin, { start: 100, end: 200 });
  assert.throws(() => small.values('DE', 'load', { start: 99, end: 110 }), RangeError);
  assert.throws(() => small.values('DE', 'load', { start: 190, end: 201 }), RangeError);
});

test('no value is missing, infinite or a negative zero', () => {
  for (const { code } of AREAS) {
    for (const quantity of QUANTITIES) {
      const values = europe.values(code, quantity, YEARS);
      const isBad = (value: number) => !Number.isFinite(value) || Object.is(value, -0);
      assert.equal(values.findIndex(isBad), -1, `${code} ${quantity}`);
    }
  }
});

test('prices have two decimals, temperatures one, and energies are whole MWh above zero', () => {
  const perUnit: Partial<Record<Quantity, number>> = { price: 100, temperature: 10 };
  for (const { code } of AREAS) {
    for (const quantity of QUANTITIES) {
      const scale = perUnit[quantity] ?? 1;
      for (const value of europe.values(code, quantity, yearSpan(2024))) {
        assert.equal(value, Math.round(value * scale) / scale);
        if (scale === 1) assert.ok(value >= 0);
      }
    }
  }
});

// Area, lowest and highest plausible hourly consumption, MWh.
const LOADS: readonly (readonly [string, number, number])[] = [
  ['DE', 32_000, 80_000],
  ['FR', 28_000, 90_000],
  ['GB', 16_000, 47_000],
  ['IT', 19_000, 56_000],
  ['NO4', 1_300, 3_200],
  ['EE', 500, 1_600],
  ['NC', 27_000, 72_000],
];

for (const [code, least, most] of LOADS) {
  test(`consumption of ${code} stays between ${least} and ${most} MWh`, () => {
    const values = europe.values(code, 'load', YEARS);
    assert.ok(values.every((value) => value > least && value < most));
    assert.ok(Math.abs(meanOf(values) / ((least + most) / 2) - 1) < 0.25);
  });
}

test('the consumption and generation of every area are near its figures', () => {
  for (const { code } of AREAS) {
    if (code === 'NC') continue;
    const facts = factsOf(code);
    const load = meanOf(europe.values(code, 'load', YEARS));
    const production = meanOf(europe.values(code, 'production', YEARS));
    assert.ok(Math.abs(load / facts.load - 1) < 0.03, `${code} load ${load}`);
    assert.ok(Math.abs(production / load / facts.supply - 1) < 0.08, `${code} ${production}`);
  }
});

test('wind and sun never exceed the installed power or the area’s production', () => {
  for (const { code } of AREAS) {
    if (code === 'NC') continue;
    const facts = factsOf(code);
    const production = europe.values(code, 'production', YEARS);
    const wind = europe.values(code, 'wind', YEARS);
    const solar = europe.values(code, 'solar', YEARS);
    for (let i = 0; i < wind.length; i++) {
      assert.ok(wind[i]! <= facts.wind * 1.25 && solar[i]! <= facts.solar * 0.9);
      assert.ok(wind[i]! + solar[i]! <= production[i]!);
    }
  }
});

test('solar power is exactly 0 at night and above 0 at noon', () => {
  const span = yearSpan(2025);
  const hours = makeHours(berlin, span);
  for (const code of ['DE', 'PT', 'FI', 'NO4']) {
    const { latitude, longitude } = factsOf(code);
    const height = sunHeightOf(latitude, longitude, hours);
    const solar = europe.values(code, 'solar', span);
    let nights = 0;
    for (let i = 0; i < solar.length; i++) {
      if (height[i]! <= 0) assert.equal(solar[i], 0);
      if (height[i]! <= 0) nights++;
      if (height[i]! > 0.3) assert.ok(solar[i]! > 0);
    }
    assert.ok(nights > 3_500 && nights < 5_000, `${code}: ${nights} hours of night`);
  }
});

test('the sun has its astronomical height at noon of both solstices', () => {
  // Berlin, 52.52° N 13.4° E: at solar noon of the solstices 60.9° and 14.0° high.
  const highest = (from: string) => {
    const hours = makeHours(berlin, { start: at(from) / HOUR_MS, end: at(from) / HOUR_MS + 24 });
    const sines = [...sunHeightOf(52.52, 13.4, hours)];
    const top = Math.max(...sines);
    return { degrees: (Math.asin(top) * 180) / Math.PI, hourUtc: sines.indexOf(top) };
  };
  const summer = highest('2025-06-21T00:00:00Z');
  const winter = highest('2025-12-21T00:00:00Z');
  assert.ok(Math.abs(summer.degrees - 60.9) < 1, `${summer.degrees}`);
  assert.ok(Math.abs(winter.degrees - 14) < 1, `${winter.degrees}`);
  assert.ok(summer.hourUtc === 10 || summer.hourUtc === 11);
});

test('Germany has a few negative prices', () => {
  const values = europe.values('DE', 'price', YEARS);
  const share = values.filter((value) => value < 0).length / values.length;
  assert.ok(share > 0.005 && share < 0.06, `${share}`);
});

test('prices have a plausible level, with spikes', () => {
  for (const year of [2023, 2024, 2025]) {
    const values = europe.values('DE', 'price', yearSpan(year));
    assert.ok(meanOf(values) > 55 && meanOf(values) < 120, `${meanOf(values)}`);
    assert.ok(values.some((value) => value > 250));
    assert.ok(values.every((value) => value >= -500 && value <= 4_000));
  }
  const north = meanOf(europe.values('NO4', 'price', YEARS));
  const south = meanOf(europe.values('NO2', 'price', YEARS));
  assert.ok(north < south, 'northern Norway is cheaper than southern');
});

test('evenings of working days have more load and higher prices than nights', () => {
  const isEvening = (weekday: number, hour: number) => weekday < 5 && hour >= 18 && hour < 21;
  const isNight = (weekday: number, hour: number) => weekday < 5 && hour >= 1 && hour < 4;
  for (const { code } of AREAS) {
    for (const quantity of ['load', 'price'] as const) {
      const evening = meanIf(code, quantity, yearSpan(2024), isEvening);
      const night = meanIf(code, quantity, yearSpan(2024), isNight);
      assert.ok(evening > night, `${code} ${quantity}: ${evening} against ${night}`);
    }
  }
});

test('Sundays have less load than working days', () => {
  for (const { code } of AREAS) {
    const sunday = meanIf(code, 'load', yearSpan(2024), (weekday) => weekday === 6);
    const working = meanIf(code, 'load', yearSpan(2024), (weekday) => weekday < 5);
    assert.ok(sunday < working, code);
  }
});

test('Nordic areas have much more load in winter, and Italy has cooling in summer', () => {
  const january = hoursBetween('2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z');
  const april = hoursBetween('2025-04-01T00:00:00Z', '2025-05-01T00:00:00Z');
  const july = hoursBetween('2025-07-01T00:00:00Z', '2025-08-01T00:00:00Z');
  const load = (code: string, span: IndexSpan) => meanOf(europe.values(code, 'load', span));
  for (const code of ['NC', 'NO1', 'NO5', 'SE3', 'FI']) {
    assert.ok(load(code, january) > 1.2 * load(code, july), code);
  }
  assert.ok(load('IT', july) > load('IT', april));
});

test('neighbours share their weather and distant areas do not', () => {
  const correlation = (one: string, other: string) => {
    const a = europe.values(one, 'wind', YEARS);
    const b = europe.values(other, 'wind', YEARS);
    const [meanA, meanB] = [meanOf(a), meanOf(b)];
    let [both, ownA, ownB] = [0, 0, 0];
    for (let i = 0; i < a.length; i++) {
      both += (a[i]! - meanA) * (b[i]! - meanB);
      ownA += (a[i]! - meanA) ** 2;
      ownB += (b[i]! - meanB) ** 2;
    }
    return both / Math.sqrt(ownA * ownB);
  };
  assert.ok(correlation('DK1', 'DK2') > 0.6, `${correlation('DK1', 'DK2')}`);
  assert.ok(correlation('DE', 'NL') > 0.4, `${correlation('DE', 'NL')}`);
  assert.ok(Math.abs(correlation('PT', 'FI')) < 0.25, `${correlation('PT', 'FI')}`);
});
