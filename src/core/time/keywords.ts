// The DateTime keywords: one row each, used by requests, docs/reference/keywords.md and the OpenAPI document.
// A keyword names a whole number of market days. Its row says in which unit its shift counts.

import { civilOfDay, dayOfCivil } from '#core/time/civil';
import { DAY_PERIODS, type PeriodName } from '#core/time/grid';
import type { IndexSpan } from '#core/time/span';

export interface DayKeyword {
  readonly name: string;
  readonly meaning: string;
  readonly shiftUnit: PeriodName;
  /** Whether the documents lack it. A refusal lists only what they have, as programs know it. */
  readonly isAdded: boolean;
  /** The named days (half-open day numbers) for the market's today and a shift. */
  days(today: number, shift: number): IndexSpan;
}

type DaysOf = DayKeyword['days'];

const oneDay = (dayNumber: number): IndexSpan => ({ start: dayNumber, end: dayNumber + 1 });

const dayFrom =
  (offset: number): DaysOf =>
  (today, shift) =>
    oneDay(today + offset + shift);

const weekday =
  (offset: number): DaysOf =>
  (today, shift) => {
    const { ofDay, firstDay } = DAY_PERIODS.week;
    return oneDay(firstDay(ofDay(today) + shift) + offset);
  };

const whole =
  (unit: PeriodName): DaysOf =>
  (today, shift) => {
    const { ofDay, firstDay } = DAY_PERIODS[unit];
    const period = ofDay(today) + shift;
    return { start: firstDay(period), end: firstDay(period + 1) };
  };

const firstDay =
  (days: DaysOf): DaysOf =>
  (today, shift) =>
    oneDay(days(today, shift).start);

const lastDay =
  (days: DaysOf): DaysOf =>
  (today, shift) =>
    oneDay(days(today, shift).end - 1);

const quarterOfYear =
  (quarter: number): DaysOf =>
  (today, shift) => {
    const year = civilOfDay(today).year + shift;
    return {
      start: dayOfCivil(year, quarter * 3 - 2, 1),
      end: dayOfCivil(year, quarter * 3 + 1, 1),
    };
  };

/** The hydrological year that contains today: 1 September to 31 August. */
const hydrologicalYear: DaysOf = (today, shift) => {
  const { year, month } = civilOfDay(today);
  const opening = (month >= 9 ? year : year - 1) + shift;
  return { start: dayOfCivil(opening, 9, 1), end: dayOfCivil(opening + 1, 9, 1) };
};

const row = (name: string, meaning: string, shiftUnit: PeriodName, days: DaysOf): DayKeyword => ({
  name,
  meaning,
  shiftUnit,
  isAdded: false,
  days,
});

const added = (keyword: DayKeyword): DayKeyword => ({ ...keyword, isAdded: true });

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const QUARTERS = [1, 2, 3, 4];

export const DAY_KEYWORDS: readonly DayKeyword[] = [
  row('today', 'Today', 'day', dayFrom(0)),
  row('tomorrow', 'Tomorrow', 'day', dayFrom(1)),
  row('dayahead', 'The day after today', 'day', dayFrom(1)),
  row('yesterday', 'Yesterday', 'day', dayFrom(-1)),
  ...WEEKDAYS.map((name, i) =>
    row(
      name,
      `${name[0]!.toUpperCase()}${name.slice(1)} of the current ISO week`,
      'week',
      weekday(i),
    ),
  ),
  row('eow', 'Sunday of the current ISO week', 'week', weekday(6)),
  added(row('week', 'The current ISO week', 'week', whole('week'))),
  added(row('bow', 'Monday of the current ISO week', 'week', weekday(0))),
  row('month', 'The current month', 'month', whole('month')),
  row('eom', 'The last day of the current month', 'month', lastDay(whole('month'))),
  added(row('bom', 'The first day of the current month', 'month', firstDay(whole('month')))),
  row('quarter', 'The current quarter', 'quarter', whole('quarter')),
  row('boq', 'The first day of the current quarter', 'quarter', firstDay(whole('quarter'))),
  row('eoq', 'The last day of the current quarter', 'quarter', lastDay(whole('quarter'))),
  ...QUARTERS.map((n) =>
    row(`q${n}`, `Quarter ${n} of the current year`, 'year', quarterOfYear(n)),
  ),
  ...QUARTERS.map((n) =>
    row(
      `eoq${n}`,
      `The last day of quarter ${n} of the current year`,
      'year',
      lastDay(quarterOfYear(n)),
    ),
  ),
  row('year', 'The current year', 'year', whole('year')),
  row('boy', '1 January of the current year', 'year', firstDay(whole('year'))),
  row('eoy', '31 December of the current year', 'year', lastDay(whole('year'))),
  row(
    'bohy',
    '1 September that opened the current hydrological year',
    'year',
    firstDay(hydrologicalYear),
  ),
  row(
    'eohy',
    '31 August that closes the current hydrological year',
    'year',
    lastDay(hydrologicalYear),
  ),
];

/** The keywords that need a series: its first and last time stamp, shifted by its native step. */
export const SERIES_KEYWORDS = [
  { name: 'first', meaning: 'The first time stamp of the series', shiftUnit: 'native step' },
  { name: 'last', meaning: 'The last observed time stamp of the series', shiftUnit: 'native step' },
] as const;

export type SeriesKeyword = (typeof SERIES_KEYWORDS)[number]['name'];

const dayKeywords = new Map(DAY_KEYWORDS.map((keyword) => [keyword.name, keyword]));

export const findDayKeyword = (name: string): DayKeyword | undefined => dayKeywords.get(name);

export const isSeriesKeyword = (name: string): name is SeriesKeyword =>
  SERIES_KEYWORDS.some((keyword) => keyword.name === name);

export const KEYWORD_NAMES: readonly string[] = [
  ...DAY_KEYWORDS.map((keyword) => keyword.name),
  ...SERIES_KEYWORDS.map((keyword) => keyword.name),
];

/** The keywords of the documents and of the programs written against them. */
export const DOCUMENTED_KEYWORDS: readonly string[] = [
  ...DAY_KEYWORDS.filter((keyword) => !keyword.isAdded).map((keyword) => keyword.name),
  ...SERIES_KEYWORDS.map((keyword) => keyword.name),
];

// A keyword with its shift: `today-7`. Blanks beside the sign do not matter. A blank instead of it is a plus,
// because that is what becomes of the plus of `?to=today+7` in an address.

export type ShiftedKeyword =
  | { readonly isDayKeyword: true; readonly name: string; readonly shift: number }
  | { readonly isDayKeyword: false; readonly name: SeriesKeyword; readonly shift: number };

// Four digits after a blank are a year: Q1 2026.
const FORM = /^([a-z]+[0-9]?)(?: *([+-]) *([0-9]{1,4})| +([0-9]{1,3}))?$/;

/** Reads a lower-case text; undefined if it is no keyword with a shift. */
export function readShifted(text: string): ShiftedKeyword | undefined {
  const [, name, sign, signed, unsigned] = FORM.exec(text) ?? [];
  if (name === undefined) return undefined;
  // `week 46` is rather the week of that number: it is refused and both are offered.
  if (name === 'week' && unsigned !== undefined) return undefined;
  const shift = Number(signed ?? unsigned ?? 0) * (sign === '-' ? -1 : 1);
  if (isSeriesKeyword(name)) return { isDayKeyword: false, name, shift };
  return findDayKeyword(name) && { isDayKeyword: true, name, shift };
}

/** Writes a keyword as the documents do: `today 7` and `Today + 7` are `today+7`. Other texts stay. */
export function tidyKeyword(given: string): string {
  const text = given.trim().toLowerCase();
  if (!text.includes(' ')) return given;
  const read = readShifted(text);
  if (!read) return given;
  const { name, shift } = read;
  return shift < 0 ? `${name}${shift}` : `${name}+${shift}`;
}
