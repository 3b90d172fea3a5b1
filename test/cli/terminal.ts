// A terminal without a process: it runs commands on a store of its own and collects what they write.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { runProgram } from '#cli/run-program';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { makeNewStore } from '../../harness/new-store.ts';

export const NOW = Date.parse('2026-11-15T12:00:00Z');

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Call {
  readonly stdin?: string;
  /** Whether standard input and both outputs are a terminal; `stdin` then arrives key by key. */
  readonly isTerminal?: boolean;
  /** The width of the terminal; unknown by default. */
  readonly columns?: number;
  readonly env?: Record<string, string>;
}

export interface Terminal {
  readonly folder: string;
  readonly storeUrl: string;
  run(argv: readonly string[], call?: Call): Promise<Outcome>;
  /** Writes a file to the folder; returns its path. */
  file(name: string, content: string | Uint8Array): Promise<string>;
  /** Opens the store that the commands use, for `work`. */
  withStore<T>(work: (store: Store) => Promise<T>): Promise<T>;
}

/** A terminal with a new store, or with the address of one that does not exist yet. */
export async function openTerminal(
  t: TestContext,
  { hasStore = true }: { readonly hasStore?: boolean } = {},
): Promise<Terminal> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-cli-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'store.db');
  if (hasStore) await makeNewStore(path);
  const storeUrl = `sqlite:${path}`;
  return {
    folder,
    storeUrl,
    run: (argv, call) => runInProcess(argv, { STORE: storeUrl }, call),
    async file(name, content) {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    async withStore(work) {
      const store = await openStore(storeUrl);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
  };
}

async function runInProcess(
  argv: readonly string[],
  env: Record<string, string>,
  { stdin = '', isTerminal = false, columns, env: more }: Call = {},
): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => ({
    isTTY: isTerminal,
    ...(columns === undefined ? {} : { columns }),
    write: (text: string) => {
      written[name] += text;
    },
  });
  const typed = isTerminal ? [...stdin].map((key) => Buffer.from(key)) : [Buffer.from(stdin)];
  const input = Object.assign(Readable.from(typed), {
    isTTY: isTerminal,
    setRawMode: () => undefined,
  });
  const code = await runProgram(argv, {
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: input,
    env: { ...env, ...more },
    now: () => NOW,
  });
  return { code, ...written };
}

/** A terminal whose store has the plan `all`. */
export async function openWithPlan(t: TestContext): Promise<Terminal> {
  const terminal = await openTerminal(t);
  await terminal.run(['plan', 'set', 'all', '--series', '*']);
  return terminal;
}

/** All stored values of a series; undefined if it does not exist or has none. */
export const storedValues = (
  { withStore }: Terminal,
  code = 'dehrprice',
): Promise<number[] | undefined> =>
  withStore(async (store) => {
    const series = await store.findSeries(code);
    if (!series || series.firstIndex === null) return undefined;
    const span = { start: series.firstIndex, end: series.lastIndex! + 1 };
    return [...(await store.readValues(series.key, span))];
  });
