// What all areas share in a span of hours: the calendar in market time and the sun's path.

import { civilOfDay, dayOfCivil, weekdayOf } from '#core/time/civil';
import { HOUR_MS } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';

/** The kinds of day for the load. */
export const WORKING = 0;
export const SATURDAY = 1;
export const SUNDAY = 2;

export interface Hours {
  /** The hour (since 1970 UTC) of element 0 of every array. */
  readonly first: number;
  readonly length: number;
  /** Hours since 1970 on the market's wall clock. */
  readonly wall: Int32Array;
  /** The day number of `dayKinds[0]`, which has a day more at either end for areas on another clock. */
  readonly firstDay: number;
  readonly dayKinds: Uint8Array;
  /** 1 in the coldest days of the year (about 20 January), -1 half a year away. */
  readonly winter: Float64Array;
  /** The sine and cosine of the sun's hour angle at Greenwich in the middle of the hour. */
  readonly sunSine: Float64Array;
  readonly sunCosine: Float64Array;
  /** The sine and cosine of the sun's declination. */
  readonly tiltSine: Float64Array;
  readonly tiltCosine: Float64Array;
}

const FULL_CIRCLE = 2 * Math.PI;
const YEAR_HOURS = 365.2425 * 24;
const COLDEST_HOUR = dayOfCivil(2000, 1, 20) * 24;
/** The March equinox of 2000 was at 07:35 UTC. */
const EQUINOX_HOUR = dayOfCivil(2000, 3, 20) * 24 + 7.6;
const AXIAL_TILT = (23.44 * Math.PI) / 180;

/** The kind of a day in every area: fixed holidays count as Sundays, days off for many as Saturdays. */
function dayKindOf(dayNumber: number): number {
  const { month, day } = civilOfDay(dayNumber);
  const date = month * 100 + day;
  if (date === 101 || date === 501 || date === 1225 || date === 1226) return SUNDAY;
  const weekday = weekdayOf(dayNumber);
  if (weekday === 6) return SUNDAY;
  if (weekday === 5 || date === 106 || date === 1101 || date === 1224) return SATURDAY;
  return date >= 1227 ? SATURDAY : WORKING;
}

/** The equation of time: the minutes that a sundial is ahead. The angle is 0 at the equinox. */
const sundialMinutes = (yearAngle: number): number =>
  9.87 * Math.sin(2 * yearAngle) - 7.53 * Math.cos(yearAngle) - 1.5 * Math.sin(yearAngle);

function wallHoursOf(zone: Zone, first: number, length: number): Int32Array {
  const wall = new Int32Array(length);
  for (let i = 0; i < length; ) {
    const instant = (first + i) * HOUR_MS;
    const offsetHours = Math.floor(zone.offsetAt(instant) / HOUR_MS);
    const steadyEnd = Math.min(length, Math.ceil(zone.steadyUntil(instant) / HOUR_MS) - first);
    for (; i < steadyEnd; i++) wall[i] = first + i + offsetHours;
  }
  return wall;
}

export function makeHours(zone: Zone, span: IndexSpan): Hours {
  const first = span.start;
  const length = Math.max(0, span.end - span.start);
  const wall = wallHoursOf(zone, first, length);
  const firstDay = length === 0 ? 0 : Math.floor(wall[0]! / 24) - 1;
  const dayCount = length === 0 ? 0 : Math.floor(wall[length - 1]! / 24) + 2 - firstDay;
  const dayKinds = Uint8Array.from({ length: dayCount }, (_, day) => dayKindOf(firstDay + day));
  const [winter, sunSine, sunCosine, tiltSine, tiltCosine] = Array.from(
    { length: 5 },
    () => new Float64Array(length),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  for (let i = 0; i < length; i++) {
    const middle = first + i + 0.5;
    winter[i] = Math.cos((FULL_CIRCLE * (middle - COLDEST_HOUR)) / YEAR_HOURS);
    const yearAngle = (FULL_CIRCLE * (middle - EQUINOX_HOUR)) / YEAR_HOURS;
    const tilt = AXIAL_TILT * Math.sin(yearAngle);
    tiltSine[i] = Math.sin(tilt);
    tiltCosine[i] = Math.cos(tilt);
    const solarHour = (middle % 24) - 12 + sundialMinutes(yearAngle) / 60;
    sunSine[i] = Math.sin((FULL_CIRCLE * solarHour) / 24);
    sunCosine[i] = Math.cos((FULL_CIRCLE * solarHour) / 24);
  }
  return {
    first,
    length,
    wall,
    firstDay,
    dayKinds,
    winter,
    sunSine,
    sunCosine,
    tiltSine,
    tiltCosine,
  };
}
