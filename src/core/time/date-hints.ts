// "Did you mean …" for dates: what a text that is no date was probably meant to be.

import { didYouMean } from '#core/nearest';
import { civilOfDay, dayOfCivil, isCivil } from '#core/time/civil';
import { DAY_MS, formatWall } from '#core/time/instant';
import { isoWeekOf, weeksIn } from '#core/time/iso-week';
import { KEYWORD_NAMES } from '#core/time/keywords';
import { readWrittenDate } from '#core/time/written-date';

/** What follows a refusal of a lower-case text: ` (did you mean week-1?)`, or nothing. */
export function hintFor(text: string, today: number): string {
  const meant = meantBy(text, today);
  if (meant.length > 0) return ` (did you mean ${meant.join(' or ')}?)`;
  const word = /^[a-z]+[1-4]?/.exec(text)?.[0] ?? '';
  return KEYWORD_NAMES.includes(word)
    ? ' (a shift is a sign and one to four digits, such as -7)'
    : didYouMean(word, KEYWORD_NAMES);
}

function meantBy(text: string, today: number): readonly string[] {
  for (const read of [periodInWords, stepsInUnits, weekNumber, datesInDigits, dateOfThisYear]) {
    const meant = read(text, today);
    if (meant.length > 0) return meant;
  }
  const joined = text.replace(/^([a-z]+)[ -]([a-z]+)$/, '$1$2');
  return joined !== text && KEYWORD_NAMES.includes(joined) ? [joined] : [];
}

const SHIFTS: Readonly<Record<string, string>> = {
  last: '-1',
  previous: '-1',
  this: '',
  current: '',
  next: '+1',
};

/** `last week` is `week-1`. */
function periodInWords(text: string): string[] {
  const [, which = '', unit = ''] =
    /^(last|previous|this|current|next) (week|month|quarter|year)$/.exec(text) ?? [];
  return unit === '' ? [] : [`${unit}${SHIFTS[which]}`];
}

/** `-7d` and `now-7d` are `today-7`; two weeks back are 14 days or a week. */
function stepsInUnits(text: string): string[] {
  const [, sign = '', digits = '', unit] =
    /^(?:now)? ?([+-]) ?(\d{1,4}) ?(d|days?|w|weeks?|m|months?|y|years?)$/.exec(text) ?? [];
  if (unit === undefined) return [];
  const count = Number(digits);
  if (unit.startsWith('d')) return [`today${sign}${count}`];
  if (unit.startsWith('w')) return [`today${sign}${7 * count}`, `week${sign}${count}`];
  return [`${unit.startsWith('m') ? 'month' : 'year'}${sign}${count}`];
}

/** `week 46` is the week of that number, or a shift whose plus was lost. */
function weekNumber(text: string, today: number): string[] {
  const [, word, digits = ''] = /^(w|kw|week) ?(\d{1,3})$/.exec(text) ?? [];
  if (word === undefined) return [];
  const { year } = isoWeekOf(today);
  const hasWeek = Number(digits) >= 1 && Number(digits) <= weeksIn(year);
  const shifted = word === 'week' ? [`week+${Number(digits)}`] : [];
  return hasWeek ? [`${year}-W${digits.padStart(2, '0')}`, ...shifted] : shifted;
}

/** `11/12/2026` may be two days, `17/05/2024` and `17.5.24` one. */
function datesInDigits(text: string): string[] {
  const match = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|(?<!-)\d{2})$/.exec(text);
  if (!match) return [];
  const [first, second, digits] = [Number(match[1]), Number(match[3]), match[4]!];
  const year = Number(digits.length === 2 ? `20${digits}` : digits);
  const dayFirst = dateOf(year, second, first);
  const monthFirst = match[2] === '.' ? [] : dateOf(year, first, second);
  return [...new Set([...dayFirst, ...monthFirst])];
}

const dateOf = (year: number, month: number, day: number): string[] =>
  isCivil(year, month, day) ? [isoDay(dayOfCivil(year, month, day))] : [];

const isoDay = (dayNumber: number): string => formatWall(dayNumber * DAY_MS).slice(0, 10);

/** `9 nov` and `13.11.` lack the year. */
function dateOfThisYear(text: string, today: number): string[] {
  const year = String(civilOfDay(today).year).padStart(4, '0');
  for (const joint of [' ', '', '.']) {
    const read = readWrittenDate(`${text}${joint}${year}`);
    if (read) return [read.iso];
  }
  return [];
}
