// Public holidays of an area by the library date-holidays, which is a package of development. Its time zones
// are not used: a holiday is a date.

import Holidays from 'date-holidays';
import { holidayKeyOf } from '#core/market/holidays';
import { dayOfCivil } from '#core/time/civil';
import { DAY_MS } from '#core/time/instant';

/** The years that the table of holidays has from the library. */
export const FIRST_YEAR = 1990;
export const LAST_YEAR = 2050;

/** Countries and regions of the library. If an area has several, most of them must keep the day. */
type Calendars = readonly (readonly [country: string, region?: string])[];

/** Rows of the table that are not a country as a whole. Five in six people of Great Britain live in England. */
const CALENDARS: Readonly<Record<string, Calendars>> = {
  NC: [['NO'], ['SE'], ['DK'], ['FI']],
  GB: [['GB', 'ENG']],
};

/** The days that an area keeps in a span of years, by the library. */
export function libraryHolidays(
  area: string,
  firstYear = FIRST_YEAR,
  lastYear = LAST_YEAR,
): ReadonlySet<number> {
  const key = holidayKeyOf(area);
  const books = (CALENDARS[key] ?? [[key]]).map(([country, region]) =>
    region ? new Holidays(country!, region) : new Holidays(country!),
  );
  const kept = new Set<number>();
  for (let year = firstYear; year <= lastYear; year++) {
    const counts = new Map<number, number>();
    for (const book of books) {
      for (const day of publicDays(book, year)) counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    for (const [day, count] of counts) if (2 * count > books.length) kept.add(day);
  }
  return kept;
}

function publicDays(book: Holidays, year: number): Set<number> {
  const days = new Set<number>();
  for (const { type, date, start, end } of book.getHolidays(year)) {
    if (type !== 'public') continue;
    const [first, month, day] = date.slice(0, 10).split('-').map(Number);
    const firstDay = dayOfCivil(first!, month!, day!);
    const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
    for (let next = firstDay; next < firstDay + count; next++) days.add(next);
  }
  return days;
}
