// The quantiles of a run: thirteen, in order, and the bands are two of them each.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { forecastDays } from '#model/forecast-days';
import { madeTable } from './made-series.ts';

const PERCENTS = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];

suite('quantiles', () => {
  for (const { title, days, slotsPerDay } of [
    { title: 'a young series', days: 20, slotsPerDay: 24 },
    { title: 'a series of months', days: 130, slotsPerDay: 24 },
    { title: 'half hours', days: 130, slotsPerDay: 48 },
    { title: 'quarter hours', days: 130, slotsPerDay: 96 },
  ] as const) {
    test(`the quantiles of ${title} ascend for every value of the run`, () => {
      const table = madeTable({ days, slotsPerDay });
      const outcome = forecastDays(table, { kind: 'price', row: days - 3, days: 2, leadHours: 1 });
      assert.ok('quantiles' in outcome);
      const { quantiles, values, bands } = outcome;
      assert.deepEqual(
        quantiles.map(({ percent }) => percent),
        PERCENTS,
      );
      for (let at = 0; at < quantiles.length; at++) {
        assert.equal(quantiles[at]!.values.length, values.length);
        for (let i = 0; i < values.length && at > 0; i++) {
          assert.ok(quantiles[at]!.values[i]! >= quantiles[at - 1]!.values[i]!);
        }
      }
      const at = (percent: number) => quantiles[PERCENTS.indexOf(percent)]!.values;
      assert.deepEqual(
        bands.map(({ coverage, low, high }) => [coverage, low, high]),
        [
          [0.8, at(10), at(90)],
          [0.9, at(5), at(95)],
        ],
      );
    });
  }
});
