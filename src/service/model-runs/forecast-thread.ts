// The server's side of the thread that makes runs: started when there is something to make, and gone
// again when nothing was asked of it for a while.

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TaskEnd, WorkerSettings, WorkerTask } from '#service/model-runs/model-worker';

export class ForecastThread {
  readonly #settings: WorkerSettings;
  #worker: Worker | undefined;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
  }

  /** One task at a time: the caller waits for the end of the one before. */
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

  /** Lets an idle thread end by itself. */
  rest(): void {
    this.#worker?.postMessage('close');
    this.#worker = undefined;
  }

  /** Ends the thread, whatever it does: a transaction that is under way is rolled back. */
  async stop(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    // The same file name in src and in dist, with the ending of this one.
    const file = new URL(`model-worker${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, { workerData: this.#settings });
    // Whoever waits for it is told; with nobody waiting, a thread that breaks must not end the server.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    // A thread must not keep a server alive that is done.
    worker.unref();
    return worker;
  }
}
