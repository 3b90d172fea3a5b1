import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AREAS } from '#core/market/areas';
import { holidayKeyOf, holidaysOf, readHolidayRule } from '#core/market/holidays';
import { civilOfDay, dayOfCivil } from '#core/time/civil';
import { easterOf, orthodoxEasterOf } from '#core/time/easter';
import { FIRST_YEAR, LAST_YEAR, libraryHolidays } from '../../../harness/data/library-holidays.ts';
import { isLong } from '../../../harness/rounds.ts';

const cases: [area: string, date: [number, number, number], isHoliday: boolean][] = [
  ['DE', [2024, 10, 3], true],
  ['DE', [2024, 4, 1], true],
  ['DE', [2024, 10, 31], false],
  ['AT', [2024, 10, 26], true],
  ['NO2', [2024, 5, 17], true],
  ['SE3', [2024, 6, 6], true],
  ['UK', [2024, 8, 26], true],
  ['GB', [2024, 8, 26], true],
  // A day instead of New Year’s Day, which was a Saturday.
  ['GB', [2022, 1, 3], true],
  // One entry of two days.
  ['RO', [2024, 1, 2], true],
  // Easter Monday of the Orthodox churches, and the one of the western churches.
  ['RO', [2024, 5, 6], true],
  ['RO', [2024, 4, 1], false],
  // A holiday that ended, and one that began.
  ['DK1', [2023, 5, 5], true],
  ['DK1', [2024, 4, 26], false],
  ['PL', [2010, 1, 6], false],
  ['PL', [2011, 1, 6], true],
  // A holiday in one of four Nordic countries, and one in all.
  ['NC', [2024, 5, 17], false],
  ['NC', [2024, 12, 25], true],
  // Rules hold beyond the years of the table.
  ['DE', [1975, 12, 25], true],
  ['PL', [2060, 1, 6], true],
  ['PL', [1985, 1, 6], false],
];

for (const [area, [year, month, day], expected] of cases) {
  const date = `${year}-${month}-${day}`;
  test(`${date} is ${expected ? 'a' : 'no'} holiday in ${area}`, () => {
    assert.equal(holidaysOf(area)!(dayOfCivil(year, month, day)), expected);
  });
}

test('an area in small letters has the holidays of the area', () => {
  assert.equal(holidaysOf('se3'), holidaysOf('SE1'));
});

test('an area of no country has no holidays', () => {
  assert.equal(holidaysOf('QQ'), undefined);
});

const dateOf = (day: number): string => {
  const { year, month, day: ofMonth } = civilOfDay(day);
  return new Date(Date.UTC(year, month - 1, ofMonth)).toISOString().slice(0, 10);
};

test('a rule is a fixed date, a distance from Easter, or a weekday from a date on, in some years', () => {
  const dayIn = (text: string, year: number) => {
    const day = readHolidayRule(text)(year);
    return day === undefined ? undefined : dateOf(day);
  };
  assert.equal(dayIn('12-25', 2024), '2024-12-25');
  assert.equal(dayIn('easter-2', 2024), '2024-03-29');
  assert.equal(dayIn('orthodox+1', 2024), '2024-05-06');
  assert.equal(dayIn('mon>=08-25', 2025), '2025-08-25');
  assert.equal(dayIn('mon>=08-25', 2024), '2024-08-26');
  assert.equal(dayIn('sun>=09-15', 2025), '2025-09-21');
  const years = [2003, 2004, 2005, 2006];
  const holds = (text: string) => years.filter((year) => dayIn(text, year) !== undefined);
  assert.deepEqual(holds('06-06'), years);
  assert.deepEqual(holds('06-06:2005-'), [2005, 2006]);
  assert.deepEqual(holds('06-06:-2004'), [2003, 2004]);
  assert.deepEqual(holds('06-06:2004-2005'), [2004, 2005]);
});

test('Easter is a Sunday, and the Orthodox churches keep it on the same day or up to five weeks later', () => {
  for (let year = 1900; year < 2100; year++) {
    const days = orthodoxEasterOf(year) - easterOf(year);
    assert.ok(days % 7 === 0 && days >= 0 && days <= 35, `${year}: ${days}`);
  }
  const known = ['1997-04-27', '2016-05-01', '2021-05-02', '2025-04-20', '2026-04-12'];
  for (const date of known) assert.equal(dateOf(orthodoxEasterOf(Number(date.slice(0, 4)))), date);
});

/** The library takes 4 s of CPU for all years. Its version is pinned, so the gate compares the years in use. */
const [FIRST, LAST] = isLong ? [FIRST_YEAR, LAST_YEAR] : [2015, 2030];

test(`the table has exactly the days of date-holidays in every area, ${FIRST} to ${LAST}`, () => {
  for (const key of new Set(AREAS.map(({ code }) => holidayKeyOf(code)))) {
    const isHoliday = holidaysOf(key);
    assert.ok(isHoliday, `the table has no row ${key}: npm run holidays writes it`);
    const library = libraryHolidays(key, FIRST, LAST);
    const missing: string[] = [];
    const extra: string[] = [];
    for (let day = dayOfCivil(FIRST, 1, 1); day < dayOfCivil(LAST + 1, 1, 1); day++) {
      if (library.has(day) && !isHoliday(day)) missing.push(dateOf(day));
      if (!library.has(day) && isHoliday(day)) extra.push(dateOf(day));
    }
    assert.deepEqual(
      { missing, extra },
      { missing: [], extra: [] },
      `${key}: the library has other days than the table; npm run holidays writes it again`,
    );
  }
});

test('the table names the version of the library and the licence of its data', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const { version } = JSON.parse(read('node_modules/date-holidays/package.json'));
  const table = read('src/core/market/holiday-table.ts');
  assert.ok(table.includes(`date-holidays ${version}.`), `not ${version}: npm run holidays`);
  assert.ok(table.includes('CC BY-SA 3.0'));
  // Internals of the library's answers are read, so its version is exact.
  assert.equal(JSON.parse(read('package.json')).devDependencies['date-holidays'], version);
});
