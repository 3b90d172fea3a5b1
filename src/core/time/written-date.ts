// Dates as people write them: `9 Nov 2026`, `Mon 9 Nov 2026, 14:00`, `13.11.2026`, `Nov 2026`. They are
// rewritten in the digits of ISO 8601. What may mean two days (11/12/2026) is not read.

import { monthNamed, weekdayNamed } from '#core/time/calendar-names';

export interface WrittenDate {
  /** The same as `yyyy-MM`, `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm…`. Its date may not exist. */
  readonly iso: string;
  /** The weekday that was written (0 is Monday); undefined if none was. */
  readonly weekday?: number | undefined;
}

const WORD = String.raw`\p{L}\p{M}*(?:\p{L}\p{M}*){1,12}`;
const WEEKDAY = String.raw`(?:(?<weekday>${WORD})\.?,? )?`;
const CLOCK = String.raw`(?:,? (?<clock>\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?: ?\(?(?<offset>z|[+-]\d{2}:?\d{2})\)?)?)?`;
const MONTH = String.raw`(?<name>${WORD})\.?`;
const YEAR = String.raw`(?<year>\d{4})`;

const form = (source: string): RegExp => new RegExp(`^${WEEKDAY}${source}${CLOCK}$`, 'u');

const FORMS: readonly RegExp[] = [
  // 9 Nov 2026, 9. November 2026, 1er novembre 2026, 9-Nov-2026
  form(String.raw`(?<day>\d{1,2})(?:\.|st|nd|rd|th|er)?[ -]?${MONTH},?[ -]${YEAR}`),
  // Nov 9 2026, Nov 9th, 2026
  form(String.raw`${MONTH} (?<day>\d{1,2})(?:st|nd|rd|th)?,? ${YEAR}`),
  // 13.11.2026, 9. 11. 2026: no country writes the month first with dots.
  form(String.raw`(?<day>\d{1,2})\. ?(?<number>\d{1,2})\. ?${YEAR}`),
];
const MONTH_OF_YEAR = new RegExp(`^${MONTH} ${YEAR}$`, 'u');

/** Longer than any date: what is longer is not searched. */
const LONGEST = 60;

/** Reads a lower-case text; undefined if it is no such date. */
export function readWrittenDate(given: string): WrittenDate | undefined {
  if (given.length > LONGEST) return undefined;
  const text = given.replace(/\s+/g, ' ');
  const month = MONTH_OF_YEAR.exec(text)?.groups;
  if (month) return isoOf(month);
  for (const one of FORMS) {
    const groups = one.exec(text)?.groups;
    const read = groups && isoOf(groups);
    if (read) return read;
  }
  return undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function isoOf({ weekday, day, name, number, year, clock, offset }: Groups) {
  const month = name === undefined ? Number(number) : monthNamed(name);
  const writtenWeekday = weekday === undefined ? undefined : weekdayNamed(weekday);
  if (month === undefined || (weekday !== undefined && writtenWeekday === undefined))
    return undefined;
  const date = day === undefined ? `${year}-${pad(month)}` : `${year}-${pad(month)}-${pad(day)}`;
  const time = clock === undefined ? '' : `t${clock.replace(/^\d:/, '0$&')}${offset ?? ''}`;
  return { iso: `${date}${time}`, weekday: writtenWeekday };
}

const pad = (value: number | string): string => String(value).padStart(2, '0');
