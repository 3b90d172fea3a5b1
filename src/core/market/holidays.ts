// Public holidays of an area, as dates. A holiday is a date, and the caller decides which hours it covers.
// The rules are a table that scripts/build-holidays.ts makes from the library date-holidays.

import { HOLIDAY_TABLE } from '#core/market/holiday-table';
import { civilOfDay, dayOfCivil, weekdayOf } from '#core/time/civil';
import { easterOf, orthodoxEasterOf } from '#core/time/easter';

/** Whether a date (days since 1970-01-01) is a public holiday. */
export type IsHoliday = (day: number) => boolean;

/** Returns the day of a holiday in a year, or undefined if the year does not keep it. */
export type HolidayRule = (year: number) => number | undefined;

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Areas that have another country's holidays; a bidding zone's number is cut off before. */
const SAME_AS: Readonly<Record<string, string>> = { UK: 'GB' };

/** The row of the table that an area has, if the table has it. */
export const holidayKeyOf = (area: string): string => {
  const country = area.toUpperCase().replace(/\d+$/, '');
  return SAME_AS[country] ?? country;
};

/**
 * Reads a rule: `12-25` is a fixed date, `easter+1` and `orthodox-2` count from Easter Sunday, and
 * `mon>=08-25` is the first Monday from a date on. Years may follow: `easter+26:-2023`, `06-06:2005-`.
 */
export function readHolidayRule(text: string): HolidayRule {
  const [when = '', years = '-'] = text.split(':');
  const [first, last] = years.split('-').map(Number);
  const dayIn = readWhen(when);
  return (year) => (year < first! || (last! > 0 && year > last!) ? undefined : dayIn(year));
}

function readWhen(text: string): (year: number) => number {
  if (text.startsWith('easter')) {
    const offset = Number(text.slice('easter'.length));
    return (year) => easterOf(year) + offset;
  }
  if (text.startsWith('orthodox')) {
    const offset = Number(text.slice('orthodox'.length));
    return (year) => orthodoxEasterOf(year) + offset;
  }
  const [month, day] = text.slice(-5).split('-').map(Number);
  const weekday = WEEKDAYS.indexOf(text.slice(0, 3));
  if (weekday < 0) return (year) => dayOfCivil(year, month!, day!);
  return (year) => {
    const from = dayOfCivil(year, month!, day!);
    return from + ((weekday - weekdayOf(from) + 7) % 7);
  };
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** The rules and single dates of every row, in the order of the table. A row may go on in lines that are indented. */
const rows = new Map(
  HOLIDAY_TABLE.trim()
    .split(/\n(?! )/)
    .map((row) => row.split(/\s+/))
    .map(([key, ...rules]) => [key!, rules] as const),
);

const testsByKey = new Map<string, IsHoliday>();

/** Returns the test for an area's holidays; undefined if the table does not have its country. */
export function holidaysOf(area: string): IsHoliday | undefined {
  const key = holidayKeyOf(area);
  const known = testsByKey.get(key);
  const texts = rows.get(key);
  if (known || !texts) return known;
  const dates = new Set(texts.filter((text) => DATE.test(text)).map(dayOfDate));
  const rules = texts.filter((text) => !DATE.test(text)).map(readHolidayRule);
  const years = new Map<number, ReadonlySet<number | undefined>>();
  const isHoliday: IsHoliday = (day) => {
    if (dates.has(day)) return true;
    const { year } = civilOfDay(day);
    let days = years.get(year);
    if (!days) years.set(year, (days = new Set(rules.map((rule) => rule(year)))));
    return days.has(day);
  };
  testsByKey.set(key, isHoliday);
  return isHoliday;
}

const dayOfDate = (text: string): number => {
  const [year, month, day] = text.split('-').map(Number);
  return dayOfCivil(year!, month!, day!);
};
