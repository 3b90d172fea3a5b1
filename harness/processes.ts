// Processes that the benchmark starts, and calls between them and it. A child ends with its parent.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

interface Call {
  readonly number: number;
  readonly name: string;
  readonly args: unknown[];
}

type Reply =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: string };

/** Answers the parent's calls by name, in a child process. `end` runs when the parent disconnects. */
export function answerCalls(handlers: Handlers, end: () => Promise<void> | void = () => {}): void {
  // A parent that has disconnected in the meantime waits for no reply.
  const reply = (message: Reply): void => {
    process.send!(message, undefined, undefined, () => {});
  };
  process.on('message', async ({ number, name, args }: Call) => {
    try {
      const result = await (handlers[name] as (...args: unknown[]) => unknown)(...args);
      reply({ number, result });
    } catch (error) {
      reply({ number, error: (error as Error).stack ?? String(error) });
    }
  });
  // The terminal's Ctrl+C reaches every process of the group: the parent decides what ends when.
  process.on('SIGINT', () => {});
  process.once('disconnect', async () => {
    await end();
    process.exit(0);
  });
  process.send!({ number: 0, result: 'ready' });
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Another user to run as, if the benchmark itself runs as root. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

export class Child {
  readonly #process: ChildProcess;
  readonly #file: string;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #isReady: Promise<unknown>;
  #number = 0;

  /** `file` is a path from the root of the checkout. */
  constructor(file: string, { env, user }: StartOptions = {}) {
    this.#file = file;
    this.#process = fork(new URL(`../${file}`, import.meta.url), [], {
      execArgv: ['-C', 'source', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      env: { ...process.env, NODE_ENV: 'production', ...env },
      ...user,
    });
    this.#isReady = this.#expect(0);
    this.#process.on('message', (reply: Reply) => this.#settle(reply));
    this.#process.on('exit', (code, signal) => {
      for (const number of this.#waiting.keys()) {
        this.#settle({ number, error: `${file} ended early (${code ?? signal})` });
      }
    });
  }

  get pid(): number {
    return this.#process.pid!;
  }

  async call<T>(name: string, ...args: unknown[]): Promise<T> {
    await this.#isReady;
    const number = ++this.#number;
    const result = this.#expect(number);
    this.#process.send({ number, name, args } satisfies Call);
    return (await result) as T;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    const impatient = setTimeout(() => this.#process.kill('SIGKILL'), 20_000);
    if (this.#process.connected) this.#process.disconnect();
    await ended;
    clearTimeout(impatient);
  }

  #expect(number: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, (reply) =>
        'error' in reply
          ? reject(new Error(`${this.#file}: ${reply.error}`))
          : resolve(reply.result),
      );
    });
  }

  #settle(reply: Reply): void {
    this.#waiting.get(reply.number)?.(reply);
    this.#waiting.delete(reply.number);
  }
}
