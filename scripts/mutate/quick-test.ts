// What the tests import in place of `node:test` while mutants are tried: they run one after the other
// in this process, and the first that fails ends the file. It offers only what these tests use.

export interface TestContext {
  after(work: () => unknown): void;
}

type Body = (t: TestContext) => unknown;

interface Test {
  readonly name: string;
  readonly body: Body;
}

export interface FileOutcome {
  /** What made the first test fail that did. */
  readonly failure?: string | undefined;
  /** Whether it failed because it did not end. */
  readonly isEndless: boolean;
  /** How long each test took that ran. */
  readonly timesMs: readonly number[];
}

const TICK_MS = 20;

let collected: Test[] = [];

export function test(name: string, body: Body): void {
  collected.push({ name, body });
}

export function suite(_name: string, body: () => void): void {
  body();
}

export const it = test;
export const describe = suite;

/** The tests that were collected since the last call. */
export function takeCollected(): readonly Test[] {
  const tests = collected;
  collected = [];
  return tests;
}

/** Runs tests until one fails, or takes longer than its limit. */
export async function runTests(
  tests: readonly Test[],
  limitMs: (position: number) => number,
): Promise<FileOutcome> {
  const timesMs: number[] = [];
  for (const [position, { name, body }] of tests.entries()) {
    const from = performance.now();
    const { failure, isEndless } = await runTest(body, limitMs(position));
    timesMs.push(performance.now() - from);
    if (failure !== undefined) return { failure: `${name}: ${failure}`, isEndless, timesMs };
  }
  return { isEndless: false, timesMs };
}

async function runTest(
  body: Body,
  limitMs: number,
): Promise<{ failure?: string | undefined; isEndless: boolean }> {
  const endings: (() => unknown)[] = [];
  const limit = Promise.withResolvers<true>();
  // Counted while this process runs: no time passes while other processes take the whole processor.
  let ticks = Math.ceil(limitMs / TICK_MS);
  const timer = setInterval(() => --ticks <= 0 && limit.resolve(true), TICK_MS);
  let failure: string | undefined;
  let isEndless = false;
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      const ended = Promise.resolve(work()).then(() => false);
      isEndless ||= await Promise.race([ended, limit.promise]);
    } catch (error) {
      failure ??= String(error);
    }
  };
  await attempt(() => body({ after: (work) => endings.push(work) }));
  for (const work of endings) await attempt(work);
  clearInterval(timer);
  if (isEndless) failure ??= 'does not end';
  return { failure, isEndless };
}
