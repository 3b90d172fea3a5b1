// A process in which commands run one after the other (canary-commands.ts).

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { CommandAsked, CommandDone } from './canary-commands.ts';

export class CommandProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (done: CommandDone) => void>();
  readonly #written = { stdout: '', stderr: '' };
  #number = 0;

  constructor(env: Readonly<Record<string, string>>) {
    this.#child = fork(new URL('./canary-commands.ts', import.meta.url), {
      execArgv: ['-C', 'source'],
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const name of ['stdout', 'stderr'] as const)
      this.#child[name]!.on('data', (piece) => (this.#written[name] += piece));
    this.#child.on('message', ({ number, done }: { number: number; done: CommandDone }) => {
      this.#waiting.get(number)!(done);
      this.#waiting.delete(number);
    });
  }

  run(asked: CommandAsked): Promise<CommandDone> {
    const number = ++this.#number;
    this.#child.send({ number, asked });
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, resolve);
      this.#child.once('exit', () => reject(new Error(`commands ended: ${this.#written.stderr}`)));
    });
  }

  async end(): Promise<Readonly<Record<string, string>>> {
    const { connected, stdout, stderr } = this.#child;
    if (connected) {
      // After the parent disconnects there is no `close` event.
      const ends = [once(this.#child, 'exit'), finished(stdout!), finished(stderr!)];
      this.#child.disconnect();
      await Promise.all(ends);
    }
    return this.#written;
  }
}
