// Reads instants of the forecast interface: UTC; a date alone is its 00:00Z. Spreadsheets in some locales
// write dots for separators and encode the value twice: both are accepted.

import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import { dayOfCivil, isCivil } from '#core/time/civil';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';

export const UTC_FORMS: readonly string[] = ['yyyy-MM-ddTHH:mm:ssZ', 'yyyy-MM-dd', 'yyyy/MM/dd'];

// The "+" of an offset arrives as a blank if it was not encoded.
const FORM =
  /^(\d{4})[-/.](\d{2})[-/.](\d{2})(?:[tT ](\d{2})[:.](\d{2})(?:[:.](\d{2})(?:\.(\d{1,9}))?)?(?:([zZ])|([+ -])(\d{2}):?(\d{2}))?)?$/;

/** The instant of a text such as `2024-05-17T10:00:00Z` or `2024/05/17`. */
export function parseUtcMoment(given: string, field: string): Instant {
  const refuse = (why: string) =>
    refuseField('date_unknown', field, `${why}: ${quoteGiven(given)}`, UTC_FORMS);
  const match = FORM.exec(decodeOnceMore(given).trim());
  if (!match) throw refuse('not a UTC date-time');
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [
    Number(match[4] ?? 0),
    Number(match[5] ?? 0),
    Number(match[6] ?? 0),
  ];
  if (year < 1 || !isCivil(year, month, day)) throw refuse('there is no such date');
  if (hour > 23 || minute > 59 || second > 59) throw refuse('there is no such time of day');
  const [offsetHour, offsetMinute] = [Number(match[10] ?? 0), Number(match[11] ?? 0)];
  if (offsetHour > 14 || offsetMinute > 59) throw refuse('there is no such offset');
  const offset = (match[9] === '-' ? -1 : 1) * (offsetHour * HOUR_MS + offsetMinute * MINUTE_MS);
  const wall =
    dayOfCivil(year, month, day) * DAY_MS +
    hour * HOUR_MS +
    minute * MINUTE_MS +
    second * SECOND_MS;
  const millisecond = Number((match[7] ?? '0').padEnd(3, '0').slice(0, 3));
  return wall + millisecond - offset;
}

function decodeOnceMore(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
