// The product's processes as an operator starts them: from this checkout's sources, or as built from them.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Ground } from '../torture/row.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
/** What Node is given to run. */
let program: readonly string[] = ['-C', 'source', pathOf('src/cli/main.ts')];

/** From now on what is started is the built product, as users have it: it starts in half the time. */
export function runBuilt(): void {
  program = [pathOf('bin/gridtide.js')];
}

/** Of what a process says the end is kept. */
const MOST_TEXT = 64 * 1024;
/** A busy machine may take long; whoever cares looks at `readyMs`. */
const PATIENCE_MS = 120_000;

type Env = Readonly<Record<string, string>>;

const running = new Set<ChildProcess>();
// However this process ends, but by kill -9, none of its children stays behind.
process.on('exit', () => {
  for (const child of running) endGroup(child);
});

/** A process that is traced has its tracer before it, in the same group: both go. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

export class ProductProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>;
  hasEnded = false;
  stdout = '';
  stderr = '';

  /** `under`: a program and its options that start it, such as strace. */
  constructor(args: readonly string[], env: Env = {}, under: readonly string[] = []) {
    const [command, ...rest] = [...under, process.execPath, ...program, ...args];
    this.child = spawn(command!, rest, {
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
    endGroup(this.child);
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

  readonly #begunAt = performance.now();

  /** Resolves when it is ready; it ends with the run. */
  static async start(
    ground: Ground,
    storeUrl: string,
    env: Env = {},
    under: readonly string[] = [],
  ): Promise<ProductServer> {
    const server = ProductServer.begin(ground, storeUrl, env, under);
    if (!(await server.becomesReady())) throw new Error(`the server ended: ${server.stderr}`);
    return server;
  }

  /** Where a start may fail: it is not waited for. */
  static begin(
    ground: Ground,
    storeUrl: string,
    env: Env = {},
    under: readonly string[] = [],
  ): ProductServer {
    const server = new ProductServer(['serve', '--port', '0'], { ...env, STORE: storeUrl }, under);
    ground.after(() => (server.hasEnded ? undefined : server.kill()));
    return server;
  }

  /** False where it has ended instead. */
  async becomesReady(): Promise<boolean> {
    while (!(await this.#isReady())) {
      if (this.hasEnded) return false;
      if (performance.now() - this.#begunAt > PATIENCE_MS)
        throw new Error('the server is not ready');
      await sleep(5);
    }
    this.readyMs = performance.now() - this.#begunAt;
    return true;
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
