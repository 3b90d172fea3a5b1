// The Gaussian process and the steps of the net load: plants that have to start make a steep hour dear.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDayTable, type DayTable } from '#model/days/day-table';
import { fillDays } from '#model/days/filled-days';
import { scaleDays, settledRowOf } from '#model/days/scaled-days';
import { fitGaussianProcess } from '#model/members/gaussian-process';
import { mulberry32 } from '../../harness/mulberry32.ts';
import { FIRST_DAY } from './made-series.ts';

const DAYS = 300;
const JUDGED_DAYS = 10;

/** Prices that rise with the climb of the net load from the hour before, and not with the net load itself. */
function steepMarket(): DayTable {
  const random = mulberry32(9);
  const load = new Float64Array(DAYS * 24);
  const wind = new Float64Array(DAYS * 24);
  for (let day = 0; day < DAYS; day++) {
    const [level, climb, hour] = [40 + 20 * random(), 6 + 6 * random(), 8 + 4 * random()];
    for (let i = 0; i < 24; i++) {
      const at = day * 24 + i;
      load[at] = level + climb / (1 + Math.exp(-(i - hour) / 0.7));
      wind[at] = 10 + random();
    }
  }
  const target = load.map((value, i) => {
    const step = i % 24 === 0 ? 0 : value - wind[i]! - (load[i - 1]! - wind[i - 1]!);
    return 30 + 10 * Math.max(0, step) + random();
  });
  const drivers = [
    { name: 'load', values: load, role: 'demand' },
    { name: 'wind', values: wind, role: 'supply' },
  ] as const;
  return buildDayTable({ firstDay: FIRST_DAY, slotsPerDay: 24, target, drivers });
}

suite('the steps of the net load', () => {
  test('hours that are dear because the net load climbs are forecast to a third of their usual swing', () => {
    const table = steepMarket();
    let [missed, swing] = [0, 0];
    for (let row = DAYS - JUDGED_DAYS; row < DAYS; row++) {
      const days = fillDays(table, row * 24);
      const scaled = scaleDays(days, row, 364, 'asinh', settledRowOf(days, row));
      const forecast = fitGaussianProcess(scaled, 28)!(row)!;
      for (let i = 0; i < 24; i++) {
        missed += Math.abs(forecast[i]! - table.target[row * 24 + i]!);
        swing += Math.abs(table.target[(row - 1) * 24 + i]! - table.target[row * 24 + i]!);
      }
    }
    assert.ok(missed < 0.33 * swing, `${missed / swing}`);
  });
});
