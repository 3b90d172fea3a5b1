// Tables of days, their calendar, and how gaps are filled before a model reads them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dayOfCivil } from '#core/time/civil';
import { buildCalendar, buildDayTable, hourlyMeans } from '#model/days/day-table';
import { fillDays, fillGaps } from '#model/days/filled-days';

const NaNs = (count: number): number[] => new Array(count).fill(Number.NaN);

suite('the calendar of a table', () => {
  test('the calendar has the weekday and the day of the year', () => {
    const calendar = buildCalendar(dayOfCivil(2023, 12, 30), 4);
    assert.deepEqual([...calendar.weekday], [5, 6, 0, 1]);
    assert.deepEqual([...calendar.dayOfYear], [364, 365, 1, 2]);
  });

  test('only the Friday after a holiday on Thursday is a bridge day', () => {
    // Ascension 2024 was Thursday, 9 May.
    const ascension = dayOfCivil(2024, 5, 9);
    const calendar = buildCalendar(ascension - 3, 7, (day) => day === ascension);
    assert.deepEqual([...calendar.isHoliday], [0, 0, 0, 1, 0, 0, 0]);
    assert.deepEqual([...calendar.isBridge], [0, 0, 0, 0, 1, 0, 0]);
  });
});

suite('a table', () => {
  test('a table must have whole days', () => {
    const target = new Float64Array(25);
    assert.throws(() => buildDayTable({ firstDay: 0, slotsPerDay: 24, target }), /whole day/);
  });

  test('a table must have drivers as long as its target', () => {
    const drivers = [{ name: 'wind', values: new Float64Array(24) }];
    const parts = { firstDay: 0, slotsPerDay: 24 as const, target: new Float64Array(48), drivers };
    assert.throws(() => buildDayTable(parts), /wind is not as long/);
  });

  test('an hourly mean of quarter-hours is over the present quarters', () => {
    const quarters = new Float64Array(96).fill(2);
    quarters.set([1, 2, 3, Number.NaN, ...NaNs(4)]);
    const hours = hourlyMeans(quarters, 96);
    assert.equal(hours.length, 24);
    assert.equal(hours[0], 2);
    assert.ok(Number.isNaN(hours[1]));
  });
});

suite('filling gaps', () => {
  test('a gap of up to six hours becomes a straight line', () => {
    const hours = Float64Array.of(1, ...NaNs(3), 9);
    fillGaps(hours);
    assert.deepEqual([...hours], [1, 3, 5, 7, 9]);
  });

  test('a longer gap repeats the week before', () => {
    const hours = Float64Array.from({ length: 10 * 24 }, (_, i) => i);
    hours.fill(Number.NaN, 8 * 24, 9 * 24);
    fillGaps(hours);
    assert.equal(hours[8 * 24 + 5], 24 + 5);
  });

  test('a longer gap repeats the day before if the series has no week before', () => {
    const hours = Float64Array.from({ length: 4 * 24 }, (_, i) => i);
    hours.fill(Number.NaN, 2 * 24, 3 * 24);
    fillGaps(hours);
    assert.equal(hours[2 * 24 + 5], 24 + 5);
  });

  test('gaps before the first value and after the last stay', () => {
    const hours = Float64Array.of(Number.NaN, 4, Number.NaN);
    fillGaps(hours);
    assert.ok(Number.isNaN(hours[0]) && Number.isNaN(hours[2]));
    const empty = Float64Array.from(NaNs(5));
    fillGaps(empty);
    assert.ok(empty.every(Number.isNaN));
  });

  test('a mostly filled day does not count as observed', () => {
    const target = new Float64Array(5 * 24).fill(3);
    target.fill(Number.NaN, 24, 24 + 6);
    target.fill(Number.NaN, 72, 72 + 7);
    const days = fillDays(buildDayTable({ firstDay: 0, slotsPerDay: 24, target }), 120);
    assert.deepEqual([...days.isObserved], [1, 1, 1, 0, 1]);
  });

  test('fillDays reads nothing that is not known yet', () => {
    const target = new Float64Array(3 * 24).fill(3);
    const days = fillDays(buildDayTable({ firstDay: 0, slotsPerDay: 24, target }), 30);
    assert.ok(days.target.subarray(30).every(Number.isNaN));
  });

  test('the net load is demand less supply, by role or else by order', () => {
    const of = (value: number) => new Float64Array(24).fill(value);
    const target = of(0);
    const byOrder = [
      { name: 'load', values: of(50) },
      { name: 'wind', values: of(8) },
      { name: 'temperature', values: of(3) },
    ];
    const byRole = [
      { name: 'wind', values: of(8), role: 'supply' as const },
      { name: 'solar', values: of(2), role: 'supply' as const },
      { name: 'temperature', values: of(3) },
      { name: 'load', values: of(50), role: 'demand' as const },
    ];
    const netOf = (drivers: typeof byRole | typeof byOrder) =>
      fillDays(buildDayTable({ firstDay: 0, slotsPerDay: 24, target, drivers }), 24).netLoad?.[7];
    assert.equal(netOf(byOrder), 42);
    assert.equal(netOf(byRole), 40);
    assert.equal(netOf(byOrder.slice(0, 1)), undefined);
  });
});
