// A scorecard in words: the source whose figures are shown, and what each of them means. Pure.

import type { AccuracyAnswer, AccuracyFigures, SourceAccuracy } from '#contract/accuracy';
import { DAY_MS, type Instant } from '#core/time/instant';
import { FEW_VALUES, isFew } from '#core/values/tally';
import { formatNumber } from '#view/axes/number-text';
import { signedText } from '#view/values/signed-text';
import { decimalsFor, formatCount, formatValue } from '#view/values/value-text';

/** The source of the runs that the server makes itself. */
const OWN_SOURCE = 'gridtide';

/** The source whose figures are shown: that of the chosen run, else the server's own, else the first. */
export function shownSource(
  { sources }: AccuracyAnswer,
  wanted: string | undefined,
): SourceAccuracy | undefined {
  const scored = sources.filter(({ dayAhead }) => dayAhead.scored > 0);
  const find = (name: string | undefined): SourceAccuracy | undefined =>
    scored.find(({ source }) => source === name);
  return find(wanted) ?? find(OWN_SOURCE) ?? scored[0];
}

export interface Figure {
  readonly title: string;
  readonly value: string;
  readonly unit: string;
  /** The meaning in a few words. */
  readonly meaning: string;
  /** The number of values that the figure is from. */
  readonly count: number;
}

/** MAE, rMAE, bias, CRPS and the hit rate of each band, each if known. */
export function figuresOf(figures: AccuracyFigures, unit: string): Figure[] {
  const { scored, mae, rmaeWeekly, rmaeWeeklyScored, bias, crps, crpsScored, bands } = figures;
  const decimals = decimalsFor(mae ?? 0);
  const found: Figure[] = [];
  const add = (title: string, value: string, inUnit: string, meaning: string, count: number) =>
    found.push({ title, value, unit: inUnit, meaning, count });
  if (mae !== null) add('MAE', formatValue(mae, decimals), unit, 'mean absolute error', scored);
  if (rmaeWeekly !== null)
    add('rMAE', formatNumber(rmaeWeekly, 2), '', rmaeMeaning(rmaeWeekly), rmaeWeeklyScored);
  if (bias !== null)
    add('Bias', signedText(bias, decimals), unit, biasMeaning(bias, mae ?? 0), scored);
  if (crps !== null)
    add(
      'CRPS',
      formatValue(crps, decimals),
      unit,
      'error of the forecast with its bands',
      crpsScored,
    );
  for (const { level, coverage, width, scored: count } of bands) {
    const meaning = `nominal ${level} %, mean width ${formatValue(width, decimals)} ${unit}`;
    add(`Hit rate of the ${level} % band`, percentText(coverage), '', meaning, count);
  }
  return found;
}

/** Writes `2,160 values`; a small number with a warning. */
export const countText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'value' : 'values'}${isFew(count) ? `, fewer than ${FEW_VALUES}` : ''}`;

/** Says which runs the scores count. */
export const closureText = ({ issuedBefore }: AccuracyAnswer): string =>
  issuedBefore === '24:00' ? 'last run' : `last run before ${issuedBefore}`;

/** Compares with repeating the value of a week before. */
function rmaeMeaning(rmae: number): string {
  const percent = Math.round(Math.abs(1 - rmae) * 100);
  if (percent === 0) return 'as good as repeating last week';
  return `${percent} % ${rmae < 1 ? 'better' : 'worse'} than repeating last week`;
}

/** Names the direction of a bias, unless it is less than a twentieth of the MAE. */
function biasMeaning(bias: number, mae: number): string {
  if (Math.abs(bias) < mae / 20) return 'neither too high nor too low';
  return bias > 0 ? 'too high on average' : 'too low on average';
}

/** Writes a share from 0 to 1 as `80.1 %`. */
export const percentText = (share: number): string => `${formatNumber(share * 100, 1)} %`;

/** The start of the span that ends with the UTC day of `now`, as the server ends it. */
export const firstInstant = (days: number, now: Instant): string =>
  new Date((Math.floor(now / DAY_MS) + 1 - days) * DAY_MS).toISOString();

/** The days of the span, both ends included. */
export const spanDays = ({ from, to }: AccuracyAnswer): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Writes `2026-11` as `Nov 2026`. */
export function monthText(month: string): string {
  const [year, number] = month.split('-');
  return `${MONTHS[Number(number) - 1] ?? number} ${year}`;
}

const DAY_TYPES: Readonly<Record<string, string>> = {
  'working-day': 'Working days',
  saturday: 'Saturdays',
  'sunday-or-holiday': 'Sundays, holidays',
};

export const dayTypeText = (dayType: string): string => DAY_TYPES[dayType] ?? dayType;

export const leadText = (leadDays: number): string =>
  leadDays === 1 ? '1 day' : `${leadDays} days`;
