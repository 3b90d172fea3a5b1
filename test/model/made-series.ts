// Made-up series for the model's tests: a daily and a weekly wave, a driver, and seeded noise.

import { buildDayTable, type DayTable, type SlotsPerDay } from '#model/days/day-table';
import { mulberry32 } from '../../harness/mulberry32.ts';

/** 2024-01-01, a Monday, in days since 1970-01-01. */
export const FIRST_DAY = 19_723;

export interface MadeSeries {
  readonly days: number;
  readonly slotsPerDay?: SlotsPerDay;
  readonly seed?: number;
  /** The size of the part that cannot be forecast. */
  readonly noise?: number;
  readonly hasDriver?: boolean;
}

/** A table of values around 50, with daily peaks, lower on Sundays, and half of a driver's movements. */
export function madeTable({
  days,
  slotsPerDay = 24,
  seed = 1,
  noise = 1,
  hasDriver = true,
}: MadeSeries): DayTable {
  const random = mulberry32(seed);
  const target = new Float64Array(days * slotsPerDay);
  const driver = new Float64Array(days * slotsPerDay);
  let level = 0;
  for (let day = 0; day < days; day++) {
    level = 0.8 * level + 6 * (random() - 0.5);
    const wind = 10 * random();
    for (let slot = 0; slot < slotsPerDay; slot++) {
      const angle = (2 * Math.PI * slot) / slotsPerDay;
      const i = day * slotsPerDay + slot;
      driver[i] = wind + 2 * Math.sin(angle + day) + random();
      const isSunday = day % 7 === 6;
      target[i] = 50 + level - 8 * Math.cos(angle) - (isSunday ? 7 : 0) + noise * (random() - 0.5);
      if (hasDriver) target[i]! -= 0.5 * driver[i]!;
    }
  }
  const drivers = hasDriver ? [{ name: 'wind', values: driver }] : [];
  return buildDayTable({ firstDay: FIRST_DAY, slotsPerDay, target, drivers });
}
