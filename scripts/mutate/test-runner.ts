// The test runner that Stryker starts: runs test files in its own process, each mutant with modules of
// its own. What counts as a test for Stryker is a file, because tests of a file share caches and tables.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MutantCoverage, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import fc from 'fast-check';
import { type FreshModules, hookModules } from './fresh-modules.ts';
import { type FileOutcome, runTests, takeCollected } from './quick-test.ts';
import type { Target } from './targets.ts';

/** What the mutated sources look at. */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: MutantCoverage | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** Written by the first run, read by all processes: how long each test of a file took. */
const TIMES_FILE = 'mutate-times.json';
/** A test that takes this much longer than without a mutant, and ten times as long, does not end. */
const PATIENCE_MS = 4_000;
/** Stryker lets a mutant be passed a hundred times as often as without it; five times will do. */
const HIT_SHARE = 0.05;
const WITHOUT_LIMIT_MS = 600_000;
const SEED = 20_240_517;

type Times = Record<string, readonly number[]>;

const state: Switch = ((globalThis as { __stryker__?: Switch }).__stryker__ ??= {});
const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);

function setPropertyRuns(count: number): void {
  process.env.PROPERTY_RUNS = String(count);
  fc.configureGlobal({ seed: SEED, numRuns: count, endOnFailure: true });
}

class FileRunner implements TestRunner {
  static inject = tokens(commonTokens.options);
  readonly #target: Target;
  readonly #files: readonly string[];
  readonly #modules: FreshModules;
  #times: Times = {};

  constructor(options: StrykerOptions) {
    const given = options as unknown as { target: Target; testPaths: readonly string[] };
    this.#target = given.target;
    this.#files = given.testPaths;
    this.#modules = hookModules(process.cwd(), this.#target.loadedAnew);
  }

  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<DryRunResult> {
    setPropertyRuns(this.#target.propertyRuns[0]);
    state.mutantCoverage = { static: {}, perTest: {} };
    const tests: TestResult[] = [];
    for (const file of this.#files) {
      state.currentTestId = file;
      const { failure, timesMs } = await this.#runFile(file, () => WITHOUT_LIMIT_MS);
      this.#times[file] = timesMs;
      tests.push(resultOf(file, sum(timesMs), failure));
    }
    state.currentTestId = undefined;
    writeFileSync(TIMES_FILE, JSON.stringify(this.#times));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: state.mutantCoverage };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const files = this.#inOrder(options.testFilter ?? this.#files, options.activeMutant.fileName);
    state.activeMutant = options.activeMutant.id;
    const hitLimit = options.hitLimit && options.hitLimit * HIT_SHARE;
    const [few, many] = this.#target.propertyRuns;
    let result: DryRunResult = { status: DryRunStatus.Complete, tests: [] };
    for (const runs of new Set([few, many])) {
      setPropertyRuns(runs);
      state.hitLimit = hitLimit && (hitLimit * runs) / few;
      state.hitCount = hitLimit && 0;
      const asked = runs === few ? files : files.filter(hasProperties);
      result = await this.#runUntilFailure(asked, runs / few);
      const endless = determineHitLimitReached(state.hitCount, state.hitLimit);
      if (endless !== undefined) return toMutantRunResult(endless);
      if (result.status !== DryRunStatus.Complete) break;
      if (result.tests.at(-1)?.status === TestStatus.Failed) break;
    }
    return toMutantRunResult(result);
  }

  async #runUntilFailure(files: readonly string[], factor: number): Promise<DryRunResult> {
    const tests: TestResult[] = [];
    for (const file of files) {
      const usual = this.#times[file] ?? [];
      const { failure, isEndless } = await this.#runFile(
        file,
        (position) => PATIENCE_MS + 10 * factor * (usual[position] ?? 0),
      );
      if (isEndless) return { status: DryRunStatus.Timeout, reason: failure };
      tests.push(resultOf(file, 0, failure));
      if (failure !== undefined) break;
    }
    return { status: DryRunStatus.Complete, tests };
  }

  async #runFile(file: string, limitMs: (position: number) => number): Promise<FileOutcome> {
    try {
      await this.#modules.load(file);
    } catch (error) {
      takeCollected();
      return { failure: `${file}: ${error}`, isEndless: false, timesMs: [] };
    }
    return runTests(takeCollected(), limitMs);
  }

  /** The file's own test first, then the quickest. */
  #inOrder(files: readonly string[], source: string): readonly string[] {
    if (Object.keys(this.#times).length === 0 && existsSync(TIMES_FILE)) {
      this.#times = JSON.parse(readFileSync(TIMES_FILE, 'utf8'));
    }
    const own = `${basename(source, '.ts')}.test.ts`;
    const rank = (file: string): number =>
      basename(file) === own ? -1 : sum(this.#times[file] ?? []);
    return [...files].sort((a, b) => rank(a) - rank(b));
  }
}

const hasProperties = (file: string): boolean => readFileSync(file, 'utf8').includes('fast-check');

function resultOf(file: string, timeSpentMs: number, failure: string | undefined): TestResult {
  const test = { id: file, name: file, fileName: join(process.cwd(), file), timeSpentMs };
  return failure === undefined
    ? { ...test, status: TestStatus.Success }
    : { ...test, status: TestStatus.Failed, failureMessage: failure };
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'files', FileRunner)];
