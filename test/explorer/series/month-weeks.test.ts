// The weeks of a month in the calendar, and the keys that move in it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { dayOfCivil } from '#core/time/civil';
import { DAY_KEYWORDS } from '#core/time/keywords';
import { findZone } from '#core/time/zone';
import { findKeywords } from '#explorer/series/find-keywords.ts';
import {
  addMonths,
  firstDayOf,
  hoursOfDay,
  monthOfDay,
  moveDay,
  weeksOfMonth,
} from '#explorer/series/month-weeks.ts';
import { isoDay } from '#explorer/series/step-range.ts';

const market = findZone('Europe/Berlin')!;
const day = (text: string): number => {
  const [year, month, ofMonth] = text.split('-').map(Number);
  return dayOfCivil(year!, month!, ofMonth!);
};

suite('the calendar', () => {
  test('a month is shown in whole weeks from Monday on, each with its number', () => {
    const weeks = weeksOfMonth(monthOfDay(day('2026-11-13')));
    assert.deepEqual(
      weeks.map(({ week }) => week),
      [44, 45, 46, 47, 48, 49],
    );
    assert.equal(isoDay(weeks[0]!.days[0]!), '2026-10-26');
    assert.equal(isoDay(weeks.at(-1)!.days[6]!), '2026-12-06');
  });

  test('the weeks round a year’s end have the number of their own year', () => {
    const numbers = (date: string) =>
      weeksOfMonth(monthOfDay(day(date))).map(({ year, week }) => `${year}-${week}`);
    assert.deepEqual(numbers('2026-12-01').slice(-1), ['2026-53']);
    assert.deepEqual(numbers('2027-01-01').slice(0, 2), ['2026-53', '2027-1']);
    assert.deepEqual(numbers('2024-12-01').slice(-1), ['2025-1']);
  });

  test('every day of any month is in exactly one of its weeks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 12, max: 12 * 9_999 }), (month) => {
        const days = weeksOfMonth(month).flatMap((week) => week.days);
        const own = days.filter((one) => monthOfDay(one) === month);
        const length = firstDayOf(month + 1) - firstDayOf(month);
        assert.deepEqual(
          own,
          Array.from({ length }, (_, i) => firstDayOf(month) + i),
        );
        assert.ok(days.length - own.length < 14);
      }),
      { numRuns: 300 },
    );
  });

  test('keys move by day, week, month and year, and to the ends of the week', () => {
    const moved = (key: string, hasShift = false) =>
      isoDay(moveDay(day('2026-11-13'), key, hasShift)!);
    assert.deepEqual(
      ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map((key) => moved(key)),
      ['2026-11-12', '2026-11-14', '2026-11-06', '2026-11-20', '2026-11-09', '2026-11-15'],
    );
    assert.deepEqual([moved('PageUp'), moved('PageDown')], ['2026-10-13', '2026-12-13']);
    assert.deepEqual(
      [moved('PageUp', true), moved('PageDown', true)],
      ['2025-11-13', '2027-11-13'],
    );
    assert.equal(moveDay(day('2026-11-13'), 'x', false), undefined);
  });

  test('a month later is the last day of a shorter month', () => {
    const later = (date: string, months: number) => isoDay(addMonths(day(date), months));
    assert.equal(later('2026-10-31', 1), '2026-11-30');
    assert.equal(later('2024-01-31', 1), '2024-02-29');
    assert.equal(later('2024-02-29', 12), '2025-02-28');
    assert.equal(later('2026-01-15', -1), '2025-12-15');
  });

  test('the days on which the clock changes have 23 and 25 hours', () => {
    assert.equal(hoursOfDay(day('2026-03-29'), market), 23);
    assert.equal(hoursOfDay(day('2026-10-25'), market), 25);
    assert.equal(hoursOfDay(day('2026-10-26'), market), 24);
  });
});

suite('keywords while typing', () => {
  const found = (typed: string) => findKeywords(typed, DAY_KEYWORDS).map(({ name }) => name);

  test('all keywords are offered before anything is typed', () => {
    assert.equal(found('').length, DAY_KEYWORDS.length);
  });

  test('keywords that begin with the text come first, then those that mean it', () => {
    assert.deepEqual(found('wee').slice(0, 1), ['week']);
    assert.ok(found('wee').includes('monday'));
    assert.deepEqual(found('bo'), ['bow', 'bom', 'boq', 'boy', 'bohy']);
    assert.deepEqual(found('sept'), ['bohy']);
    assert.deepEqual(found('xyz'), []);
  });

  test('a shift that is being typed does not narrow the list', () => {
    assert.deepEqual(found('bow-'), ['bow']);
    assert.deepEqual(found('bow - 12'), ['bow']);
  });
});
