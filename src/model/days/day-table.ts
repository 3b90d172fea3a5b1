// A series as days × slots, with its drivers and the calendar of each day. Days may be of any zone in which
// all days have the same number of slots.

import { civilOfDay, dayOfCivil, weekdayOf } from '#core/time/civil';

/** 24 hours, 48 half-hours or 96 quarter-hours. */
export type SlotsPerDay = 24 | 48 | 96;

/** A series known ahead of the target, such as a grid operator's load forecast. */
export interface Driver {
  readonly name: string;
  /** Days × slots, in the layout of the target; NaN is a gap. */
  readonly values: Float64Array;
  /** Demand less supply is the net load. Without any roles it is the first driver less the second. */
  readonly role?: 'demand' | 'supply';
}

/** Columns with one entry a day. */
export interface DayCalendar {
  /** 0 is Monday, 6 is Sunday. */
  readonly weekday: Uint8Array;
  /** 1 to 366. */
  readonly dayOfYear: Uint16Array;
  /** 1 on a public holiday of the area. */
  readonly isHoliday: Uint8Array;
  /** 1 on a working day between a holiday and a weekend. */
  readonly isBridge: Uint8Array;
}

export interface DayTable {
  /** The day of row 0, in days since 1970-01-01. */
  readonly firstDay: number;
  readonly dayCount: number;
  readonly slotsPerDay: SlotsPerDay;
  /** Days × slots; NaN is a gap or not known yet. */
  readonly target: Float64Array;
  readonly drivers: readonly Driver[];
  readonly calendar: DayCalendar;
}

/** Whether a day (since 1970-01-01) is a holiday, which a calendar cannot compute. */
export type HolidayTest = (day: number) => boolean;

/** Builds the calendar of the days from `firstDay` on. Bridge days follow from the holidays. */
export function buildCalendar(
  firstDay: number,
  dayCount: number,
  isHoliday: HolidayTest = () => false,
): DayCalendar {
  const calendar = {
    weekday: new Uint8Array(dayCount),
    dayOfYear: new Uint16Array(dayCount),
    isHoliday: new Uint8Array(dayCount),
    isBridge: new Uint8Array(dayCount),
  };
  const isFree = (day: number): boolean => weekdayOf(day) > 4 || isHoliday(day);
  for (let row = 0; row < dayCount; row++) {
    const day = firstDay + row;
    calendar.weekday[row] = weekdayOf(day);
    calendar.dayOfYear[row] = day - dayOfCivil(civilOfDay(day).year, 1, 1) + 1;
    calendar.isHoliday[row] = isHoliday(day) ? 1 : 0;
    const isBetween = !isFree(day) && isFree(day - 1) && isFree(day + 1);
    calendar.isBridge[row] = isBetween ? 1 : 0;
  }
  return calendar;
}

/** Builds a table; throws if the lengths of its parts differ. */
export function buildDayTable(parts: {
  readonly firstDay: number;
  readonly slotsPerDay: SlotsPerDay;
  readonly target: Float64Array;
  readonly drivers?: readonly Driver[];
  readonly isHoliday?: HolidayTest;
}): DayTable {
  const { firstDay, slotsPerDay, target, drivers = [], isHoliday } = parts;
  const dayCount = target.length / slotsPerDay;
  if (!Number.isInteger(dayCount)) throw new RangeError('the target does not end with a whole day');
  for (const { name, values } of drivers) {
    if (values.length !== target.length)
      throw new RangeError(`${name} is not as long as the target`);
  }
  const calendar = buildCalendar(firstDay, dayCount, isHoliday);
  return { firstDay, dayCount, slotsPerDay, target, drivers, calendar };
}

/** The hourly means of parts of hours; an hour with a gap is the mean of the rest. */
export function hourlyMeans(values: Float64Array, slotsPerDay: SlotsPerDay): Float64Array {
  if (slotsPerDay === 24) return values;
  const parts = slotsPerDay / 24;
  const hours = new Float64Array(values.length / parts);
  for (let hour = 0; hour < hours.length; hour++) {
    let total = 0;
    let count = 0;
    for (let i = hour * parts; i < (hour + 1) * parts; i++) {
      const value = values[i]!;
      if (Number.isNaN(value)) continue;
      total += value;
      count++;
    }
    hours[hour] = count === 0 ? Number.NaN : total / count;
  }
  return hours;
}
