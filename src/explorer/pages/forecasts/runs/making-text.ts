// How a run was made, in words.

import { isSeriesId } from '#core/market/categories';
import { DRIVER_CATEGORIES } from '#core/market/drivers';
import type { RunMaking } from '#view/runs/run-bands';
import { formatCount } from '#view/values/value-text';

/** Kinds of members by the beginning of their names. The rest of a name is the days it learns from. */
const MEMBER_KINDS: readonly (readonly [prefix: string, title: string])[] = [
  ['lear', 'Lasso'],
  ['gp', 'Gaussian process'],
  ['load', 'Load lasso'],
];
const MEMBER_TITLES: Readonly<Record<string, string>> = {
  'seasonal-naive': 'Same hour of a similar day',
  'level-and-shape': 'Level and shape',
};

/** Writes `Lasso, 56 days`. A name that is not known stays as it is. */
export function memberTitle(name: string): string {
  for (const [prefix, title] of MEMBER_KINDS) {
    const days = name.slice(prefix.length);
    if (name.startsWith(prefix) && /^\d+$/.test(days))
      return `${title}, ${formatCount(Number(days))} days`;
  }
  return MEMBER_TITLES[name] ?? name;
}

/** Writes `dehrwindforecast` as `day-ahead forecast of wind power`; a code that is not known stays. */
export function driverTitle(code: string): string {
  if (!isSeriesId(code)) return 'the formula of forecasts of its parts';
  const found = DRIVER_CATEGORIES.toSorted((a, b) => b.name.length - a.name.length).find(
    ({ name }) => code.endsWith(name),
  );
  return found ? found.description[0]!.toLowerCase() + found.description.slice(1) : code;
}

/** Writes `3 years of history (1,120 days)` or `41 days of history`; empty if neither is known. */
export function historyText({ tier, historyDays }: RunMaking): string {
  const days =
    historyDays === null ? '' : `${formatCount(historyDays)} ${historyDays === 1 ? 'day' : 'days'}`;
  if (tier === null || !/^\d+ years?$/.test(tier)) return days && `${days} of history`;
  return `${tier} of history${days && ` (${days})`}`;
}

/** Writes `a blend of 5 methods` or `one method`; empty if none is named. */
export function membersText({ members }: RunMaking): string {
  const count = members.filter(({ isDropped }) => !isDropped).length;
  if (count === 0) return '';
  return count === 1 ? 'one method' : `a blend of ${count} methods`;
}
