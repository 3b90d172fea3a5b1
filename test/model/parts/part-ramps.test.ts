// The parts of an hour on their own grid: they follow the ramps of the hours.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDayTable, type SlotsPerDay } from '#model/days/day-table';
import { learnSlots } from '#model/parts/expand-slots';
import { fitPartRamps } from '#model/parts/part-ramps';
import { mulberry32 } from '../../../harness/mulberry32.ts';
import { FIRST_DAY } from '../made-series.ts';

/** A wave of the day whose height changes from day to day, so that ramps differ in steepness. */
function waves(days: number, slotsPerDay: SlotsPerDay) {
  const random = mulberry32(5);
  const heights = Float64Array.from({ length: days }, () => 5 + 40 * random());
  const at = (day: number, slot: number): number =>
    60 - heights[day]! * Math.cos((2 * Math.PI * (slot + 0.5)) / slotsPerDay);
  const target = Float64Array.from({ length: days * slotsPerDay }, (_, i) =>
    at(Math.floor(i / slotsPerDay), i % slotsPerDay),
  );
  return buildDayTable({ firstDay: FIRST_DAY, slotsPerDay, target });
}

const hoursOf = (target: Float64Array, parts: number): Float64Array =>
  Float64Array.from({ length: target.length / parts }, (_, hour) => {
    let mean = 0;
    for (let i = 0; i < parts; i++) mean += target[hour * parts + i]! / parts;
    return mean;
  });

suite('parts of hours on their own grid', () => {
  for (const slotsPerDay of [48, 96] as const) {
    test(`${slotsPerDay} parts a day follow ramps that were steeper or flatter before`, () => {
      const table = waves(130, slotsPerDay);
      const [row, parts] = [129, slotsPerDay / 24];
      const actual = table.target.slice(row * slotsPerDay, (row + 1) * slotsPerDay);
      const hours = hoursOf(actual, parts);
      const span = { row, dayCount: 1, leadHours: 0 };
      const made = learnSlots(table, span.row, row * slotsPerDay)(span).values(hours);
      // The first and last hour lack one of their steps.
      for (let slot = parts; slot < slotsPerDay - parts; slot++) {
        assert.ok(Math.abs(made[slot]! - actual[slot]!) < 0.15, `slot ${slot}`);
      }
    });
  }

  test('parts keep the mean of their hour, in the hours before the first day too', () => {
    const table = waves(130, 96);
    const hours = Float64Array.from({ length: 26 }, (_, i) => 50 + 10 * Math.sin(i));
    const span = { row: 125, dayCount: 1, leadHours: 1 };
    const means = hoursOf(learnSlots(table, span.row, 124 * 96)(span).values(hours), 4);
    hours.forEach((hour, i) => {
      assert.ok(Math.abs(means[i]! - hour) < 1e-6);
    });
  });

  test('parts are learnt from 112 whole days on', () => {
    const table = waves(130, 96);
    assert.equal(fitPartRamps(table, 111, 111 * 96), undefined);
    assert.notEqual(fitPartRamps(table, 112, 112 * 96), undefined);
    table.target[50 * 96] = Number.NaN;
    assert.equal(fitPartRamps(table, 112, 112 * 96), undefined);
  });

  test('parts read nothing that is not known yet', () => {
    const table = waves(130, 96);
    const hours = Float64Array.from({ length: 25 }, (_, i) => i);
    const known = 125 * 96 + 40;
    const before = fitPartRamps(table, 127, known)!.parts(hours, 0);
    table.target.fill(1e6, known);
    assert.deepEqual(fitPartRamps(table, 127, known)!.parts(hours, 0), before);
  });

  test('a series that never moves has parts that do not', () => {
    const target = new Float64Array(120 * 96).fill(7);
    const table = buildDayTable({ firstDay: FIRST_DAY, slotsPerDay: 96, target });
    const made = fitPartRamps(table, 119, 119 * 96)!.parts(new Float64Array(25).fill(7), 0);
    assert.ok(made.every((value) => value === 7));
  });
});
