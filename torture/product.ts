// The product's processes as an operator starts them, from this checkout's sources.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Ground } from './row.ts';

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
/** Of what a process says the end is kept. */
const MOST_TEXT = 64 * 1024;
/** A busy machine may take long; whoever cares looks at `readyMs`. */
const PATIENCE_MS = 120_000;

type Env = Readonly<Record<string, string>>;

const running = new Set<ChildProcess>();
// However this process ends, but by kill -9, none of its children stays behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class ProductProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>;
  hasEnded = false;
  stdout = '';
  stderr = '';

  constructor(args: readonly string[], env: Env = {}) {
    this.child = spawn(process.execPath, ['-C', 'source', MAIN, ...args], {
      env: {
        ...process.env,
        FORECASTS: 'false',
        LOG_LEVEL: 'error',
        NODE_NO_WARNINGS: '1',
        NODE_TEST_CONTEXT: undefined,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // The terminal's Ctrl+C is for the run, which ends its processes itself.
      detached: true,
    });
    running.add(this.child);
    this.child.stdout!.on('data', (piece) => {
      this.stdout = (this.stdout + piece).slice(-MOST_TEXT);
    });
    this.child.stderr!.on('data', (piece) => {
      this.stderr = (this.stderr + piece).slice(-MOST_TEXT);
    });
    this.ended = this.#awaitEnd();
  }

  async #awaitEnd(): Promise<readonly [number | null, string | null]> {
    const end = (await once(this.child, 'close')) as [number | null, string | null];
    this.hasEnded = true;
    running.delete(this.child);
    return end;
  }

  /** kill -9; resolves when the process is gone. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** A command that is waited for. */
export async function runProduct(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly text: string }> {
  const command = new ProductProcess(args);
  const [code] = await command.ended;
  return { code, text: command.stdout + command.stderr };
}

export class ProductServer extends ProductProcess {
  port = 0;
  /** From the start of the process to its first answer that it is ready. */
  readyMs = 0;

  /** Resolves when it is ready; it ends with the run. */
  static async start(ground: Ground, storeUrl: string, env: Env = {}): Promise<ProductServer> {
    const startedAt = performance.now();
    const server = new ProductServer(['serve', '--port', '0'], { ...env, STORE: storeUrl });
    ground.after(() => (server.hasEnded ? undefined : server.kill()));
    while (!(await server.#isReady())) {
      if (server.hasEnded) throw new Error(`the server ended: ${server.stderr}`);
      if (performance.now() - startedAt > PATIENCE_MS) throw new Error('the server is not ready');
      await sleep(5);
    }
    server.readyMs = performance.now() - startedAt;
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async #isReady(): Promise<boolean> {
    const port = /serves http:\/\/localhost:(\d+)/.exec(this.stdout)?.[1];
    if (port === undefined) return false;
    this.port = Number(port);
    const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  }

  /** Asks it to end; resolves to its exit code. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    const [code] = await this.ended;
    return code;
  }
}
