// From and To moved by their own span: whole months by months, whole days by market days, so that a week
// stays a market week over a clock change. Keywords stay keywords. Pure.

import { civilOfDay, dayOfCivil } from '#core/time/civil';
import { DAY_MS, formatWall } from '#core/time/instant';
import { isoWeekOf, mondayOfWeek } from '#core/time/iso-week';
import { findDayKeyword, readShifted } from '#core/time/keywords';
import type { IndexSpan, Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { writeInstant } from '#explorer/series/fixed-range.ts';
import { type MomentContext, readMoment } from '#view/values/read-moment';

export interface Ends {
  readonly from: string;
  readonly to: string;
}

/** The market days of a span (half-open); undefined if it does not begin and end at midnight. */
export function wholeDays({ start, end }: Span, market: Zone): IndexSpan | undefined {
  const days = { start: market.dayOf(start), end: market.dayOf(end - 1) + 1 };
  const isWhole = market.startOfDay(days.start) === start && market.startOfDay(days.end) === end;
  return isWhole ? days : undefined;
}

/** The span that From and To name; undefined if one of them is wrong, or only the server can tell. */
export function spanOfEnds({ from, to }: Ends, context: MomentContext): Span | undefined {
  const [first, last] = [readMoment(from, 'from', context), readMoment(to, 'to', context)];
  if (!first.span || !last.span || first.span.start >= last.span.end) return undefined;
  return { start: first.span.start, end: last.span.end };
}

/**
 * Moves From and To one span earlier (-1) or later (1). `stepMs` is the length of a value's interval: an
 * instant as To means the value that begins there.
 */
export function stepRange(
  ends: Ends,
  direction: -1 | 1,
  context: MomentContext,
  stepMs: number,
): Ends | undefined {
  const span = spanOfEnds(ends, context);
  if (!span) return undefined;
  const { market } = context;
  const days = wholeDays(span, market);
  if (!days) {
    const length = Math.ceil((span.end - span.start) / stepMs) * stepMs * direction;
    const [first, last] = [span.start + length, span.end - 1 + length];
    return { from: writeInstant(first, market), to: writeInstant(last, market) };
  }
  const moved = stepDays(days, direction);
  return keywordsFor(ends, direction, days, moved, context) ?? writeDays(moved);
}

/** The months of a span of whole months, counted from year 0; undefined if it is none. */
function wholeMonths({ start, end }: IndexSpan): IndexSpan | undefined {
  const [first, after] = [civilOfDay(start), civilOfDay(end)];
  if (first.day !== 1 || after.day !== 1) return undefined;
  return { start: first.year * 12 + first.month, end: after.year * 12 + after.month };
}

function stepDays(days: IndexSpan, direction: -1 | 1): IndexSpan {
  const months = wholeMonths(days);
  const length = (months ? months.end - months.start : days.end - days.start) * direction;
  if (!months) return { start: days.start + length, end: days.end + length };
  const firstOf = (month: number): number => dayOfCivil(0, month, 1);
  return { start: firstOf(months.start + length), end: firstOf(months.end + length) };
}

const MONTHS_OF_UNIT: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** The same keywords with other shifts, if they name exactly the wanted days. */
function keywordsFor(
  { from, to }: Ends,
  direction: -1 | 1,
  days: IndexSpan,
  wanted: IndexSpan,
  context: MomentContext,
): Ends | undefined {
  const units = stepsIn(days);
  const shift = (text: string): string | undefined => {
    const read = readShifted(text.trim().toLowerCase());
    if (!read?.isDayKeyword) return undefined;
    const count = units(findDayKeyword(read.name)!.shiftUnit);
    if (!Number.isInteger(count)) return undefined;
    return writeShift(read.name, read.shift + count * direction);
  };
  const ends = { from: shift(from), to: shift(to) };
  if (ends.from === undefined || ends.to === undefined) return undefined;
  const shifted = { from: ends.from, to: ends.to };
  const span = spanOfEnds(shifted, context);
  const named = span && wholeDays(span, context.market);
  return named?.start === wanted.start && named.end === wanted.end ? shifted : undefined;
}

/** How many of a unit a span is long; a fraction if it is not whole. */
function stepsIn(days: IndexSpan): (unit: string) => number {
  const length = days.end - days.start;
  const months = wholeMonths(days);
  return (unit) => {
    if (unit === 'day') return length;
    if (unit === 'week') return length / 7;
    return months ? (months.end - months.start) / MONTHS_OF_UNIT[unit]! : Number.NaN;
  };
}

const writeShift = (name: string, shift: number): string =>
  shift === 0 ? name : `${name}${shift < 0 ? '' : '+'}${shift}`;

export const isoDay = (dayNumber: number): string => formatWall(dayNumber * DAY_MS).slice(0, 10);

/** Writes days as briefly as they can be: a month, an ISO week, or two dates. */
export function writeDays(days: IndexSpan): Ends {
  const months = wholeMonths(days);
  const month = isoDay(days.start).slice(0, 7);
  if (months && months.end - months.start === 1) return { from: month, to: month };
  const { year, week } = isoWeekOf(days.start);
  if (days.end - days.start === 7 && mondayOfWeek({ year, week }) === days.start) {
    const text = `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
    return { from: text, to: text };
  }
  return { from: isoDay(days.start), to: isoDay(days.end - 1) };
}
