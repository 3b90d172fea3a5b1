// An operator's forecast whose last known error tells of the hours to come.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDayTable } from '#model/days/day-table';
import { fillDays } from '#model/days/filled-days';
import { DRIFT_AND_SHAPE, fitCorrection } from '#model/members/corrected-forecast';
import { SERIES_KINDS } from '#model/members/members';
import { findOperatorForecast } from '#model/members/operator-forecast';
import { tierOf } from '#model/tiers';
import { mulberry32 } from '../../../harness/mulberry32.ts';

const DAYS = 600;
/** What is left of an error after an hour. */
const FADE = 0.9;

/** A smooth series and an operator whose error fades from hour to hour, from day `from` on; it has none before. */
function madeDays(from: number) {
  const random = mulberry32(5);
  const operator = new Float64Array(DAYS * 24);
  const target = new Float64Array(DAYS * 24);
  let error = 0;
  for (let i = 0; i < target.length; i++) {
    operator[i] = 3000 + 1500 * Math.sin((2 * Math.PI * i) / 24) + 1500 * Math.sin(i / 90);
    error = i < from * 24 ? 0 : FADE * error + 100 * (2 * random() - 1);
    target[i] = operator[i]! + error;
  }
  const drivers = [{ name: 'operator', values: operator }];
  return { operator, table: buildDayTable({ firstDay: 19_000, slotsPerDay: 24, target, drivers }) };
}

/** What the correction adds to the operator's forecast of the last day, after errors of 400 at its last six known hours. */
function correctionAfter400(from: number, knownHours = 24): readonly number[] {
  const { table, operator } = madeDays(from);
  const row = DAYS - 1;
  const end = (row - 1) * 24 + knownHours;
  for (let i = end - 6; i < end; i++) table.target[i] = operator[i]! + 400;
  const days = fillDays(table, end);
  // A run writes its forecast back to the hours of the day before that are not known: here the operator's.
  for (let i = end; i < row * 24; i++) days.target[i] = operator[i]!;
  const found = findOperatorForecast(days, row - 1);
  assert.ok(found);
  const correction = fitCorrection(DRIFT_AND_SHAPE, days, row - 1, 10_000, knownHours, found);
  assert.ok(correction);
  return [...correction(row)];
}

suite('the last known error of an operator’s forecast', () => {
  test('the last known error is carried into the next hours as far as it lasts, and no further', () => {
    const added = correctionAfter400(0);
    for (const hour of [0, 2, 4, 9, 21]) {
      const left = 400 * FADE ** (hour + 1);
      assert.ok(Math.abs(added[hour]! - left) < 100, `hour ${hour}: ${added[hour]}, not ${left}`);
    }
  });

  test('a run at 09:00 knows the errors until then, of which little is left the next day', () => {
    const added = correctionAfter400(0, 9);
    for (const value of added) assert.ok(Math.abs(value) < 90, `${value}`);
  });

  test('an operator that had no errors until 50 days ago is corrected by those of the 50 days', () => {
    const [first] = correctionAfter400(DAYS - 50);
    assert.ok(Math.abs(first! - 400 * FADE) < 80, `${first}`);
  });
});

suite('the windows of a history', () => {
  for (const kind of SERIES_KINDS.filter((each) => each !== 'price')) {
    test(`${kind}: from two years on, longer windows take the place of shorter ones`, () => {
      const membersOf = (days: number): readonly string[] => {
        const tier = tierOf(kind, days);
        return 'members' in tier ? tier.members : [];
      };
      const young = ['load112', 'load364', 'published', 'corrected364'];
      for (const name of young) assert.ok(membersOf(734).includes(name), name);
      for (const name of young) assert.ok(!membersOf(735).includes(name), name);
      for (const name of ['load728', 'corrected728']) assert.ok(membersOf(735).includes(name));
      assert.ok(membersOf(800).includes('load1092'));
      assert.equal(membersOf(800).includes('load728'), kind === 'other', 'plants keep both');
    });
  }
});
