import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOfCivil } from '#core/time/civil';
import { HOUR_MS } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import { NORDIC_AREAS } from '#demo/world/area-facts';
import { at, berlin, generate, hoursBetween, meanOf } from '../market.ts';

const JUNE_WEEK = hoursBetween('2025-06-02T00:00:00Z', '2025-06-09T00:00:00Z');

function marketHours(firstDay: number, endDay: number): IndexSpan {
  const [start, end] = [firstDay, endDay].map((day) => berlin.startOfDay(day) / HOUR_MS);
  return { start: start!, end: end! };
}

// Date and its real hours.
const DAYS: readonly (readonly [number, number, number, number])[] = [
  [2025, 3, 30, 23],
  [2025, 10, 26, 25],
  [2025, 6, 1, 24],
];

for (const [year, month, dayOfMonth, realHours] of DAYS) {
  test(`the daily price of ${year}-${month}-${dayOfMonth} is the mean of its ${realHours} real hours`, () => {
    const day = dayOfCivil(year, month, dayOfMonth);
    for (const area of ['de', 'uk', 'nc', 'fi']) {
      const hours = generate(`${area}hrprice`, marketHours(day, day + 1));
      assert.equal(hours.length, realHours);
      const [daily] = generate(`${area}dayprice`, { start: day, end: day + 1 });
      assert.equal(daily, meanOf(hours));
    }
  });
}

test('months, quarters and years are the means of their hours', () => {
  const hours = (fromMonth: number, toMonth: number) =>
    marketHours(dayOfCivil(2024, fromMonth, 1), dayOfCivil(2024, toMonth, 1));
  const first = (code: string, index: number) =>
    generate(code, { start: index, end: index + 1 })[0];
  const months = (2024 - 1970) * 12;
  assert.equal(first('demthprice', months + 9), meanOf(generate('dehrprice', hours(10, 11))));
  assert.equal(first('deqtrprice', months / 3 + 1), meanOf(generate('dehrprice', hours(4, 7))));
  assert.equal(first('deyrcons', 2024 - 1970), meanOf(generate('dehrcons', hours(1, 13))));
});

test('the Nordic countries are the sum of their areas, and their price is the mean', () => {
  for (const category of ['hrcons', 'hrproduction', 'hrwind', 'hrsolar']) {
    const parts = NORDIC_AREAS.map((area) => generate(area.toLowerCase() + category, JUNE_WEEK));
    const nordic = generate(`nc${category}`, JUNE_WEEK);
    for (let i = 0; i < nordic.length; i++) {
      assert.equal(
        nordic[i],
        parts.reduce((sum, part) => sum + part[i]!, 0),
      );
    }
  }
  const prices = NORDIC_AREAS.map((area) => generate(`${area.toLowerCase()}hrprice`, JUNE_WEEK));
  const nordic = generate('nchrprice', JUNE_WEEK);
  for (let i = 0; i < nordic.length; i++) {
    assert.ok(Math.abs(nordic[i]! - meanOf(prices.map((price) => price[i]!))) <= 0.005 + 1e-9);
  }
});

test('Danish wind in the Nordic balance is the wind of both Danish areas', () => {
  const west = generate('dk1hrwind', JUNE_WEEK);
  const east = generate('dk2hrwind', JUNE_WEEK);
  assert.deepEqual(
    [...generate('nhdkwind', JUNE_WEEK)],
    [...west].map((value, i) => value + east[i]!),
  );
});

test('quarter-hours and half hours average exactly to their hour', () => {
  for (const [fine, code, parts, perUnit] of [
    ['deqhprice', 'dehrprice', 4, 100],
    ['nlqhprice', 'nlhrprice', 4, 100],
    ['deqhsolar', 'dehrsolar', 4, 1],
    ['nlqhwind', 'nlhrwind', 4, 1],
    ['gbhhcons', 'gbhrcons', 2, 1],
  ] as const) {
    const span = { start: JUNE_WEEK.start * parts, end: JUNE_WEEK.end * parts };
    const values = generate(fine, span);
    const hours = generate(code, JUNE_WEEK);
    assert.ok(new Set(values.subarray(0, 24 * parts)).size > 24, `${fine} moves within the hour`);
    for (let i = 0; i < hours.length; i++) {
      const ofHour = [...values.subarray(i * parts, (i + 1) * parts)];
      const units = ofHour.reduce((sum, value) => sum + Math.round(value * perUnit), 0);
      assert.equal(units, Math.round(hours[i]! * perUnit) * parts);
      if (perUnit === 1) assert.ok(ofHour.every((value) => value >= 0));
    }
  }
});

test('a quarter-hour has the same value alone as in the whole hour', () => {
  const start = JUNE_WEEK.start * 4;
  const whole = generate('deqhprice', { start, end: start + 12 });
  assert.deepEqual(
    [...generate('deqhprice', { start: start + 5, end: start + 7 })],
    [...whole.slice(5, 7)],
  );
});

test('Norwegian reservoirs are the sum of the five areas, lowest in spring and highest in autumn', () => {
  const weekOf = (text: string) => Math.floor((Math.floor(at(text) / 86_400_000) + 3) / 7);
  const weeks = { start: weekOf('2005-09-05T00:00:00Z'), end: weekOf('2026-09-07T00:00:00Z') };
  const parts = [1, 2, 3, 4, 5].map((n) => generate(`no${n}wkreservoir`, weeks));
  const norway = generate('hpddanoresa', weeks);
  for (let i = 0; i < norway.length; i++) {
    assert.equal(
      norway[i],
      parts.reduce((sum, part) => sum + part[i]!, 0),
    );
    assert.ok(norway[i]! > 15_000 && norway[i]! < 87_300);
  }
  for (let year = 2006; year < 2026; year++) {
    const [spring] = generate('hpddanoresa', {
      start: weekOf(`${year}-04-25T00:00:00Z`),
      end: weekOf(`${year}-04-25T00:00:00Z`) + 1,
    });
    const [autumn] = generate('hpddanoresa', {
      start: weekOf(`${year}-10-05T00:00:00Z`),
      end: weekOf(`${year}-10-05T00:00:00Z`) + 1,
    });
    assert.ok(autumn! > 1.3 * spring!, `${year}: ${spring} then ${autumn}`);
  }
});

test('exchange rates are set on banking days only, with four decimals', () => {
  const start = dayOfCivil(2025, 12, 22); // a Monday
  const rates = [...generate('fxeurnok', { start, end: start + 7 })];
  assert.deepEqual(rates.map(Number.isNaN), [false, false, false, true, true, true, true]);
  for (const rate of generate('fxeurhuf', { start: start - 1_000, end: start })) {
    if (Number.isNaN(rate)) continue;
    assert.ok(rate > 330 && rate < 460);
    assert.equal(rate, Math.round(rate * 10_000) / 10_000);
  }
  const krone = generate('fxeurdkk', { start: start - 1_000, end: start });
  assert.ok(krone.every((rate) => Number.isNaN(rate) || Math.abs(rate - 7.459) < 0.02));
});

test('an outage is a gap of hours and changes no other value', () => {
  const year = hoursBetween('2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
  const values = generate('ithrcons', year);
  const gaps = values.filter(Number.isNaN).length;
  assert.ok(gaps >= 35 && gaps <= 50, `${gaps} hours missing`);
  assert.ok(values.every((value) => Number.isNaN(value) || value > 15_000));
  assert.equal(generate('dehrcons', year).filter(Number.isNaN).length, 0);
});
