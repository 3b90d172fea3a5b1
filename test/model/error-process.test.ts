// The process over an operator's errors: it learns how the operator errs on days of which it says alike.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDayTable } from '#model/days/day-table';
import { type FilledDays, fillDays } from '#model/days/filled-days';
import { DRIFT_AND_SHAPE, fitCorrection } from '#model/members/corrected-forecast';
import { fitErrorProcess } from '#model/members/error-process';
import { findOperatorForecast } from '#model/members/operator-forecast';
import { Random } from '../../harness/random.ts';

const DAYS = 400;
const WINDOW = 364;
const JUDGED_DAYS = 6;

/** Power whose operator expects `level` each day, and errs by what `errorOf` says of the level. */
function madeDays(errorOf: (level: number, day: number) => number): FilledDays {
  const random = new Random(5);
  const values = new Float64Array(DAYS * 24);
  const target = new Float64Array(DAYS * 24);
  for (let day = 0; day < DAYS; day++) {
    const level = 2000 + 1500 * random.signed();
    for (let i = day * 24; i < (day + 1) * 24; i++) {
      values[i] = level + 300 * Math.sin((2 * Math.PI * (i % 24)) / 24);
      target[i] = values[i]! + errorOf(level, day) + 20 * random.signed();
    }
  }
  const drivers = [{ name: 'operator', values }];
  const table = buildDayTable({ firstDay: 19_000, slotsPerDay: 24, target, drivers });
  return fillDays(table, DAYS * 24);
}

/** The forecast of the error at noon of the last days, beside the error. */
function lastErrors(days: FilledDays): { readonly told: number; readonly real: number }[] {
  return Array.from({ length: JUDGED_DAYS }, (_, i) => {
    const row = DAYS - JUDGED_DAYS + i;
    const operator = findOperatorForecast(days, row)!;
    const correction = fitCorrection(DRIFT_AND_SHAPE, days, row, WINDOW, 24, operator)!;
    const asked = { days, day: row, window: WINDOW, knownHours: 24, operator, correction };
    const forecast = fitErrorProcess(asked)!.plain(row)!;
    const at = row * 24 + 12;
    return { told: forecast[12]! - operator.values[at]!, real: operator.errorAt(at) };
  });
}

const meanMiss = (errors: readonly { readonly told: number; readonly real: number }[]): number =>
  errors.reduce((total, { told, real }) => total + Math.abs(told - real), 0) / errors.length;

suite('the process over errors', () => {
  test('errors of days of which the operator says alike are learnt, even if they are on no line', () => {
    const days = madeDays((level) => (level > 1500 && level < 2500 ? 300 : -300));
    const errors = lastErrors(days);
    assert.ok(meanMiss(errors) < 120, `${meanMiss(errors)}`);
  });

  test('a few wild days do not lead the forecast of other days', () => {
    const calm = lastErrors(madeDays(() => 100));
    const wild = lastErrors(madeDays((_, day) => (day % 40 === 7 ? 9000 : 100)));
    const usual = wild.filter(({ real }) => real < 1000);
    assert.ok(meanMiss(usual) < meanMiss(calm) + 100, `${meanMiss(usual)} ${meanMiss(calm)}`);
  });

  test('errors that became ten times as large a month ago are followed', () => {
    const errors = lastErrors(madeDays((_, day) => (day < DAYS - 60 ? 0 : 500)));
    const told = errors.at(-1)!.told;
    assert.ok(told > 250, `${told}`);
  });

  test('sixty days after a change of method, errors are not learnt as shares of their size', () => {
    const row = DAYS - 1;
    const relativeOf = (changed: number) => {
      const days = madeDays((level, day) => (day < changed ? 0 : 0.2 * level));
      const operator = findOperatorForecast(days, row)!;
      const correction = fitCorrection(DRIFT_AND_SHAPE, days, row, WINDOW, 24, operator)!;
      const asked = { days, day: row, window: WINDOW, knownHours: 24, operator, correction };
      return fitErrorProcess(asked)!.relative;
    };
    assert.equal(relativeOf(DAYS - 60), undefined);
    assert.notEqual(relativeOf(0), undefined);
  });
});
