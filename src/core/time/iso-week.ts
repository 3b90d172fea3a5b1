// ISO weeks: a week begins on Monday, and the first week of a year is the one with 4 January.

import { civilOfDay, dayOfCivil, weekdayOf } from '#core/time/civil';

/** A week by its number; the year is the one in which its Thursday lies. */
export interface IsoWeek {
  readonly year: number;
  readonly week: number;
}

const firstMonday = (year: number): number => {
  const day = dayOfCivil(year, 1, 4);
  return day - weekdayOf(day);
};

/** The day number of the Monday on which a week begins. */
export const mondayOfWeek = ({ year, week }: IsoWeek): number => firstMonday(year) + (week - 1) * 7;

/** The number of weeks of a year: 52 or 53. */
export const weeksIn = (year: number): number => (firstMonday(year + 1) - firstMonday(year)) / 7;

/** The week of a day number. */
export function isoWeekOf(dayNumber: number): IsoWeek {
  const thursday = dayNumber - weekdayOf(dayNumber) + 3;
  const { year } = civilOfDay(thursday);
  return { year, week: Math.floor((thursday - firstMonday(year)) / 7) + 1 };
}
