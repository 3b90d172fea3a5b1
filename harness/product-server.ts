// `gridtide serve` in a process of its own, as an operator starts it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Lifetime } from './lifetime.ts';
import { type Env, ProductProcess } from './product-process.ts';

/** A busy machine may take long; a run that measures looks at `readyMs`. */
const MOST_START_MS = 180_000;

export interface ServeOptions {
  /** Options after `serve`. A free port is chosen. */
  readonly args?: readonly string[];
  readonly env?: Env;
  /** A program with its options that starts the server, such as strace. */
  readonly under?: readonly string[];
}

export interface LogLine {
  readonly msg: string;
  readonly worker?: number;
  readonly pid?: number;
  readonly [fact: string]: unknown;
}

export class ProductServer extends ProductProcess {
  port = 0;
  /** Milliseconds from the start of the process to its first answer that it is ready. */
  readyMs = 0;

  readonly #begunAt = performance.now();
  readonly #lines: LogLine[] = [];
  #unfinishedLine = '';

  constructor(args: readonly string[], env?: Env, under?: readonly string[]) {
    super(args, env, under);
    this.child.stderr!.on('data', (piece) => this.#readLines(String(piece)));
  }

  /** Resolves when the server is ready. It ends with the lifetime. */
  static async start(lifetime: Lifetime, options: ServeOptions = {}): Promise<ProductServer> {
    const server = ProductServer.begin(lifetime, options);
    if (!(await server.becomesReady())) throw new Error(`the server ended: ${server.stderr}`);
    return server;
  }

  /** Does not wait: for a start that may fail. */
  static begin(lifetime: Lifetime, { args = [], env, under }: ServeOptions): ProductServer {
    const server = new ProductServer(['serve', '--port', '0', ...args], env, under);
    lifetime.after(() => (server.hasEnded ? undefined : server.kill()));
    return server;
  }

  /** False if the server has ended instead. */
  async becomesReady(): Promise<boolean> {
    while (!(await this.#isReady())) {
      if (this.hasEnded) return false;
      if (performance.now() - this.#begunAt > MOST_START_MS)
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

  /** What the server logged; `LOG_LEVEL` says how much. */
  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  /** Each line is parsed once, when it arrives: tests poll, and a server under load logs thousands a second. */
  #readLines(piece: string): void {
    const whole = (this.#unfinishedLine + piece).split('\n');
    this.#unfinishedLine = whole.pop()!;
    for (const line of whole) if (line.startsWith('{')) this.#lines.push(JSON.parse(line));
  }

  /** The process of a worker that listens at the moment, by its number. */
  pidOf(worker: number): number | undefined {
    return this.lines.findLast((line) => line.msg === 'listening' && line.worker === worker)?.pid;
  }

  /** Asks the server to end; resolves to its exit code. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    const [code] = await this.ended;
    return code;
  }
}
