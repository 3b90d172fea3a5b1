// The server's side of the thread that makes runs. The thread starts with the first task and ends when no
// task is left. What its fits kept goes to the next one.

import { Worker } from 'node:worker_threads';
import type { KeptResults } from '#model/members/fit-memo';
import type {
  TaskEnd,
  WorkerEnd,
  WorkerSettings,
  WorkerStart,
  WorkerTask,
} from '#service/model-runs/model-worker';

export class ForecastThread {
  readonly #settings: WorkerSettings;
  #worker: Worker | undefined;
  /** Between two threads; a thread that is terminated or breaks takes it along. */
  #kept: KeptResults | undefined;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
  }

  /** Makes the runs of a task. The caller waits for the end of one task before the next. */
  make(task: WorkerTask): Promise<TaskEnd> {
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      const onMessage = (end: TaskEnd): void => settle(() => resolve(end));
      const onError = (error: Error): void => settle(() => reject(error));
      const onExit = (): void => onError(new Error('the forecast thread ended'));
      const settle = (act: () => void): void => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        act();
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(task);
    });
  }

  /** The bytes of fits that are kept while no thread runs. */
  get keptBytes(): number {
    let bytes = 0;
    for (const { byteLength } of this.#kept?.values() ?? []) bytes += byteLength;
    return bytes;
  }

  /** Tells an idle thread to end. */
  rest(): void {
    this.#worker?.postMessage('close');
    this.#worker = undefined;
  }

  /** Terminates the thread at once: a running transaction is rolled back. */
  async stop(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    const file = new URL(import.meta.resolve('#service/model-runs/model-worker'));
    const workerData: WorkerStart = { ...this.#settings, kept: this.#kept };
    const transferList = [...(this.#kept?.values() ?? [])].map(
      ({ buffer }) => buffer as ArrayBuffer,
    );
    const worker = new Worker(file, { workerData, transferList });
    this.#kept = undefined;
    worker.on('message', (message: TaskEnd | WorkerEnd) => {
      if (!('made' in message)) this.#kept = message.kept;
    });
    // `make` reports a broken thread. Without a waiting `make`, it must not end the server.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    // The thread must not keep a server alive that is done.
    worker.unref();
    return worker;
  }
}
