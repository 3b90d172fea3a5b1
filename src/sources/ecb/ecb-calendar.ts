// When the ECB sets reference rates: on working days of the euro's payment system, at about 16:00 in
// Frankfurt. Days are numbers counted from 1970-01-01.

import { civilOfDay, dayOfCivil, weekdayOf } from '#core/time/civil';
import { easterOf } from '#core/time/easter';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import { findZone } from '#core/time/zone';

const FRANKFURT = findZone('Europe/Berlin')!;
const PUBLISHED_HOUR = 16;
/** Month × 100 + day: the closing days that have a fixed date. */
const FIXED_HOLIDAYS = [101, 501, 1225, 1226];
const GOOD_FRIDAY = -2;
const EASTER_MONDAY = 1;
const SATURDAY = 5;
/** Closed on these days only: before the year 2000, and before euro notes and coins. */
const ONCE_CLOSED = [dayOfCivil(1999, 12, 31), dayOfCivil(2001, 12, 31)];
const FIRST_EASTER_YEAR = 2000;

/** Whether rates are set on a day. It was checked for every day from 1999-01-04 to 2026-04-13. */
export function isRateDay(dayNumber: number): boolean {
  if (weekdayOf(dayNumber) >= SATURDAY) return false;
  const { year, month, day } = civilOfDay(dayNumber);
  if (FIXED_HOLIDAYS.includes(month * 100 + day) || ONCE_CLOSED.includes(dayNumber)) return false;
  if (year < FIRST_EASTER_YEAR) return true;
  const fromEaster = dayNumber - easterOf(year);
  return fromEaster !== GOOD_FRIDAY && fromEaster !== EASTER_MONDAY;
}

/** The first day whose rates cannot be published yet: today before 16:00, tomorrow afterwards. */
export function firstUnsetDay(now: Instant): number {
  const wallMs = now + FRANKFURT.offsetAt(now);
  const today = Math.floor(wallMs / DAY_MS);
  return wallMs - today * DAY_MS >= PUBLISHED_HOUR * HOUR_MS ? today + 1 : today;
}
