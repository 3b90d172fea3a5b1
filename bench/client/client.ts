// npm run bench -- client: ten years of hours into typed arrays and into pandas, beside what parses the same bytes.

import { parseArgs } from 'node:util';
import { inWorkspace } from '../../harness/workspace.ts';
import { readNumber } from '../options.ts';
import { toTerminal } from '../report/write-tables.ts';
import { measureClients } from './client-measure.ts';
import { clientTables, judgeClients, writeClientReport } from './client-report.ts';

const HELP = `Usage: npm run bench -- client [--check] [--rounds N] [--out FOLDER]

Serves ten years of hours and reads them by the clients: the TypeScript client beside JSON.parse alone
on the same bytes, the Python client beside pandas.read_json on the same answer (if python3 has pandas).
Ends within a minute; with --check, with an exit code other than 0 if a bar is missed.`;

/** `args` is what follows the word client. */
export async function benchClient(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      out: { type: 'string', default: 'bench/results' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const rounds = readNumber('--rounds', values.rounds, 41, 1, 1_000);
  const measured = await inWorkspace((workspace) => measureClients(workspace, rounds));
  const verdicts = judgeClients(measured);
  for (const table of clientTables(measured, verdicts)) console.log(`\n${toTerminal(table)}`);
  const command = ['npm run bench -- client', ...args].join(' ');
  console.log(`Written to ${await writeClientReport(values.out, command, measured, verdicts)}`);
  for (const { bar, outcome } of verdicts) {
    if (outcome !== 'MISSED') continue;
    console.log(`MISSED: ${bar}`);
    if (values.check) process.exitCode = 1;
  }
}
