// What is expected of a series, as an operator writes it: `by 13:15 through tomorrow`, `within PT2H`, `none`.

import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import { weekdayName, weekdayNamed } from '#core/time/calendar-names';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { readShifted } from '#core/time/keywords';
import { formatTimeOfDay, readTimeOfDay } from '#core/time/time-of-day';

/** An expectation that by a time of market days the values reach through the end of a period. */
export interface ByTime {
  readonly kind: 'by';
  /** Minutes after midnight, market time. */
  readonly minute: number;
  /** The days that have a deadline, 0 for Monday; empty for every day. */
  readonly weekdays: readonly number[];
  /** A keyword of core/time/keywords.ts, as seen on the day of the deadline. */
  readonly through: { readonly name: string; readonly shift: number };
}

/** The end of the last value is not older than this: market days, and then exact time. */
export interface WithinTime {
  readonly kind: 'within';
  readonly days: number;
  readonly ms: number;
}

/** Nothing is expected, although a wider pattern or the collector expects something. */
export interface NoTime {
  readonly kind: 'none';
}

/** What the collector should have brought by now, by its schedule and the source's times of publication. */
export interface CollectedTime {
  readonly kind: 'collected';
  readonly source: string;
  readonly dataset: string;
  readonly everyMs: number;
}

/** What an operator can write. */
export type WrittenExpectation = ByTime | WithinTime | NoTime;
export type Expectation = WrittenExpectation | CollectedTime;

export const EXPECTATION_FORMS: readonly string[] = [
  'by HH:MM [on mon,tue,…] [through KEYWORD]',
  'within PT2H',
  'within P1D',
  'none',
];

const BY = /^by (\S+)(?: on (\S+))?(?: through (.+))?$/;
const WITHIN = /^within (\S+)$/;
const ISO = /^p(?:(\d{1,3})w)?(?:(\d{1,3})d)?(?:t(?=\d)(?:(\d{1,4})h)?(?:(\d{1,5})m)?)?$/;
const SHORT = /^(\d{1,4})([mhd])$/;
const LONGEST_DAYS = 400;
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6].map((day) => weekdayName(day).slice(0, 3).toLowerCase());

/** Reads an expectation in any case; a refusal names the field and what is allowed. */
export function parseExpectation(given: string, field = 'expect'): WrittenExpectation {
  const text = given.trim().toLowerCase().replace(/\s+/g, ' ');
  if (text === 'none') return { kind: 'none' };
  const within = WITHIN.exec(text);
  if (within) return readWithin(within[1]!, given, field);
  const by = BY.exec(text);
  if (!by) throw refuse(field, `there is no expectation ${quoteGiven(given)}`);
  const minute = readTimeOfDay(by[1]!);
  if (minute === undefined) throw refuse(field, `${quoteGiven(by[1]!)} is no time such as 13:15`);
  const through = readShifted(by[3] ?? 'tomorrow');
  if (!through?.isDayKeyword) {
    throw refuse(field, `${quoteGiven(by[3]!)} is no keyword of a day or period, such as tomorrow`);
  }
  const { name, shift } = through;
  return { kind: 'by', minute, weekdays: readWeekdays(by[2], field), through: { name, shift } };
}

const refuse = (field: string, message: string) =>
  refuseField('field_invalid', field, message, EXPECTATION_FORMS);

function readWeekdays(given: string | undefined, field: string): number[] {
  if (given === undefined) return [];
  const days = given.split(',').map((name) => {
    const day = weekdayNamed(name);
    if (day !== undefined) return day;
    throw refuse(field, `${quoteGiven(name)} is no weekday such as ${WEEKDAYS.join(', ')}`);
  });
  return [...new Set(days)].sort((a, b) => a - b);
}

function readWithin(text: string, given: string, field: string): WithinTime {
  const [, weeks, wholeDays, hours, minutes] = ISO.exec(text) ?? [];
  const [, count, unit] = SHORT.exec(text) ?? [];
  const days = number(weeks) * 7 + number(wholeDays) + (unit === 'd' ? number(count) : 0);
  const exactHours = number(hours) + (unit === 'h' ? number(count) : 0);
  const exactMinutes = number(minutes) + (unit === 'm' ? number(count) : 0);
  const ms = exactHours * HOUR_MS + exactMinutes * MINUTE_MS;
  if (days + ms > 0 && days * DAY_MS + ms <= LONGEST_DAYS * DAY_MS) {
    return { kind: 'within', days, ms };
  }
  throw refuse(field, `${quoteGiven(given)} names no time from PT1M to P${LONGEST_DAYS}D`);
}

const number = (digits: string | undefined): number => Number(digits ?? 0);

/** Writes an expectation in its one form, which parseExpectation reads. */
export function formatExpectation(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'none':
      return 'none';
    case 'within':
      return `within ${formatDuration(expectation)}`;
    case 'collected':
      return `collected every ${formatDuration({ days: 0, ms: expectation.everyMs })}`;
    case 'by': {
      const { minute, weekdays, through } = expectation;
      const on = weekdays.length === 0 ? '' : ` on ${weekdays.map((day) => WEEKDAYS[day]).join()}`;
      const sign = through.shift > 0 ? '+' : '';
      const shift = through.shift === 0 ? '' : `${sign}${through.shift}`;
      return `by ${formatTimeOfDay(minute)}${on} through ${through.name}${shift}`;
    }
  }
}

function formatDuration({ days, ms }: Pick<WithinTime, 'days' | 'ms'>): string {
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const time = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}`;
  return `P${days > 0 ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`;
}
