// Spans that people name: yesterday, last week, the same week last year. All are keywords, so that a link
// to them moves with time. Pure.

import { isoWeekOf, mondayOfWeek, weeksIn } from '#core/time/iso-week';

export interface DatePreset {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

const whole = (name: string, keyword: string): DatePreset => ({
  name,
  from: keyword,
  to: keyword,
});

/** The presets, for the market's today. */
export const datePresets = (today: number): readonly DatePreset[] => [
  whole('Yesterday', 'yesterday'),
  whole('Today', 'today'),
  whole('Day-ahead', 'dayahead'),
  whole('This week', 'week'),
  whole('Last week', 'week-1'),
  whole('This month', 'month'),
  whole('Last month', 'month-1'),
  whole('Same week last year', `week-${weeksToLastYear(today)}`),
];

/** Weeks back to the week of the same number. A week 53 has the last week of a shorter year. */
function weeksToLastYear(today: number): number {
  const now = isoWeekOf(today);
  const year = now.year - 1;
  const before = mondayOfWeek({ year, week: Math.min(now.week, weeksIn(year)) });
  return (mondayOfWeek(now) - before) / 7;
}
