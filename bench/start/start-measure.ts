// The CPU that servers take from their start to ready: the built product and the checkout on a large store, and a bare
// Fastify server, alternately.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { shortSeries } from '../../harness/data/catalog.ts';
import { fillProduct } from '../../harness/data/fill-product.ts';
import { findFreePort } from '../../harness/free-port.ts';
import { medianOf } from '../../harness/median.ts';
import type { Workspace } from '../../harness/workspace.ts';
import { familyUsage } from '../contenders/usage.ts';
import { waitUntilReady } from '../phases/measure-start.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

export const STARTS = {
  built: 'Gridtide, built',
  source: 'Gridtide, from the checkout',
  bare: 'bare Fastify server',
} as const;

export type StartName = keyof typeof STARTS;

export interface Start {
  readonly cpuMs: number;
  readonly readyMs: number;
}

export interface StartMeasured {
  readonly series: number;
  /** One start of each a round. */
  readonly rounds: ReadonlyMap<StartName, readonly Start[]>;
}

export const cpuOf = ({ rounds }: StartMeasured, name: StartName): number =>
  medianOf(rounds.get(name)!.map(({ cpuMs }) => cpuMs));

/** The median of the rounds' own ratios. */
export function overBare({ rounds }: StartMeasured, name: StartName): number {
  const bare = rounds.get('bare')!;
  return medianOf(rounds.get(name)!.map(({ cpuMs }, round) => cpuMs / bare[round]!.cpuMs));
}

/** Starts that come before and do not count: the first compiles all code, the second finds it. */
const WARM_UP = 2;

export async function measureStarts(
  workspace: Workspace,
  series: number,
  rounds: number,
): Promise<StartMeasured> {
  execFileSync('npm', ['run', '-s', 'build'], { cwd: pathOf('.'), stdio: 'inherit' });
  const store = workspace.path('start.db');
  await fillProduct(store, shortSeries(series), Date.now());
  const serve = (port: number) => ['serve', '--port', `${port}`, '--store', `sqlite:${store}`];
  const programs: Record<StartName, (port: number) => string[]> = {
    built: (port) => [pathOf('bin/gridtide.js'), ...serve(port)],
    source: (port) => ['-C', 'source', pathOf('src/cli/main.ts'), ...serve(port)],
    bare: (port) => [pathOf('bench/start/bare-start.mjs'), `${port}`],
  };
  const names = Object.keys(STARTS) as StartName[];
  const results = new Map<StartName, Start[]>(names.map((name) => [name, []]));
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const name of names) {
      const env = { NODE_COMPILE_CACHE: workspace.path(`compiled-${name}`) };
      const start = await startOnce(programs[name], env);
      if (round >= 0) results.get(name)!.push(start);
    }
  }
  return { series, rounds: results };
}

/** Starts any of the three in the same way: the harness starts only the product. */
async function startOnce(
  program: (port: number) => string[],
  env: Readonly<Record<string, string>>,
): Promise<Start> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const server = spawn(process.execPath, program(port), {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', NODE_NO_WARNINGS: '1', FORECASTS: 'false', LOG_LEVEL: 'warn' },
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'close');
  try {
    const connection = await waitUntilReady(port);
    const readyMs = performance.now() - startedAt;
    const { cpuMs } = await familyUsage(server.pid!);
    connection.close();
    return { cpuMs, readyMs };
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}
