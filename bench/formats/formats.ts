// npm run bench -- formats: the same rows in every format into an empty store, beside DuckDB and SheetJS.

import { parseArgs } from 'node:util';
import { inWorkspace } from '../../harness/workspace.ts';
import { readNumber } from '../options.ts';
import { toTerminal } from '../report/write-tables.ts';
import { FORMATS, type FormatName } from './formats-files.ts';
import { measureFormats } from './formats-measure.ts';
import { formatsTables, judgeFormats, writeFormatsReport } from './formats-report.ts';

const HELP = `Usage: npm run bench -- formats [--check] [--rows N] [--rounds N] [--only FORMAT]…
                                  [--out FOLDER]

Writes rows of hourly series (10 million unless N says otherwise) as CSV, NDJSON, Parquet, Arrow and
Excel, and imports each by the product's import command and, if it reads the format, by DuckDB, into a
table without a key and into one with a key of series and time, alternately, each in a new process. Excel
files (a million rows) are read by SheetJS too, after "npm install --no-save xlsx"; without it the report
says so. --only measures some formats. With --check, ends with an exit code other than 0 if a bar is missed.`;

function readFormat(name: string): FormatName {
  const format = FORMATS.find((each) => each === name);
  if (format) return format;
  throw new Error(`--only is one of ${FORMATS.join(', ')}, not ${JSON.stringify(name)}`);
}

/** `args` is what follows the word formats. */
export async function benchFormats(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'boolean', default: false },
      rows: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      out: { type: 'string', default: 'bench/results' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const rows = readNumber('--rows', values.rows, 10_000_000, 10_000, 1e9);
  const rounds = readNumber('--rounds', values.rounds, 3, 1, 100);
  const formats = values.only.length === 0 ? FORMATS : values.only.map(readFormat);
  const measured = await inWorkspace((workspace) =>
    measureFormats(workspace, rows, rounds, formats),
  );
  const verdicts = judgeFormats(measured);
  for (const table of formatsTables(measured, verdicts)) console.log(`\n${toTerminal(table)}`);
  const command = ['npm run bench -- formats', ...args].join(' ');
  console.log(`Written to ${await writeFormatsReport(values.out, command, measured, verdicts)}`);
  for (const { bar, isReached } of verdicts) {
    if (isReached) continue;
    console.log(`MISSED: ${bar}`);
    if (values.check) process.exitCode = 1;
  }
}
