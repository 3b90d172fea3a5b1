// `gridtide serve` in a process of its own, as an operator starts it, and connections to it that stay with
// the worker they were given to.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
/** Two shared cores may be busy with other tests. */
const PATIENCE_MS = 180_000;

export interface Lifetime {
  after(close: () => Promise<void> | void): void;
}

/** What was begun last ends first: a server before the store it serves. */
export function lastFirst(t: Lifetime): Lifetime {
  const ends: (() => Promise<void> | void)[] = [];
  t.after(async () => {
    for (const end of ends) await end();
  });
  return { after: (end) => void ends.unshift(end) };
}

export interface LogLine {
  readonly msg: string;
  readonly worker?: number;
  readonly pid?: number;
  readonly [fact: string]: unknown;
}

/** Waits for something that comes in its own time. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`waited in vain: ${look}`);
    await wait(20);
  }
}

export class ServerProcess {
  readonly child: ChildProcess;
  readonly exit: Promise<[code: number | null, signal: string | null]>;
  url = '';
  stdout = '';
  stderr = '';

  private constructor(argv: readonly string[], env: Readonly<Record<string, string>>) {
    this.child = spawn(process.execPath, ['-C', 'source', MAIN, 'serve', '--port', '0', ...argv], {
      env: { ...process.env, FORECASTS: 'false', LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, as a terminal gives it.
      detached: true,
    });
    this.exit = once(this.child, 'close') as ServerProcess['exit'];
    this.child.stdout!.on('data', (piece) => (this.stdout += piece));
    this.child.stderr!.on('data', (piece) => (this.stderr += piece));
  }

  /** Does not wait for anything. */
  static spawn(
    t: Lifetime,
    argv: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): ServerProcess {
    const server = new ServerProcess(argv, env);
    const end = (): void => {
      if (server.child.exitCode === null && server.child.signalCode === null) {
        server.child.kill('SIGKILL');
      }
    };
    // Also where a test breaks off.
    process.once('exit', end);
    t.after(async () => {
      end();
      await server.exit;
      process.off('exit', end);
    });
    return server;
  }

  /** Resolves when it serves. */
  static async start(...given: Parameters<typeof ServerProcess.spawn>): Promise<ServerProcess> {
    const server = ServerProcess.spawn(...given);
    let hasEnded = false;
    void server.exit.then(() => {
      hasEnded = true;
    });
    await until(() => {
      if (hasEnded) throw new Error(`the server ended: ${server.stderr}`);
      return /serves (http:\S+)/.exec(server.stdout) ? true : undefined;
    });
    server.url = /serves (http:\S+)/.exec(server.stdout)![1]!;
    return server;
  }

  get lines(): LogLine[] {
    const whole = this.stderr.split('\n').slice(0, -1);
    return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  }

  /** The process of a worker that listens at the moment, by its number. */
  pidOf(worker: number): number | undefined {
    return this.lines.findLast((line) => line.msg === 'listening' && line.worker === worker)?.pid;
  }
}

export interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  /** Which process answered. */
  readonly by: string;
}

/** One connection, kept alive: all that is asked on it is answered by one worker. */
export class Connection {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor({ url }: { readonly url: string }) {
    this.#url = url;
  }

  ask(
    path: string,
    { method = 'GET', headers = {}, body = undefined as unknown } = {},
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const type = payload === undefined ? {} : { 'content-type': 'application/json' };
      const sent = request(
        new URL(path, this.#url),
        { method, agent: this.#agent, headers: { ...type, ...headers } },
        async (answer) => {
          try {
            const text = Buffer.concat(await Array.fromAsync(answer)).toString();
            const by = String(answer.headers['x-request-id']).split('-')[0]!;
            resolve({ status: answer.statusCode!, headers: answer.headers, text, by });
          } catch (error) {
            reject(error);
          }
        },
      );
      sent.once('error', reject).end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A connection to each of so many workers. */
export async function connectToEach(
  t: Lifetime,
  server: ServerProcess,
  count: number,
): Promise<Connection[]> {
  const byWorker = new Map<string, Connection>();
  await until(async () => {
    const connection = new Connection(server);
    const { by } = await connection.ask('/healthz');
    if (byWorker.has(by)) connection.close();
    else byWorker.set(by, connection);
    return byWorker.size === count ? true : undefined;
  });
  const connections = [...byWorker.values()];
  t.after(() => {
    for (const connection of connections) connection.close();
  });
  return connections;
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
