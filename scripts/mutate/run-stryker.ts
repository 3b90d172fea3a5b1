// Runs Stryker over the sources of a target, some files at a time: it keeps its results only at the end
// of a run, and a run that is broken off should not lose much.

import { glob, readFile } from 'node:fs/promises';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import type { Target } from './targets.ts';

/** Lines of source that are tried in one go. */
const MOST_LINES = 300;

export interface StrykerRun {
  /** Sources to try; empty means all of the target's. */
  readonly only: readonly string[];
  readonly force: boolean;
  readonly workers: number;
  /** The folder in which Stryker works. */
  readonly folder: string;
  /** The folder of the results. */
  readonly resultFile: string;
}

export async function runStryker(target: Target, run: StrykerRun): Promise<void> {
  const sources = await listFiles(target.sources);
  const asked = run.only.length === 0 ? sources : sources.filter((one) => run.only.includes(one));
  const tests = await listFiles(target.tests);
  const testPaths = tests.filter((one) => !target.withoutTests.includes(one));
  for (const mutate of await inBatches(asked)) {
    const options = { ...optionsOf(target, run), mutate, target, testPaths };
    await new Stryker(options).runMutationTest();
  }
}

const listFiles = async (patterns: readonly string[]): Promise<string[]> =>
  (await Array.fromAsync(glob(patterns))).sort();

async function inBatches(files: readonly string[]): Promise<string[][]> {
  const batches: string[][] = [];
  let room = 0;
  for (const file of files) {
    const lines = (await readFile(file, 'utf8')).split('\n').length;
    if (lines > room || batches.length === 0) {
      batches.push([]);
      room = MOST_LINES;
    }
    batches.at(-1)!.push(file);
    room -= lines;
  }
  return batches;
}

const pluginAt = (name: string): string => new URL(name, import.meta.url).href;

const optionsOf = (target: Target, run: StrykerRun): PartialStrykerOptions => ({
  testRunner: 'files',
  plugins: [pluginAt('./test-runner.ts'), pluginAt('./ignore-messages.ts')],
  ignorers: ['messages'],
  testRunnerNodeArgs: ['-C', 'source', '--no-warnings'],
  coverageAnalysis: 'perTest',
  concurrency: run.workers,
  // Modules of a mutant stay in memory until their process ends.
  maxTestRunnerReuse: 150,
  // Tests that wait for ever are ended by the runner itself; this is for loops that cannot be.
  timeoutMS: 20_000,
  timeoutFactor: 2,
  incremental: true,
  incrementalFile: run.resultFile,
  force: run.force,
  ignorePatterns: ['**', ...target.copied.map((path) => `!${path}`)],
  tempDirName: `${run.folder}/sandbox`,
  reporters: ['progress-append-only'],
  disableTypeChecks: false,
  warnings: {
    unknownOptions: false,
    preprocessorErrors: true,
    unserializableOptions: true,
    slow: true,
  },
});
