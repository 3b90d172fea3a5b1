// npm run mutate: breaks the sources of a folder in small ways, one at a time, and counts what no test
// notices. Results are kept, so that only what changed since is tried again.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCommit } from '../../harness/read-commit.ts';
import {
  listSurvivors,
  type MutationResult,
  sectionLines,
  totalScore,
  writeSection,
} from './report.ts';
import { runStryker } from './run-stryker.ts';
import { findTarget, LEAST_SCORE, TARGETS, type Target } from './targets.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MEMORY = '/dev/shm';
const KEPT = join('test-output', 'mutate');

const OPTIONS = {
  only: { type: 'string', multiple: true },
  force: { type: 'boolean', default: false },
  workers: { type: 'string', default: '2' },
  report: { type: 'string', default: join('docs', 'evidence', 'mutation.md') },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const usage =
  (): string => `Usage: npm run mutate -- [FOLDER …] [--only FILE] [--force] [--workers N] [--report FILE]

Mutates sources and runs the tests that reach them. Folders, one after the other if none is named:
${TARGETS.map(({ name, what }) => `  ${name.padEnd(14)} ${what}`).join('\n')}

  --only FILE      only this source, such as src/core/time/zone.ts; may be repeated
  --force          try every mutant again, also those whose source and tests have not changed
  --workers N      how many processes try mutants; 2 unless told
  --report FILE    the page with the figures; else docs/evidence/mutation.md

What was found before is in ${KEPT} and is used again. The exit code is 1 if a folder has a score
below ${LEAST_SCORE} %.
`;

interface Asked {
  readonly only: readonly string[];
  readonly force: boolean;
  readonly workers: number;
  readonly report: string;
}

/** Returns whether the folder reached its score. */
async function mutate(target: Target, asked: Asked): Promise<boolean> {
  const resultFile = join(KEPT, `${target.name}.json`);
  const commit = readCommit(ROOT);
  await runStryker(target, { ...asked, folder: KEPT, resultFile });
  const result: MutationResult = JSON.parse(await readFile(resultFile, 'utf8'));
  for (const line of listSurvivors(result)) process.stdout.write(`${line}\n`);
  const date = new Date().toISOString().slice(0, 10);
  const command = `npm run mutate -- ${target.name}`;
  const { name, what } = target;
  const lines = sectionLines({ name, what, date, commit, command }, result);
  process.stdout.write(`${lines.join('\n')}\n`);
  await writeSection(asked.report, lines);
  return totalScore(result) >= LEAST_SCORE;
}

/** The tests' stores lie in a folder in memory if the system has one: no test here is about the disk. */
async function inMemory(work: () => Promise<boolean>): Promise<boolean> {
  if (!existsSync(MEMORY)) return work();
  const folder = await mkdtemp(join(MEMORY, 'gridtide-mutate-'));
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function mutateAll(targets: readonly Target[], asked: Asked): Promise<boolean> {
  let isEnough = true;
  for (const target of targets) isEnough = (await mutate(target, asked)) && isEnough;
  return isEnough;
}

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(usage());
    return 0;
  }
  const targets = positionals.length === 0 ? TARGETS : positionals.map(findTarget);
  await mkdir(KEPT, { recursive: true });
  const workers = Number(values.workers);
  if (!(Number.isInteger(workers) && workers >= 1)) throw new Error('--workers is a whole number');
  const asked = { ...values, only: values.only ?? [], workers };
  return (await inMemory(() => mutateAll(targets, asked))) ? 0 : 1;
}

process.chdir(ROOT);
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
