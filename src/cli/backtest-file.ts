// A backtest on a CSV of hours, one fit a day.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { cpuSeconds, OutRows, printBacktest } from '#cli/backtest-report';
import { type Arguments, type Io, misuse } from '#cli/command';
import { type DayColumns, dateText, readDayColumns } from '#cli/day-csv';
import { blaming } from '#cli/import';
import { needText, readCount } from '#cli/read-option';
import { StepBar } from '#cli/step-bar';
import { formatWall, HOUR_MS } from '#core/instant';
import { openInput } from '#importers/open-input';
import { type BacktestOptions, backtestDays, countBacktestDays } from '#model/backtest-days';
import { buildDayTable, type DayTable } from '#model/day-table';
import { BLEND } from '#model/past-runs';
import { BacktestScores } from '#service/backtest-scores';

const HOURS = 24;

export async function backtestFile(args: Arguments, io: Io): Promise<void> {
  const file = needText(args, 'csv');
  needText(args, 'target');
  const testDays = readCount(args, 'test-days', 1, 100_000);
  const table = await blaming(file, async () =>
    tableOf(await readDayColumns((await openInput(file, io.stdin)).pieces), args),
  );
  if (testDays >= table.dayCount) {
    throw misuse(`--test-days: the file has ${table.dayCount} days in all`);
  }
  const options: BacktestOptions = {
    kind: readKind(args),
    testDays,
    every: readCount(args, 'every', 1, 1_000, 1),
    knownSlotsOfDayBefore: readCount(args, 'known-until', 0, HOURS, HOURS),
  };
  const scores = new BacktestScores();
  const rows = new OutRows();
  const startedAt = cpuSeconds();
  const total = countBacktestDays(table, options);
  const bar = new StepBar(io.stderr, total);
  let done = 0;
  for (const day of backtestDays(table, options)) {
    bar.show(++done, dateText(day.day));
    // A terminal that is resized or interrupted wants its turn.
    await nextTurn();
    if (day.isWarmUp) continue;
    scores.add(day);
    if ('refused' in day.outcome) continue;
    const timeOf = (hour: number): string => formatWall((day.day * HOURS + hour) * HOUR_MS);
    rows.add(timeOf, day.actual, day.outcome.firstDay.values[BLEND]!);
  }
  bar.clear();
  printBacktest(scores, { cpuSeconds: cpuSeconds() - startedAt, days: total }, io);
  const out = args.text('out');
  if (out !== undefined) await rows.write(out);
}

function tableOf(columns: DayColumns, args: Arguments): DayTable {
  const isZeroMissing = args.flag('zero-is-missing');
  const read = (name: string): Float64Array => {
    const values = columns.column(name);
    return isZeroMissing ? values.map((value) => (value === 0 ? Number.NaN : value)) : values;
  };
  return buildDayTable({
    firstDay: columns.firstDay,
    slotsPerDay: HOURS,
    target: read(needText(args, 'target')),
    drivers: args.texts('driver').map((name) => ({ name: name.trim(), values: read(name) })),
  });
}

function readKind(args: Arguments): 'price' | 'load' {
  const text = args.text('kind') ?? (args.text('known-until') === undefined ? 'price' : 'load');
  if (text === 'price' || text === 'load') return text;
  throw misuse('--kind is price or load');
}
