// The weeks of a month as a calendar shows them: Monday first, each with its number. Pure.

import { civilOfDay, dayOfCivil, isCivil, weekdayOf } from '#core/time/civil';
import { HOUR_MS } from '#core/time/instant';
import { isoWeekOf } from '#core/time/iso-week';
import type { Zone } from '#core/time/zone';

/** Months counted from year 0, so that they can be added to. */
export const monthOfDay = (dayNumber: number): number => {
  const { year, month } = civilOfDay(dayNumber);
  return year * 12 + month - 1;
};

export const firstDayOf = (month: number): number => dayOfCivil(0, month + 1, 1);

export interface CalendarWeek {
  readonly year: number;
  readonly week: number;
  /** The day numbers of Monday to Sunday, some of them of the month before or after. */
  readonly days: readonly number[];
}

/** The weeks that have a day of a month. */
export function weeksOfMonth(month: number): CalendarWeek[] {
  const [first, end] = [firstDayOf(month), firstDayOf(month + 1)];
  const weeks: CalendarWeek[] = [];
  for (let monday = first - weekdayOf(first); monday < end; monday += 7) {
    const days = Array.from({ length: 7 }, (_, i) => monday + i);
    weeks.push({ ...isoWeekOf(monday), days });
  }
  return weeks;
}

/** The same day of another month, or the last day of a shorter month. */
export function addMonths(dayNumber: number, months: number): number {
  const { day } = civilOfDay(dayNumber);
  const month = monthOfDay(dayNumber) + months;
  const { year, month: ofYear } = civilOfDay(firstDayOf(month));
  return isCivil(year, ofYear, day) ? dayOfCivil(year, ofYear, day) : firstDayOf(month + 1) - 1;
}

/** The hours of a day on the market's clock: 24, or 23 and 25 if the clock changes. */
export const hoursOfDay = (dayNumber: number, market: Zone): number =>
  (market.startOfDay(dayNumber + 1) - market.startOfDay(dayNumber)) / HOUR_MS;

/** The day to which a key moves; undefined if the key is none of a calendar's. */
export function moveDay(dayNumber: number, key: string, hasShift: boolean): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return dayNumber - 1;
    case 'ArrowRight':
      return dayNumber + 1;
    case 'ArrowUp':
      return dayNumber - 7;
    case 'ArrowDown':
      return dayNumber + 7;
    case 'Home':
      return dayNumber - weekdayOf(dayNumber);
    case 'End':
      return dayNumber - weekdayOf(dayNumber) + 6;
    case 'PageUp':
      return addMonths(dayNumber, hasShift ? -12 : -1);
    case 'PageDown':
      return addMonths(dayNumber, hasShift ? 12 : 1);
    default:
      return undefined;
  }
}
