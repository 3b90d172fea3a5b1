// Easter Sunday of a year, as a day number, by the reckonings of the western and the Orthodox churches.

import { dayOfCivil } from '#core/time/civil';

/** The day of Easter Sunday, by the Gregorian computus. */
export function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leapCorrection = Math.floor(century / 4);
  const moonCorrection = Math.floor((8 * century + 13) / 25);
  const epact = (century - leapCorrection - moonCorrection + 19 * golden + 15) % 30;
  const fullMoon =
    epact -
    Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + fullMoon + 2 - century + leapCorrection) % 7;
  return dayOfCivil(year, 3, 28) + fullMoon - weekday;
}

/** The day of Easter Sunday by the Julian computus, for the years 1900 to 2099: the calendars are 13 days apart. */
export function orthodoxEasterOf(year: number): number {
  const fullMoon = (19 * (year % 19) + 15) % 30;
  const toSunday = (2 * (year % 4) + 4 * (year % 7) + 6 * fullMoon + 6) % 7;
  return dayOfCivil(year, 4, 4) + fullMoon + toSunday;
}
