// Times from bytes, as they are written; a zone and a grid give them their meaning later.

import { dayOfCivil, FIRST_YEAR, isCivil } from '#core/time/civil';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import type { ByteText } from '#importers/bytes/carry-buffer';

/** The parts of a time that are written. Plain numbers, as they are compared once a row. */
export const YEAR = 0;
export const MONTH = 1;
export const DATE = 2;
export const CLOCK = 3;

export const TIME_FORMS =
  'yyyy-MM-ddTHH:mm[:ss] with Z or an offset such as +02:00, or without (market time); yyyy-MM-dd, yyyy-MM, yyyy for longer intervals';

const DASH = 45;
const PLUS = 43;
const COLON = 58;
const DOT = 46;
const BLANK = 32;
const UPPER_T = 84;
const LOWER_CASE = 32;
const UPPER_Z = 90;
const ZERO = 48;
const DATE_BYTES = 10;
/** The widest offset in use is +14:00. */
const MAX_OFFSET_MS = 14 * HOUR_MS;

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= ZERO && byte <= ZERO + 9;

/** The number that two digits make, or -1. */
export function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - ZERO;
  const ones = bytes[at + 1]! - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Reads one time after another into its own fields, so that no object is made per row. */
export class TimeReader {
  form: number = CLOCK;
  /** The time as written, in milliseconds since 1970-01-01T00:00 of the clock it is written on. */
  wallMs = 0;
  /** The day as written, counted from 1970-01-01. */
  dayNumber = 0;
  hasZone = false;
  /** The milliseconds by which the written time is ahead of UTC; 0 if no zone is written. */
  offsetMs = 0;

  // The ten bytes of the last date, as numbers that are quick to compare.
  #lastHead = 0;
  #lastMiddle = 0;
  #lastTail = 0;

  /**
   * Takes a time that is stored as a number: milliseconds since 1970-01-01T00:00 of UTC with
   * `hasZone`, else of the market's clock.
   */
  set(wallMs: number, form: typeof DATE | typeof CLOCK, hasZone: boolean): void {
    this.form = form;
    this.wallMs = wallMs;
    this.dayNumber = Math.floor(wallMs / DAY_MS);
    this.hasZone = hasZone;
    this.offsetMs = 0;
    // The day is no longer that of the date read last.
    this.#lastTail = 0;
  }

  /** Reads a time; false if the bytes are no time of a known form. */
  read(text: ByteText, start: number, end: number): boolean {
    const length = end - start;
    if (length < DATE_BYTES) return this.#readPeriod(text.bytes, start, length);
    if (!this.#readDate(text, start)) return false;
    this.hasZone = false;
    this.offsetMs = 0;
    this.wallMs = this.dayNumber * DAY_MS;
    this.form = DATE;
    if (length === DATE_BYTES) return true;
    this.form = CLOCK;
    return this.#readClock(text.bytes, start + DATE_BYTES, end);
  }

  /** Most dates equal the one just read, as files list a day before the next. */
  #readDate({ bytes, view }: ByteText, start: number): boolean {
    const head = view.getUint32(start);
    const middle = view.getUint32(start + 4);
    const tail = view.getUint16(start + 8);
    if (tail === this.#lastTail && middle === this.#lastMiddle && head === this.#lastHead) {
      return true;
    }
    this.#lastTail = 0;
    const month = twoDigits(bytes, start + 5);
    const day = twoDigits(bytes, start + 8);
    if (bytes[start + 7] !== DASH || !this.#setDay(bytes, start, month, day)) return false;
    this.#lastHead = head;
    this.#lastMiddle = middle;
    this.#lastTail = tail;
    return true;
  }

  /** Reads `yyyy` or `yyyy-MM`. */
  #readPeriod(bytes: Uint8Array, start: number, length: number): boolean {
    if (length !== 4 && length !== 7) return false;
    this.#lastTail = 0;
    this.form = length === 4 ? YEAR : MONTH;
    const month = length === 4 ? 1 : twoDigits(bytes, start + 5);
    if (!this.#setDay(bytes, start, month, 1, length)) return false;
    this.hasZone = false;
    this.offsetMs = 0;
    this.wallMs = this.dayNumber * DAY_MS;
    return true;
  }

  #setDay(bytes: Uint8Array, start: number, month: number, day: number, length = DATE_BYTES) {
    const century = twoDigits(bytes, start);
    const yearOfCentury = twoDigits(bytes, start + 2);
    if (century < 0 || yearOfCentury < 0) return false;
    const year = century * 100 + yearOfCentury;
    if (length > 4 && bytes[start + 4] !== DASH) return false;
    if (year < FIRST_YEAR || !isCivil(year, month, day)) return false;
    this.dayNumber = dayOfCivil(year, month, day);
    return true;
  }

  /** Reads `THH:mm`, then seconds, a fraction and a zone if they are written. */
  #readClock(bytes: Uint8Array, start: number, end: number): boolean {
    const mark = bytes[start]!;
    if (
      (mark !== UPPER_T && mark !== (UPPER_T | LOWER_CASE) && mark !== BLANK) ||
      end < start + 6
    ) {
      return false;
    }
    const hour = twoDigits(bytes, start + 1);
    const minute = twoDigits(bytes, start + 4);
    if (bytes[start + 3] !== COLON || hour < 0 || hour > 23 || minute < 0 || minute > 59) {
      return false;
    }
    this.wallMs += hour * HOUR_MS + minute * MINUTE_MS;
    const at = this.#readSeconds(bytes, start + 6, end);
    if (at < 0) return false;
    return at === end || this.#readZone(bytes, at, end);
  }

  /** Adds seconds and their fraction; returns the offset at which a zone would begin, or -1. */
  #readSeconds(bytes: Uint8Array, start: number, end: number): number {
    if (start >= end || bytes[start] !== COLON) return start;
    const second = end < start + 3 ? -1 : twoDigits(bytes, start + 1);
    if (second < 0 || second > 59) return -1;
    this.wallMs += second * SECOND_MS;
    let at = start + 3;
    if (at >= end || bytes[at] !== DOT) return at;
    const first = ++at;
    let unitMs = 100;
    for (; at < end && isDigit(bytes[at]); at++) {
      // Parts finer than a millisecond are dropped.
      if (unitMs >= 1) this.wallMs += unitMs * (bytes[at]! - ZERO);
      unitMs /= 10;
    }
    return at === first || at > first + 9 ? -1 : at;
  }

  /** Reads `Z`, `±HH`, `±HHmm` or `±HH:mm`. */
  #readZone(bytes: Uint8Array, start: number, end: number): boolean {
    const sign = bytes[start]!;
    this.hasZone = true;
    const length = end - start;
    if (sign === UPPER_Z || sign === (UPPER_Z | LOWER_CASE)) return length === 1;
    if (sign !== PLUS && sign !== DASH) return false;
    if (length !== 3 && length !== 5 && !(length === 6 && bytes[start + 3] === COLON)) return false;
    const hour = twoDigits(bytes, start + 1);
    const minute = length === 3 ? 0 : twoDigits(bytes, end - 2);
    if (hour < 0 || minute < 0 || minute > 59) return false;
    const size = hour * HOUR_MS + minute * MINUTE_MS;
    this.offsetMs = sign === DASH ? -size : size;
    return size <= MAX_OFFSET_MS;
  }
}
