// Bands of runs whose errors lean to one side, or lean with the height of the forecast.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COVERAGES, firstDayReaches } from '#model/bands/make-bands';
import { type FilledDays, HOURS } from '#model/days/filled-days';
import { mulberry32 } from '../../../harness/mulberry32.ts';

const RUNS = 300;
const FIRST = 120;
/** Not read: there are enough runs. */
const NO_DAYS = {} as FilledDays;

interface MadeRuns {
  readonly forecasts: Float64Array;
  readonly actual: Float64Array;
}

/** Runs whose errors follow a rule. */
function madeRuns(errorOf: (random: () => number, forecast: number) => number): MadeRuns {
  const random = mulberry32(12);
  const forecasts = Float64Array.from({ length: RUNS * HOURS }, () => 50 + 40 * (random() - 0.5));
  return { forecasts, actual: forecasts.map((forecast) => forecast + errorOf(random, forecast)) };
}

/** The shares of actual values below the 10 % and above the 90 % quantile, of hours that `counts` picks. */
function sharesOutside(
  { forecasts, actual }: MadeRuns,
  counts: (forecast: number) => boolean = () => true,
) {
  const at = COVERAGES.indexOf(0.8);
  let [low, high, count] = [0, 0, 0];
  for (let run = FIRST; run < RUNS; run += 4) {
    const known = run * HOURS;
    const errors = forecasts.slice(0, known).map((forecast, i) => forecast - actual[i]!);
    const record = { errors, forecasts: forecasts.subarray(0, known + HOURS), spreads: [] };
    const { below, above } = firstDayReaches(record, NO_DAYS, 0);
    for (let hour = 0; hour < HOURS; hour++) {
      const forecast = forecasts[known + hour]!;
      if (!counts(forecast)) continue;
      const value = actual[known + hour]!;
      if (value < forecast - below[at]![hour]!) low++;
      if (value > forecast + above[at]![hour]!) high++;
      count++;
    }
  }
  return { low: low / count, high: high / count };
}

suite('bands of errors that lean', () => {
  test('steady even errors lie below and above the bands alike', () => {
    const { low, high } = sharesOutside(madeRuns((random) => 10 * (random() - 0.5)));
    assert.ok(Math.abs(low - 0.1) < 0.015, `${low}`);
    assert.ok(Math.abs(high - 0.1) < 0.015, `${high}`);
  });

  test('errors that are large on one side only are not missed on that side nearly twice as often', () => {
    // Even bands would have a fifth of these values above them and none below.
    const { low, high } = sharesOutside(madeRuns((random) => -4 * Math.log(1 - random()) - 4));
    assert.ok(high < 0.16, `${high}`);
    assert.ok(low + high > 0.1 && low + high < 0.25, `${low} ${high}`);
  });

  test('bands of high forecasts lean upwards if high forecasts are mostly too low', () => {
    const made = madeRuns(
      (random, forecast) => 10 * (random() - 0.5) + (forecast > 50 ? 3 : -3) * random(),
    );
    const { low, high } = sharesOutside(made, (forecast) => forecast > 60);
    assert.ok(high < 0.15 && low > 0.02, `${low} ${high}`);
  });
});
