// Rows whose full figure is reached by test files: run one after the other, with an environment that says how
// much. `npm test` runs the same files with less.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Attempt, Ground, Row } from './row.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MOST_TEXT = 256 * 1024;
/** What a test says of its figures: `t.diagnostic('figure: 60 routes')`. */
const FIGURE = /^\s*ℹ figure: (.+)$/gm;
const FAILED = /^\s*✖ (.+) \([\d.]+ms\)$/gm;

interface SuiteTally {
  /** Files that are done with. */
  files: string[];
  passed: number;
  figures: string[];
  faults: string[];
}

export interface Suite extends Pick<Row, 'name' | 'summary' | 'count' | 'unit' | 'mustHold'> {
  readonly files: readonly string[];
  /** How the files are told the figure; without it they run whole, whatever is asked. */
  readonly environment?: (count: number, seed: number) => Readonly<Record<string, string>>;
}

export interface SuiteRun {
  readonly passed: number;
  readonly figures: readonly string[];
  readonly faults: readonly string[];
}

export function readRun(file: string, code: number | null, text: string): SuiteRun {
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!);
  const passed = Number(/^ℹ pass (\d+)$/m.exec(text)?.[1] ?? 0);
  const failed = [...new Set(all(FAILED))].map((name) => `${file}: ${name}`);
  if (code !== 0 && failed.length === 0)
    failed.push(`${file} ended with ${code}: ${text.slice(-500)}`);
  if (passed === 0 && failed.length === 0) failed.push(`${file} had no tests`);
  return { passed, figures: all(FIGURE), faults: failed };
}

async function runFile(file: string, env: Readonly<Record<string, string>>): Promise<SuiteRun> {
  const tests = spawn(process.execPath, ['scripts/run-tests.mjs', file], {
    cwd: ROOT,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, EXAMPLES: 'all', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = (): void => void tests.kill('SIGTERM');
  process.once('exit', end);
  let text = '';
  tests.stdout.on('data', (piece) => {
    text = (text + piece).slice(-MOST_TEXT);
  });
  const [code] = (await once(tests, 'close')) as [number | null];
  process.off('exit', end);
  return readRun(file, code, text);
}

class Suiting implements Attempt {
  readonly #suite: Suite;
  readonly #ground: Ground;
  readonly #tally: SuiteTally;

  constructor(suite: Suite, ground: Ground, tally: SuiteTally) {
    this.#suite = suite;
    this.#ground = ground;
    this.#tally = tally;
  }

  /** A file at a time, which is its share of the figure. */
  async next(done: number, most: number): Promise<number> {
    const { files, environment } = this.#suite;
    const { count, seed } = this.#ground;
    const tally = this.#tally;
    const file = files[tally.files.length]!;
    const { passed, figures, faults } = await runFile(file, environment?.(count, seed) ?? {});
    tally.files.push(file);
    tally.passed += passed;
    tally.figures.push(...figures);
    tally.faults.push(...faults);
    const isLast = tally.files.length === files.length;
    return isLast ? most : Math.floor((count * tally.files.length) / files.length) - done;
  }
}

export const makeSuiteRow = (suite: Suite): Row<SuiteTally> => ({
  ...suite,
  newTally: () => ({ files: [], passed: 0, figures: [], faults: [] }),
  async open(ground, tally) {
    if (!suite.environment && ground.count !== suite.count)
      throw new Error(`${suite.name} runs whole or not at all: leave --count out`);
    return new Suiting(suite, ground, tally);
  },
  judge: ({ files, passed, figures, faults }) => ({
    faults,
    misses: [],
    figures: [...figures, `${passed} tests of ${files.length} files passed`].join('; '),
  }),
});
