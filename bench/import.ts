// npm run bench -- import: a CSV file of a gigabyte into an empty store, beside DuckDB.

import { parseArgs } from 'node:util';
import { formatCount } from '../harness/numbers.ts';
import { showStage } from '../harness/progress.ts';
import { inWorkspace } from '../harness/workspace.ts';
import { type FileOrder, writeImportFile } from './import-file.ts';
import { type ImportMeasured, measureImport } from './import-measure.ts';
import { importTables, judgeImport, writeImportReport } from './import-report.ts';
import { readNumber } from './options.ts';
import { toTerminal } from './report/write-tables.ts';

const HELP = `Usage: npm run bench -- import [--megabytes N] [--rounds N] [--by-time] [--out FOLDER]

Writes a CSV of hourly series (series,time,value; 1000 MB unless N says otherwise) to the temporary
folder, imports it by the product's import command and by DuckDB's COPY into a table, alternately, each in
a new process, and removes it. Rows a second are medians of the rounds (3), memory is the largest
resident set of any. Ends with an exit code other than 0 if a bar is missed.

  --by-time   all series hour by hour, instead of one series after the other`;

/** `args` is what follows the word import. */
export async function benchImport(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      megabytes: { type: 'string' },
      rounds: { type: 'string' },
      'by-time': { type: 'boolean', default: false },
      out: { type: 'string', default: 'bench/results' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const megabytes = readNumber('--megabytes', values.megabytes, 1_000, 1, 100_000);
  const rounds = readNumber('--rounds', values.rounds, 3, 1, 100);
  const order = values['by-time'] ? 'time' : 'series';
  const measured = await measure(megabytes, rounds, order);
  const verdicts = judgeImport(measured);
  for (const table of importTables(measured, verdicts)) console.log(`\n${toTerminal(table)}`);
  const command = ['npm run bench -- import', ...args].join(' ');
  console.log(`Written to ${await writeImportReport(values.out, command, measured, verdicts)}`);
  for (const { bar, isReached } of verdicts) {
    if (isReached) continue;
    console.log(`MISSED: ${bar}`);
    process.exitCode = 1;
  }
}

const measure = (megabytes: number, rounds: number, order: FileOrder): Promise<ImportMeasured> =>
  inWorkspace(async (workspace) => {
    showStage(`a file of ${formatCount(megabytes)} MB`);
    const file = await writeImportFile(workspace, megabytes * 1e6, order);
    showStage(`${formatCount(file.rows)} rows, ${rounds} rounds`);
    return measureImport(workspace, file, rounds);
  });
