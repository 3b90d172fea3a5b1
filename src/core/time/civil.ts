// Civil dates as day numbers: days since 1970-01-01 in the proleptic Gregorian calendar.
// Plain integer arithmetic, no zone: which day an instant falls on is the zone's business.

/** A calendar date; `month` is 1–12, `day` is 1–31. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const FIRST_YEAR = 1;
export const LAST_YEAR = 9999;

/** The day number of a date. `month` may lie outside 1–12: it carries into the year. */
export function dayOfCivil(year: number, month: number, day: number): number {
  const carriedYear = year + Math.floor((month - 1) / 12);
  const monthIndex = (((month - 1) % 12) + 12) % 12;
  // Years begin in March here, so that the leap day is the last day of the year.
  const marchYear = monthIndex < 2 ? carriedYear - 1 : carriedYear;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((monthIndex + 10) % 12) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

/** The date of a day number: the inverse of `dayOfCivil`. */
export function civilOfDay(dayNumber: number): CivilDate {
  const shifted = dayNumber + 719468;
  const era = Math.floor(shifted / 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36524) -
      Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day };
}

/** The ISO weekday of a day number: 0 is Monday, 6 is Sunday. 1970-01-01 was a Thursday. */
export function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 3) % 7) + 7) % 7;
}

export function isCivil(year: number, month: number, day: number): boolean {
  // A larger number could land in the same month of another year.
  if (day < 1 || day > 31) return false;
  return civilOfDay(dayOfCivil(year, month, day)).month === month;
}
