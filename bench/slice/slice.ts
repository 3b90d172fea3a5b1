// npm run bench -- slice: what was forecast a day ahead, for three years, beside SQL over a row a value.

import { parseArgs } from 'node:util';
import { inWorkspace } from '../../harness/workspace.ts';
import { readNumber } from '../options.ts';
import { toTerminal } from '../report/write-tables.ts';
import { measureSlices } from './slice-measure.ts';
import { judgeSlices, sliceTables, writeSliceReport } from './slice-report.ts';

const HELP = `Usage: npm run bench -- slice [--check] [--rounds N] [--seconds N] [--days N] [--out FOLDER]

Fills a store and PostgreSQL with two forecast runs a day for three years, and asks both what was
forecast a day ahead, by the hour. Reading the actual values of the same hours is the yardstick. Ends
within a few minutes; with --check, with an exit code other than 0 if a bar is missed.`;

/** 1,095 days have 2,190 runs. */
const DAYS = 1_095;
const SERIES = 4;

/** `args` is what follows the word slice. */
export async function benchSlice(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      days: { type: 'string' },
      out: { type: 'string', default: 'bench/results' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const size = { series: SERIES, days: readNumber('--days', values.days, DAYS, 2, DAYS) };
  const rounds = readNumber('--rounds', values.rounds, 7, 1, 100);
  const seconds = readNumber('--seconds', values.seconds, 2, 0.02, 60);
  const measured = await inWorkspace((workspace) =>
    measureSlices(workspace, size, { rounds, seconds }),
  );
  const verdicts = judgeSlices(measured);
  for (const table of sliceTables(measured, verdicts)) console.log(`\n${toTerminal(table)}`);
  const command = ['npm run bench -- slice', ...args].join(' ');
  console.log(`Written to ${await writeSliceReport(values.out, command, measured, verdicts)}`);
  for (const { bar, isReached } of verdicts) {
    if (isReached) continue;
    console.log(`MISSED: ${bar}`);
    if (values.check) process.exitCode = 1;
  }
}
