// The writer of the row `events`: a process that is killed and started again.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = new URL('writer-process.ts', import.meta.url);

export class EventWriter {
  readonly #args: readonly [folder: string, key: string];
  readonly #faults: string[];
  #process: ChildProcess | undefined;

  constructor(folder: string, key: string, faults: string[]) {
    this.#args = [folder, key];
    this.#faults = faults;
  }

  start(): void {
    this.#process = fork(PROGRAM, [...this.#args], {
      execArgv: ['-C', 'source', '--disable-warning=ExperimentalWarning'],
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    });
  }

  /** Sends SIGKILL and resolves when the process has ended. */
  async kill(): Promise<void> {
    const writer = this.#process;
    this.#process = undefined;
    if (!writer) return;
    if (writer.exitCode !== null) {
      this.#faults.push(`the writer ended by itself with ${writer.exitCode}`);
      return;
    }
    const ended = once(writer, 'exit');
    writer.kill('SIGKILL');
    await ended;
  }
}
