// Reading FromDateTime and ToDateTime: a keyword with a shift, a date, or an instant. Dates as people write
// them are read too (written-date.ts, named-period.ts).
// From takes the first instant of what is named, To its last: see docs/reference/keywords.md.

import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import { weekdayName } from '#core/time/calendar-names';
import { dayOfCivil, FIRST_YEAR, isCivil, LAST_YEAR, weekdayOf } from '#core/time/civil';
import { hintFor } from '#core/time/date-hints';
import type { Grid } from '#core/time/grid';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import {
  DOCUMENTED_KEYWORDS,
  findDayKeyword,
  readShifted,
  type SeriesKeyword,
} from '#core/time/keywords';
import { readNamedPeriod } from '#core/time/named-period';
import type { Span } from '#core/time/span';
import { readWrittenDate } from '#core/time/written-date';
import type { Occurrence, Zone } from '#core/time/zone';

/** The series' first and last time stamp as indices of its own grid; null if it has no value. */
export interface SeriesExtent {
  readonly grid: Grid;
  readonly firstIndex: number | null;
  readonly lastIndex: number | null;
}

export interface MomentContext {
  readonly now: Instant;
  readonly zone: Zone;
  readonly series: SeriesExtent;
}

/** A moment that only a series can settle: its first or last time stamp, shifted by its step. */
export interface SeriesMoment {
  readonly keyword: SeriesKeyword;
  readonly shift: number;
  readonly given: string;
  readonly field: string;
}

/** What a text names: the instants of a span, or a moment of the series. */
export type Moment = Span | SeriesMoment;

const ABSOLUTE =
  /^(\d{4})(?:-(\d{2})|([-/])(\d{2})\3(\d{2})(?:[t ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(z|[+-]\d{2}:?\d{2})?)?)?$/;

/**
 * What a refusal lists: the forms of the documents, because recorded answers have this list. More are read:
 * docs/reference/keywords.md has all of them.
 */
export const MOMENT_FORMS: readonly string[] = [
  ...DOCUMENTED_KEYWORDS.map((name) => `${name}[±n]`),
  'yyyy',
  'yyyy-MM',
  'yyyy-MM-dd',
  'yyyy/MM/dd',
  'yyyy-MM-ddTHH:mm[:ss[.fff]][Z|±hh:mm]',
];

/** The first instant of what From names; undefined if it needs a value of a series without any. */
export function resolveFrom(
  text: string,
  field: string,
  { now, zone, series }: MomentContext,
): Instant | undefined {
  return settleMoment(parseMoment(text, field, now, zone, 'first'), series, zone)?.start;
}

/** One past the last instant of what To names; undefined as for From. */
export function resolveTo(
  text: string,
  field: string,
  { now, zone, series }: MomentContext,
): Instant | undefined {
  return settleMoment(parseMoment(text, field, now, zone, 'second'), series, zone)?.end;
}

/** Reads a moment. `occurrence` says what a wall time means that the clock shows twice. */
export function parseMoment(
  given: string,
  field: string,
  now: Instant,
  zone: Zone,
  occurrence: Occurrence,
): Moment {
  const text = given.trim().toLowerCase();
  const shifted = readShifted(text);
  if (shifted && !shifted.isDayKeyword) {
    return { keyword: shifted.name, shift: shifted.shift, given, field };
  }
  const today = zone.dayOf(now);
  const days = shifted
    ? findDayKeyword(shifted.name)!.days(today, shifted.shift)
    : readNamedPeriod(text);
  if (days) {
    if ('fault' in days) throw refuseDate(field, `${days.fault}, not ${quoteGiven(given)}`);
    return daysToSpan(days.start, days.end, given, field, zone);
  }
  const plain = ABSOLUTE.exec(text);
  const written = plain ? undefined : readWrittenDate(text);
  const absolute = plain ?? ABSOLUTE.exec(written?.iso ?? '');
  if (!absolute) {
    const message = `unknown date or keyword ${quoteGiven(given)}${hintFor(text, today)}`;
    throw refuseDate(field, message);
  }
  const span = resolveAbsolute(absolute, given, field, zone, occurrence);
  if (written?.weekday !== undefined) requireWeekday(written.weekday, absolute, given, field);
  return span;
}

/** The span that a moment means for a series; undefined if the series has no value. */
export function settleMoment(moment: Moment, series: SeriesExtent, zone: Zone): Span | undefined {
  if (!('keyword' in moment)) return moment;
  const index = moment.keyword === 'first' ? series.firstIndex : series.lastIndex;
  if (index === null) return undefined;
  const { grid } = series;
  const start = grid.startOf(index + moment.shift);
  const end = grid.startOf(index + moment.shift + 1);
  return checkRange({ start, end }, moment.given, moment.field, zone);
}

/** Refuses a date whose written weekday is another one than its own. */
function requireWeekday(
  weekday: number,
  [, year, , , month, day]: RegExpExecArray,
  given: string,
  field: string,
): void {
  const actual = weekdayOf(dayOfCivil(Number(year), Number(month), Number(day)));
  if (actual === weekday) return;
  const date = `${year}-${month}-${day}`;
  const hint = `(did you mean ${date}?)`;
  throw refuseDate(field, `${date} is a ${weekdayName(actual)}: ${quoteGiven(given)} ${hint}`);
}

const refuseDate = (field: string, message: string) =>
  refuseField('date_unknown', field, message, MOMENT_FORMS);

function resolveAbsolute(
  match: RegExpExecArray,
  given: string,
  field: string,
  zone: Zone,
  occurrence: Occurrence,
): Span {
  const year = Number(match[1]);
  const month = match[2] ?? match[4];
  if (month === undefined) {
    return daysToSpan(dayOfCivil(year, 1, 1), dayOfCivil(year + 1, 1, 1), given, field, zone);
  }
  const dayOfMonth = Number(match[5] ?? 1);
  if (!isCivil(year, Number(month), dayOfMonth)) {
    throw refuseDate(field, `there is no such date: ${quoteGiven(given)}`);
  }
  const day = dayOfCivil(year, Number(month), dayOfMonth);
  if (match[2] !== undefined) {
    return daysToSpan(day, dayOfCivil(year, Number(month) + 1, 1), given, field, zone);
  }
  if (match[6] === undefined) return daysToSpan(day, day + 1, given, field, zone);
  const wallMs = day * DAY_MS + readTimeOfDay(match, given, field);
  const offset = match[10];
  const instant =
    offset === undefined
      ? zone.instantOf(wallMs, occurrence)
      : wallMs - readOffset(offset, given, field);
  return checkRange({ start: instant, end: instant + 1 }, given, field, zone);
}

function readTimeOfDay(match: RegExpExecArray, given: string, field: string): number {
  const [hour, minute, second] = [Number(match[6]), Number(match[7]), Number(match[8] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) {
    throw refuseDate(field, `there is no such time of day: ${quoteGiven(given)}`);
  }
  const millisecond = Number((match[9] ?? '0').padEnd(3, '0').slice(0, 3));
  return hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + millisecond;
}

function readOffset(text: string, given: string, field: string): number {
  if (text === 'z') return 0;
  const hour = Number(text.slice(1, 3));
  const minute = Number(text.slice(-2));
  if (hour > 14 || minute > 59) {
    throw refuseDate(field, `there is no such offset: ${quoteGiven(given)}`);
  }
  return (text[0] === '-' ? -1 : 1) * (hour * HOUR_MS + minute * MINUTE_MS);
}

const FIRST_DAY = dayOfCivil(FIRST_YEAR, 1, 1);
const END_DAY = dayOfCivil(LAST_YEAR + 1, 1, 1);

function daysToSpan(
  startDay: number,
  endDay: number,
  given: string,
  field: string,
  zone: Zone,
): Span {
  if (startDay < FIRST_DAY || endDay > END_DAY) throw outOfRange(given, field);
  return { start: zone.startOfDay(startDay), end: zone.startOfDay(endDay) };
}

function checkRange(span: Span, given: string, field: string, zone: Zone): Span {
  if (span.start < zone.startOfDay(FIRST_DAY) || span.end > zone.startOfDay(END_DAY)) {
    throw outOfRange(given, field);
  }
  return span;
}

const outOfRange = (given: string, field: string) =>
  refuseField(
    'date_out_of_range',
    field,
    `${quoteGiven(given)} lies outside the years ${FIRST_YEAR} to ${LAST_YEAR}`,
  );
