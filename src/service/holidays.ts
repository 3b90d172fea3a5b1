// Public holidays of an area, as dates from the library date-holidays. Its time zones are not used: a
// holiday is a date, and the caller decides which hours it covers.

import type Holidays from 'date-holidays';
import { civilOfDay, dayOfCivil } from '#core/time/civil';
import { DAY_MS } from '#core/time/instant';

/** Countries and regions of the library. If an area has several, most of them must keep the day. */
type Places = readonly (readonly [country: string, region?: string])[];

const NORDIC: Places = [['NO'], ['SE'], ['DK'], ['FI']];
/** Five in six people of Great Britain live in England. */
const BRITAIN: Places = [['GB', 'ENG']];

/** Areas whose country is not their code without the bidding zone's number. */
const PLACES: Readonly<Record<string, Places>> = { NC: NORDIC, UK: BRITAIN, GB: BRITAIN };

const placesOf = (area: string): Places => PLACES[area] ?? [[area.replace(/\d+$/, '')]];

/** Whether a date (days since 1970-01-01) is a public holiday. */
export type IsHoliday = (day: number) => boolean;

// Loading the library takes a tenth of a second: only processes that forecast load it.
let library: Promise<typeof Holidays> | undefined;
const loadLibrary = (): Promise<typeof Holidays> =>
  (library ??= import('date-holidays').then((loaded) => loaded.default));

const testsByArea = new Map<string, IsHoliday>();

/** Returns the test for an area's holidays; undefined if the library does not know its country. */
export async function holidaysOf(area: string): Promise<IsHoliday | undefined> {
  const code = area.toUpperCase();
  const known = testsByArea.get(code);
  if (known) return known;
  const HolidayBook = await loadLibrary();
  const countries = new HolidayBook().getCountries();
  const places = placesOf(code);
  if (!places.every(([country]) => country in countries)) return undefined;
  const books = places.map(([country, region]) =>
    region ? new HolidayBook(country, region) : new HolidayBook(country),
  );
  const years = new Map<number, ReadonlySet<number>>();
  const isHoliday: IsHoliday = (day) => {
    const { year } = civilOfDay(day);
    let days = years.get(year);
    if (!days) years.set(year, (days = daysOfYear(books, year)));
    return days.has(day);
  };
  testsByArea.set(code, isHoliday);
  return isHoliday;
}

/** The days that more than half of the books call a public holiday. */
function daysOfYear(books: readonly Holidays[], year: number): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const book of books) {
    for (const day of publicDays(book, year)) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const days = [...counts].filter(([, count]) => 2 * count > books.length).map(([day]) => day);
  return new Set(days);
}

function publicDays(book: Holidays, year: number): Set<number> {
  const days = new Set<number>();
  for (const { type, date, start, end } of book.getHolidays(year)) {
    if (type !== 'public') continue;
    const first = dayOfCivil(
      Number(date.slice(0, 4)),
      Number(date.slice(5, 7)),
      Number(date.slice(8, 10)),
    );
    const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
    for (let day = first; day < first + count; day++) days.add(day);
  }
  return days;
}
