// Starts the product and the bare server, each in a process of its own, with the same answers.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CASES, type Case } from './cases.ts';

export interface BenchServer {
  readonly url: string;
  /** CPU that the server's process has used so far, in milliseconds. */
  cpuMs(): Promise<number>;
}

export interface Servers {
  readonly real: BenchServer;
  readonly bare: BenchServer;
  readonly token: string;
  /** Bytes of each case's answer. */
  readonly sizes: readonly number[];
  barePath(index: number): string;
  stop(): Promise<void>;
}

const start = (file: string, ...args: string[]): ChildProcess =>
  fork(new URL(file, import.meta.url), args, {
    execArgv: ['-C', 'source'],
    env: { ...process.env, NODE_ENV: 'production' },
  });

function benchServer(child: ChildProcess, port: number): BenchServer {
  return {
    url: `http://127.0.0.1:${port}`,
    async cpuMs() {
      child.send('cpu');
      const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }];
      return (cpu.user + cpu.system) / 1000;
    },
  };
}

/** A bare route's path cannot hold a query, so each case has a path of its own. */
const barePath = (index: number): string => `/bare/${index}`;

export async function startServers(): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-bench-'));
  const realProcess = start('./real-server.ts', join(folder, 'bench.db'));
  const [{ port, token }] = (await once(realProcess, 'message')) as [
    { port: number; token: string },
  ];
  const real = benchServer(realProcess, port);

  const answers = await Promise.all(CASES.map((each) => ask(real.url, each, token)));
  const bareProcess = start('./bare-server.ts');
  bareProcess.send(
    answers.map(({ bytes, headers }, i) => ({
      method: CASES[i]!.method,
      path: barePath(i),
      body: bytes.toString('base64'),
      headers,
    })),
  );
  const [{ port: barePort }] = (await once(bareProcess, 'message')) as [{ port: number }];
  return {
    real,
    bare: benchServer(bareProcess, barePort),
    token,
    sizes: answers.map(({ bytes }) => bytes.length),
    barePath,
    async stop() {
      realProcess.disconnect();
      bareProcess.disconnect();
      await Promise.all([once(realProcess, 'exit'), once(bareProcess, 'exit')]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Headers that a server sets by itself. */
const OWN_HEADERS = new Set([
  'content-length',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
]);

async function ask(url: string, { method, path, body }: Case, token: string) {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (answer.status !== 200)
    throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return {
    bytes: Buffer.from(await answer.arrayBuffer()),
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.has(name))),
  };
}
