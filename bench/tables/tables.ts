// npm run bench -- tables: some series of a thousand, read over HTTP from Parquet tables of ten years.

import { parseArgs } from 'node:util';
import { inWorkspace } from '../../harness/workspace.ts';
import { readNumber } from '../options.ts';
import { toTerminal } from '../report/write-tables.ts';
import { measureTables } from './tables-measure.ts';
import { judgeTables, tablesTables, writeTablesReport } from './tables-report.ts';

const HELP = `Usage: npm run bench -- tables [--check] [--series N] [--out FOLDER]

Fills a store with 1,000 series of ten years of hours, has the server make the table of values of each
year, and reads 10 of the series over HTTP, by DuckDB if its extension httpfs is installed, else by the
same requests. What counts is how many of the files' bytes are sent. Ends within a few minutes; with
--check, with an exit code other than 0 if a bar is missed.`;

/** `args` is what follows the word tables. */
export async function benchTables(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'boolean', default: false },
      series: { type: 'string' },
      out: { type: 'string', default: 'bench/results' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const series = readNumber('--series', values.series, 1_000, 20, 10_000);
  const measured = await inWorkspace((workspace) => measureTables(workspace, series));
  const verdicts = judgeTables(measured);
  for (const table of tablesTables(measured, verdicts)) console.log(`\n${toTerminal(table)}`);
  const command = ['npm run bench -- tables', ...args].join(' ');
  console.log(`Written to ${await writeTablesReport(values.out, command, measured, verdicts)}`);
  for (const { bar, isReached } of verdicts) {
    if (isReached) continue;
    console.log(`MISSED: ${bar}`);
    if (values.check) process.exitCode = 1;
  }
}
