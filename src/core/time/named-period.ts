// Weeks and quarters written out: `2026-W46`, `Q1 2026`, `2026-Q1`.

import { dayOfCivil } from '#core/time/civil';
import { mondayOfWeek, weeksIn } from '#core/time/iso-week';
import type { IndexSpan } from '#core/time/span';

const WEEK = /^(\d{4})-?w(\d{2})$/;
const QUARTER = /^(?:q([1-4]) (\d{4})|(\d{4})-?q([1-4]))$/;

/** The days (half-open day numbers) of a lower-case text, or why they do not exist; undefined if it is neither. */
export function readNamedPeriod(text: string): IndexSpan | { readonly fault: string } | undefined {
  const week = WEEK.exec(text);
  if (week) return daysOfWeek(Number(week[1]), Number(week[2]));
  const quarter = QUARTER.exec(text);
  if (!quarter) return undefined;
  const year = Number(quarter[2] ?? quarter[3]);
  const month = Number(quarter[1] ?? quarter[4]) * 3 - 2;
  return { start: dayOfCivil(year, month, 1), end: dayOfCivil(year, month + 3, 1) };
}

function daysOfWeek(year: number, week: number): IndexSpan | { readonly fault: string } {
  const weeks = weeksIn(year);
  if (week < 1 || week > weeks) {
    return { fault: `the year ${String(year).padStart(4, '0')} has the weeks W01 to W${weeks}` };
  }
  const start = mondayOfWeek({ year, week });
  return { start, end: start + 7 };
}
