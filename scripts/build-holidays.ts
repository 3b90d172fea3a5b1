// Writes src/core/market/holiday-table.ts: `npm run holidays`. It finds the fewest rules that give the days of
// the library date-holidays, and lists the days that no rule gives.

import { readFileSync, writeFileSync } from 'node:fs';
import { AREAS } from '#core/market/areas';
import { type HolidayRule, holidayKeyOf, readHolidayRule } from '#core/market/holidays';
import { civilOfDay, isCivil } from '#core/time/civil';
import { FIRST_YEAR, LAST_YEAR, libraryHolidays } from '../harness/data/library-holidays.ts';

const TABLE = new URL('../src/core/market/holiday-table.ts', import.meta.url);
const PACKAGE = new URL('../node_modules/date-holidays/package.json', import.meta.url);

/** A rule for fewer new days is harder to read than the days. */
const FEWEST_DAYS = 4;
const LINE_WIDTH = 100;

const two = (number: number): string => String(number).padStart(2, '0');

/** The rules without years that are tried. The simplest come first: the first of equals is taken. */
function candidates(): string[] {
  const dates: string[] = [];
  for (let month = 1; month <= 12; month++) {
    for (let day = 1; day <= 31; day++) {
      if (isCivil(2001, month, day)) dates.push(`${two(month)}-${two(day)}`);
    }
  }
  const offsets = Array.from({ length: 131 }, (_, i) => i - 60).map((days) =>
    days < 0 ? `${days}` : `+${days}`,
  );
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  return [
    ...dates,
    ...['easter', 'orthodox'].flatMap((feast) => offsets.map((offset) => `${feast}${offset}`)),
    ...weekdays.flatMap((weekday) => dates.map((date) => `${weekday}>=${date}`)),
  ];
}

interface Found {
  readonly text: string;
  readonly rule: HolidayRule;
  readonly from: number;
  readonly to: number;
  /** How many days the rule gives that no rule before it gave. */
  readonly news: number;
}

/** The longest runs of years in which a rule gives kept days only, of all rules: the one with most new days. */
function findBest(
  rules: ReadonlyMap<string, HolidayRule>,
  kept: ReadonlySet<number>,
  left: ReadonlySet<number>,
): Found | undefined {
  let best: Found | undefined;
  for (const [text, rule] of rules) {
    let from = FIRST_YEAR;
    let news = 0;
    for (let year = FIRST_YEAR; year <= LAST_YEAR + 1; year++) {
      const day = rule(year)!;
      if (year <= LAST_YEAR && kept.has(day)) {
        if (left.has(day)) news++;
        continue;
      }
      if (news > (best?.news ?? 0)) best = { text, rule, from, to: year - 1, news };
      from = year + 1;
      news = 0;
    }
  }
  return best;
}

/** The years of a rule as text. A rule that holds at an end of the table holds beyond it too. */
function yearsOf({ from, to }: Found): string {
  if (from === FIRST_YEAR && to === LAST_YEAR) return '';
  return `:${from === FIRST_YEAR ? '' : from}-${to === LAST_YEAR ? '' : to}`;
}

function rulesOf(kept: ReadonlySet<number>, rules: ReadonlyMap<string, HolidayRule>): string[] {
  const left = new Set(kept);
  const texts: string[] = [];
  for (;;) {
    const found = findBest(rules, kept, left);
    if (!found || found.news < FEWEST_DAYS) break;
    for (let year = found.from; year <= found.to; year++) left.delete(found.rule(year)!);
    texts.push(`${found.text}${yearsOf(found)}`);
  }
  const dates = [...left].sort((a, b) => a - b).map(civilOfDay);
  const single = dates.map(({ year, month, day }) => `${year}-${two(month)}-${two(day)}`);
  return [...texts, ...single];
}

/** Writes a row in lines of at most LINE_WIDTH characters. */
function writeRow(key: string, rules: readonly string[]): string {
  const lines = [key];
  for (const rule of rules) {
    if (lines.at(-1)!.length + 1 + rule.length > LINE_WIDTH) lines.push('  ');
    lines.push(`${lines.pop()} ${rule}`);
  }
  return lines.join('\n');
}

const rules = new Map(candidates().map((text) => [text, readHolidayRule(text)]));
const keys = [...new Set(AREAS.map(({ code }) => holidayKeyOf(code)))].sort();
const rows = keys.map((key) => writeRow(key, rulesOf(libraryHolidays(key), rules)));
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
writeFileSync(
  TABLE,
  `// Public holidays of the areas, ${FIRST_YEAR} to ${LAST_YEAR}. Written by \`npm run holidays\` from date-holidays ${version}.
// The data of the library relies on Wikipedia and is under CC BY-SA 3.0, and so is this table:
// https://creativecommons.org/licenses/by-sa/3.0/. THIRD-PARTY.md has the attributions.

/** One row a country: its code, then rules and dates as core/market/holidays.ts reads them. */
export const HOLIDAY_TABLE = \`
${rows.join('\n')}
\`;
`,
);
