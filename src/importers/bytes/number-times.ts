// Times that files hold as numbers: counts of a unit since 1970, and Excel's days since 1900.

import { quoteGiven } from '#core/nearest';
import { DAY_MS, END_INSTANT, FIRST_INSTANT, formatWall, SECOND_MS } from '#core/time/instant';
import { ImportFault } from '#importers/files/import-fault';

export type TimeUnit = 'second' | 'millisecond' | 'microsecond' | 'nanosecond';

/** How many units make a millisecond. */
const UNITS_PER_MS: Readonly<Record<Exclude<TimeUnit, 'second'>, bigint>> = {
  millisecond: 1n,
  microsecond: 1_000n,
  nanosecond: 1_000_000n,
};

/** The whole milliseconds of a count of units. Finer parts are dropped, as they are in text. */
export function millisecondsOf(count: bigint, unit: TimeUnit): number {
  if (unit === 'second') return Number(count) * SECOND_MS;
  const per = UNITS_PER_MS[unit];
  const whole = count / per;
  // Division rounds towards zero; before 1970 the millisecond begins one earlier.
  return Number(count < 0n && whole * per !== count ? whole - 1n : whole);
}

const TWO_32 = 2 ** 32;

/**
 * The whole milliseconds of a column, without a bigint per row. The upper half of a count stands for whole
 * milliseconds and a rest, which with the lower half is an exact double.
 */
export function columnMilliseconds(counts: BigInt64Array, unit: TimeUnit): Float64Array {
  const times = new Float64Array(counts.length);
  const halves = new Int32Array(counts.buffer, counts.byteOffset, counts.length * 2);
  const per = unit === 'second' ? 1 : Number(UNITS_PER_MS[unit]);
  const scale = unit === 'second' ? SECOND_MS : 1;
  const whole = Math.floor(TWO_32 / per);
  const rest = TWO_32 - whole * per;
  for (let i = 0; i < times.length; i++) {
    const upper = halves[2 * i + 1]!;
    const lower = halves[2 * i]! >>> 0;
    times[i] = (upper * whole + Math.floor((upper * rest + lower) / per)) * scale;
  }
  return times;
}

/** March 1973. Milliseconds below it are more likely seconds. */
const LIKELY_MS = 1e11;

/** The time of a bare number, which is milliseconds since 1970 UTC; `given` is for the fault. */
export function epochMilliseconds(value: number, given = String(value)): number {
  if (!Number.isInteger(value)) {
    throw new ImportFault(
      `${quoteGiven(given)} is not a time: a number must be whole milliseconds since 1970 UTC`,
    );
  }
  if (Math.abs(value) < LIKELY_MS) {
    throw new ImportFault(
      `${quoteGiven(given)} is not a time: as milliseconds since 1970 it would be ${formatWall(value)}Z; write milliseconds, not seconds, or the time as text`,
    );
  }
  return checkRange(value, given);
}

/** Returns the milliseconds; throws if they lie outside the years 1 to 9999. */
export function checkRange(wallMs: number, given = String(wallMs)): number {
  if (wallMs >= FIRST_INSTANT && wallMs < END_INSTANT) return wallMs;
  throw new ImportFault(`the time ${quoteGiven(given)} lies outside the years 1 to 9999`);
}

/** Days from Excel's day 0, 1899-12-30, to 1970-01-01. */
const EXCEL_EPOCH_DAYS = 25_569;
/** The days by which day 0 is later in workbooks of the 1904 date system. */
const DAYS_TO_1904 = 1_462;
/** 1900-03-01. Before it Excel counts a leap day that did not exist. */
const FIRST_EXCEL_DAY = 61;
/** 10000-01-01 */
const END_EXCEL_DAY = 2_958_466;

/**
 * Wall-clock milliseconds of an Excel date. A fraction of a day is never quite an hour: times are
 * taken to the nearest second, which is as fine as Excel shows them.
 */
export function excelMilliseconds(days: number, is1904: boolean): number {
  const serial = is1904 ? days + DAYS_TO_1904 : days;
  if (!(serial >= FIRST_EXCEL_DAY && serial < END_EXCEL_DAY)) {
    throw new ImportFault(`${days} is not a date of Excel's (1900-03-01 to 9999-12-31)`);
  }
  return Math.round(((serial - EXCEL_EPOCH_DAYS) * DAY_MS) / SECOND_MS) * SECOND_MS;
}
