// The shape of quarters within their hour.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDayTable } from '#model/days/day-table';
import { learnSlots } from '#model/parts/expand-slots';
import { partShape } from '#model/parts/part-shape';
import { FIRST_DAY } from '../made-series.ts';

/** Quarters of working days climb by 1 within the hour, those of weekends fall by 2. */
const table = (days: number) => {
  const target = Float64Array.from({ length: days * 96 }, (_, i) => {
    const isWeekend = Math.floor(i / 96) % 7 >= 5;
    return 30 + Math.floor((i % 96) / 4) + (isWeekend ? -2 : 1) * (i % 4);
  });
  return buildDayTable({ firstDay: FIRST_DAY, slotsPerDay: 96, target });
};

suite('the shape of parts of hours', () => {
  test('the shape of parts of hours is learnt from days of the same kind', () => {
    const { deviations, spreads } = partShape(table(30), 22, 22 * 96);
    assert.deepEqual([...deviations.subarray(0, 4)], [-1.5, -0.5, 0.5, 1.5]);
    assert.equal(Math.max(...spreads), 0);
    const saturday = partShape(table(30), 26, 26 * 96);
    assert.deepEqual([...saturday.deviations.subarray(0, 4)], [3, 1, -1, -3]);
  });

  test('the shape of parts of hours does not change the mean of an hour', () => {
    const given = table(30);
    const hours = Float64Array.from({ length: 49 }, (_, i) => i * i);
    const slots = learnSlots(given, 20, 20 * 96)({ dayCount: 2, leadHours: 0 }).values(hours);
    assert.equal(slots.length, 49 * 4);
    for (let hour = 0; hour < 49; hour++) {
      let mean = 0;
      for (let i = 0; i < 4; i++) mean += slots[hour * 4 + i]! / 4;
      assert.ok(Math.abs(mean - hours[hour]!) < 1e-9);
    }
  });

  test('the shape of parts of hours is flat if no whole day of the kind is known', () => {
    const { deviations } = partShape(table(30), 26, 5 * 96 + 40);
    assert.ok(deviations.every((deviation) => deviation === 0));
  });

  test('the shape of parts of hours reads nothing that is not known yet', () => {
    const given = table(30);
    const before = partShape(given, 22, 21 * 96 + 50);
    given.target.fill(1e6, 21 * 96 + 50);
    assert.deepEqual(partShape(given, 22, 21 * 96 + 50), before);
  });

  test('an hourly series stays as it is', () => {
    const hourly = buildDayTable({
      firstDay: FIRST_DAY,
      slotsPerDay: 24,
      target: new Float64Array(48),
    });
    const hours = Float64Array.of(1, 2, 3);
    assert.deepEqual(learnSlots(hourly, 1, 24)({ dayCount: 1, leadHours: 0 }).values(hours), hours);
  });
});
