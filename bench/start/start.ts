// npm run bench -- start: the CPU of a start, beside a bare Fastify server.

import { parseArgs } from 'node:util';
import { inWorkspace } from '../../harness/workspace.ts';
import { readNumber } from '../options.ts';
import { toTerminal } from '../report/write-tables.ts';
import { measureStarts } from './start-measure.ts';
import { judgeStarts, startTables, writeStartReport } from './start-report.ts';

const HELP = `Usage: npm run bench -- start [--check] [--series N] [--rounds N] [--out FOLDER]

Builds the product, fills a store with 100,000 series, and starts a server on it, built and from the
checkout, alternately with a bare Fastify server. CPU until ready counts. Ends within two minutes; with
--check, with an exit code other than 0 if a bar is missed.`;

/** `args` is what follows the word start. */
export async function benchStart(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'boolean', default: false },
      series: { type: 'string' },
      rounds: { type: 'string' },
      out: { type: 'string', default: 'bench/results' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const series = readNumber('--series', values.series, 100_000, 10, 1_000_000);
  const rounds = readNumber('--rounds', values.rounds, 7, 1, 100);
  const measured = await inWorkspace((workspace) => measureStarts(workspace, series, rounds));
  const verdicts = judgeStarts(measured);
  for (const table of startTables(measured, verdicts)) console.log(`\n${toTerminal(table)}`);
  const command = ['npm run bench -- start', ...args].join(' ');
  console.log(`Written to ${await writeStartReport(values.out, command, measured, verdicts)}`);
  for (const { bar, isReached } of verdicts) {
    if (isReached) continue;
    console.log(`MISSED: ${bar}`);
    if (values.check) process.exitCode = 1;
  }
}
