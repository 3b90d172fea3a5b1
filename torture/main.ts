// npm run torture: one row of faults at its full figure, against real processes of the product.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { showProgress } from '../harness/progress.ts';
import { readCommit } from '../harness/read-commit.ts';
import { prepareBuild } from './built-product.ts';
import { resultOf, writeLine } from './report.ts';
import type { Row } from './row.ts';
import { isRowName, loadRow, ROW_NAMES } from './rows.ts';
import { runRow } from './run-row.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DEFAULT_SEED = 20_240_517;
const MOST = 100_000_000;

const OPTIONS = {
  count: { type: 'string' },
  seed: { type: 'string' },
  folder: { type: 'string' },
  report: { type: 'string' },
  fresh: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const formatCount = (count: number): string => count.toLocaleString('en-GB');

const figureOf = ({ unit }: Row, count: number): string => `${formatCount(count)} ${unit}`;

async function usage(): Promise<string> {
  const rows = await Promise.all(ROW_NAMES.map(loadRow));
  const lines = rows.map(
    (row) =>
      `  ${row.name.padEnd(14)} ${row.summary} (${figureOf(row, row.count)})\n${' '.repeat(17)}must hold: ${row.mustHold}`,
  );
  return `Usage: npm run torture -- ROW [--count N] [--seed N] [--fresh] [--folder FOLDER] [--report FILE]

Builds the product if its sources have changed, runs one row against its servers and commands and
writes its line into docs/evidence/reliability.md. A run that was broken off continues. The exit code is 1 if a row
does not hold or missed a figure, and 0 if it could not be run here, which is said.

${lines.join('\n')}

  --count N        fewer, or more, than the full figure
  --seed N         other random moments and requests; ${DEFAULT_SEED} unless told
  --fresh          begin again even if a run was broken off
  --folder FOLDER  where the run keeps its stores and how far it has come; else test-output/torture/ROW
  --report FILE    the page with the table; else docs/evidence/reliability.md
`;
}

function readWhole(name: string, given: string | undefined, fallback: number): number {
  const number = Number(given ?? fallback);
  if (Number.isInteger(number) && number >= 1 && number <= MOST) return number;
  throw new Error(`--${name} is a whole number from 1 to ${MOST}, not ${given}`);
}

async function torture(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
  });
  const [name] = positionals;
  if (values.help || name === undefined) {
    process.stdout.write(await usage());
    return values.help ? 0 : 2;
  }
  if (positionals.length > 1 || !isRowName(name)) {
    throw new Error(`"${positionals.join(' ')}" is no row; there are ${ROW_NAMES.join(', ')}`);
  }
  const row = await loadRow(name);
  const lack = await row.lacks?.();
  if (lack !== undefined) {
    process.stdout.write(`${name}: skipped, ${lack}\n`);
    return 0;
  }
  return runAndReport(row, args, values);
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

async function runAndReport(row: Row, args: readonly string[], values: Values): Promise<number> {
  const count = readWhole('count', values.count, row.count);
  prepareBuild(ROOT);
  const { outcome, state } = await runRow(row, {
    folder: values.folder ?? join(ROOT, 'test-output', 'torture', row.name),
    count,
    seed: readWhole('seed', values.seed, DEFAULT_SEED),
    commit: readCommit(ROOT),
    isFresh: values.fresh,
    onProgress: showProgress(row.name, row.unit),
  });
  const result = resultOf(outcome);
  process.stdout.write(`${row.name}: ${result}\n`);
  for (const fault of outcome.faults) process.stdout.write(`  ${fault}\n`);
  await writeLine(values.report ?? join(ROOT, 'docs', 'evidence', 'reliability.md'), {
    row: row.name,
    figure: figureOf(row, count),
    result,
    date: new Date().toISOString().slice(0, 10),
    commit: state.commit,
    command: ['npm run torture --', ...args.filter((one) => one !== '--fresh')].join(' '),
  });
  return outcome.faults.length + outcome.misses.length > 0 ? 1 : 0;
}

// So that whatever was started is ended: see product.ts.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

try {
  process.exitCode = await torture(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
