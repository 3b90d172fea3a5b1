// A backtest on a CSV of hours, with one fit a day.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Arguments, type Io, misuse } from '#cli/command/command';
import { namingFile } from '#cli/command/input-files';
import { needText, readCount } from '#cli/command/read-option';
import { cpuSeconds, OutRows, printBacktest } from '#cli/commands/forecast/backtest-report';
import { type DayColumns, dateText, readDayColumns } from '#cli/commands/forecast/day-csv';
import { ProgressLine } from '#cli/terminal/progress-line';
import { countOf } from '#cli/terminal/table';
import { AREAS } from '#core/market/areas';
import type { IsHoliday } from '#core/market/holidays';
import { didYouMean, quoteGiven } from '#core/nearest';
import { formatWall, HOUR_MS } from '#core/time/instant';
import { openInput } from '#importers/files/open-input';
import { type BacktestOptions, backtestDays, countBacktestDays } from '#model/backtest-days';
import { buildDayTable, type DayTable, type Driver } from '#model/days/day-table';
import { SERIES_KINDS, type SeriesKind } from '#model/members/members';
import { holidaysOf } from '#service/holidays';
import { BacktestScores } from '#service/model-runs/backtest-scores';
import { kindOfWords, roleOfWords } from '#service/model-runs/guess-target';

const HOURS = 24;
/** Zeros are gaps if at most this share of the values is 0 … */
const MOST_ODD_ZEROS = 0.01;
/** … and every other value is further from 0 than this share of their mean. */
const NEAR_ZERO = 0.05;

export async function backtestFile(args: Arguments, io: Io): Promise<void> {
  const file = needText(args, 'csv');
  needText(args, 'target');
  const testDays = readCount(args, 'test-days', 1, 100_000);
  const kind = readKind(args);
  const isHoliday = await readHolidays(args);
  const table = await namingFile(file, async () => {
    const columns = await readDayColumns((await openInput(file, io.stdin)).pieces);
    return tableOf(columns, { kind, isHoliday }, args, io);
  });
  if (testDays >= table.dayCount) {
    throw misuse(`--test-days: the file has ${table.dayCount} days in all`);
  }
  const options: BacktestOptions = {
    kind,
    testDays,
    every: readCount(args, 'every', 1, 1_000, 1),
    knownSlotsOfDayBefore: readCount(args, 'known-until', 0, HOURS, HOURS),
  };
  const scores = new BacktestScores();
  const rows = new OutRows();
  const startedAt = cpuSeconds();
  const total = countBacktestDays(table, options);
  const line = new ProgressLine(io.stderr);
  let done = 0;
  for (const day of backtestDays(table, options)) {
    line.showSteps(++done, total, dateText(day.day));
    // Lets the process handle a resized terminal or an interrupt.
    await nextTurn();
    if (day.isWarmUp) continue;
    scores.add(day);
    if ('refused' in day.outcome) continue;
    const timeOf = (hour: number): string => formatWall((day.day * HOURS + hour) * HOUR_MS);
    rows.add(timeOf, day.actual, day.outcome);
  }
  line.clear();
  printBacktest(scores, { cpuSeconds: cpuSeconds() - startedAt, days: total }, io);
  const out = args.text('out');
  if (out !== undefined) await rows.write(out);
}

/** What a file does not tell of its target. */
interface TargetFacts {
  readonly kind: SeriesKind;
  /** Undefined if no area is given: then no day is a holiday. */
  readonly isHoliday: IsHoliday | undefined;
}

function tableOf(columns: DayColumns, facts: TargetFacts, args: Arguments, io: Io): DayTable {
  const read = (name: string, mayBeZero: boolean): Float64Array => {
    const values = columns.column(name);
    const zeros = values.reduce((count, value) => count + Number(value === 0), 0);
    const isGap = args.flag('zero-is-missing') || (!mayBeZero && areFilledGaps(values, zeros));
    if (zeros === 0 || !isGap || args.flag('keep-zeros')) return values;
    io.stderr.write(`${name.trim()}: ${countOf(zeros, 'zero')} taken for gaps\n`);
    return values.map((value) => (value === 0 ? Number.NaN : value));
  };
  return buildDayTable({
    firstDay: columns.firstDay,
    slotsPerDay: HOURS,
    target: read(needText(args, 'target'), facts.kind === 'price'),
    drivers: args.texts('driver').map((name) => driverOf(name, read(name, false))),
    ...(facts.isHoliday ? { isHoliday: facts.isHoliday } : {}),
  });
}

/** Names tell which drivers are demand and which supply, so that the net load is made of all of them. */
export function driverOf(column: string, values: Float64Array): Driver {
  const role = roleOfWords(column);
  return { name: column.trim(), values, ...(role === undefined ? {} : { role }) };
}

/** A few zeros among values that are never near zero stand for gaps. */
function areFilledGaps(values: Float64Array, zeros: number): boolean {
  if (zeros > MOST_ODD_ZEROS * values.length) return false;
  let smallest = Number.POSITIVE_INFINITY;
  let total = 0;
  for (const value of values) {
    if (value === 0 || Number.isNaN(value)) continue;
    smallest = Math.min(smallest, Math.abs(value));
    total += Math.abs(value);
  }
  return smallest > NEAR_ZERO * (total / values.length);
}

/** The holidays of the area that is given; undefined without one. */
async function readHolidays(args: Arguments): Promise<IsHoliday | undefined> {
  const area = args.text('area')?.trim();
  if (area === undefined) return undefined;
  const isHoliday = await holidaysOf(area);
  if (isHoliday) return isHoliday;
  const known: string[] = [];
  for (const { code } of AREAS) if (await holidaysOf(code)) known.push(code);
  const hint = didYouMean(area, known);
  throw misuse(
    `--area: no holidays are known for ${quoteGiven(area)}${hint}; they are for ${known.join(', ')}`,
  );
}

function readKind(args: Arguments): SeriesKind {
  const byName = kindOfWords(needText(args, 'target'));
  const isPartlyKnown = args.text('known-until') !== undefined;
  const given = args.text('kind');
  if (given === undefined) return byName ?? (isPartlyKnown ? 'load' : 'price');
  const kind = SERIES_KINDS.find((each) => each === given);
  if (kind === undefined) throw misuse(`--kind is one of ${SERIES_KINDS.join(', ')}`);
  return kind;
}
